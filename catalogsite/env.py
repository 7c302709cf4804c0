"""Every setting from the environment: its type, default and help, declared once. docs/settings.md is made from this.

A wrong value stops the start with one line that names the setting.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

BASE_DIR = Path(__file__).resolve().parent.parent


class WrongSetting(SystemExit):
    """One line on stderr and a non-zero exit, raised while settings load."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name}: {problem}")


def _text(raw: str) -> str:
    return raw


def _boolean(raw: str) -> bool:
    value = raw.strip().lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off", ""}:
        return False
    raise ValueError("use 1 or 0")


def _path(raw: str) -> Path:
    return (BASE_DIR / Path(raw).expanduser()).resolve()


def _port(raw: str) -> int:
    if raw.isdigit() and 0 < int(raw) < 65536:
        return int(raw)
    raise ValueError("must be a port number between 1 and 65535")


def _list(raw: str) -> list[str]:
    return [part.strip() for part in raw.split(",") if part.strip()]


def _url(*schemes: str) -> Callable[[str], str]:
    def read(raw: str) -> str:
        if raw == "":
            return ""
        parts = urlsplit(raw)
        if parts.scheme not in schemes:
            raise ValueError(f"must start with {' or '.join(scheme + '://' for scheme in schemes)}")
        return raw.rstrip("/")

    return read


@dataclass(frozen=True, slots=True)
class Setting:
    """One variable. `secret` values are never printed."""

    name: str
    read: Callable[[str], Any]
    default: str
    help: str
    secret: bool = False
    is_later: bool = False
    """Reserved: its backend comes with a later version, so that setting it now stops the start."""


SETTINGS = (
    Setting("DATA_DIR", _path, "var", "Folder for the database, the index, the broker and the secret key."),
    Setting("HOST", _text, "127.0.0.1", "Address to listen on. Demo mode listens on this machine only."),
    Setting("PORT", _port, "8000", "Port to listen on."),
    Setting("SECRET_KEY", _text, "", "Signs sessions and cursors. Unset: made once and kept in DATA_DIR.", secret=True),
    Setting(
        "ALLOWED_HOSTS", _list, "127.0.0.1,localhost,[::1]", "Host names the site answers to, with commas between."
    ),
    Setting("DEBUG", _boolean, "0", "Django's debug pages. Never where others can reach it."),
    Setting("DEMO", _boolean, "1", "Demo sign-ins and the demo catalog on first start; binds to this machine only."),
    Setting("DATABASE_URL", _url("sqlite", "postgres", "postgresql"), "", "Unset: SQLite in DATA_DIR.", secret=True),
    Setting("REDIS_URL", _url("redis", "rediss"), "", "Celery's broker. Unset: files in DATA_DIR.", secret=True),
    Setting(
        "ELASTICSEARCH_URL", _url("http", "https"), "", "Search engine instead of tantivy.", secret=True, is_later=True
    ),
    Setting("ATLAS_URL", _url("http", "https"), "", "Apache Atlas as the metadata authority.", is_later=True),
    Setting("ATLAS_USERNAME", _text, "", "User for Atlas.", is_later=True),
    Setting("ATLAS_PASSWORD", _text, "", "Password for Atlas.", secret=True, is_later=True),
    Setting("KAFKA_BOOTSTRAP_SERVERS", _list, "", "Where Atlas publishes ATLAS_ENTITIES.", is_later=True),
    Setting("RANGER_URL", _url("http", "https"), "", "Ranger Admin instead of the policy table.", is_later=True),
    Setting("RANGER_USERNAME", _text, "", "User for Ranger.", is_later=True),
    Setting("RANGER_PASSWORD", _text, "", "Password for Ranger.", secret=True, is_later=True),
    Setting("RANGER_TAG_SERVICE", _text, "catalogsite_tags", "Ranger's tag service that holds our policies."),
    Setting("EMAIL_URL", _url("smtp", "smtps", "console"), "console://", "Where e-mail goes.", secret=True),
    Setting("PIPELINES_FILE", _path, "catalogsite/pipelines.yaml", "The pipelines file."),
    Setting("ANONYMOUS_READ", _boolean, "0", "Let people read without signing in."),
    Setting("METADATA_NAMESPACE", _text, "prod", "The part after @ in qualified names that importers make."),
)


def read_settings(environ: dict[str, str] | None = None) -> dict[str, Any]:
    """All settings as values. Raises WrongSetting naming the first wrong one."""
    source = os.environ if environ is None else environ
    values: dict[str, Any] = {}
    for setting in SETTINGS:
        raw = source.get(setting.name, setting.default)
        try:
            values[setting.name] = setting.read(raw)
        except ValueError as error:
            shown = "" if setting.secret else f" (is {raw!r})"
            raise WrongSetting(setting.name, f"{error}{shown}") from error
        if setting.is_later and values[setting.name]:
            raise WrongSetting(setting.name, "its backend comes with a later version; unset it")
    return values
