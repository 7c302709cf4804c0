"""What has to be in place before the processes start: free port, tables, static files, the demo catalog."""

import hashlib
import os
import shutil
import socket
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction

from catalogsite.common.errors import BackendUnavailable, CatalogError
from workflows.reactions.config import PipelinesFileError
from workflows.reactions.registry import check as check_reactions


class CannotStart(CatalogError):
    """One line that says why the site cannot start."""

    code = "CANNOT_START"


def check_address(host: str, port: int) -> None:
    """Raises CannotStart when demo mode would be reachable from elsewhere, or the port is taken."""
    if settings.DEMO and host not in {"127.0.0.1", "localhost", "::1"}:
        raise CannotStart(
            f"HOST: demo mode has sign-ins without passwords and listens on 127.0.0.1 only, not on {host}."
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CannotStart(f"PORT: {host}:{port} cannot be used ({error.strerror}). Choose another PORT.") from error


def check_pipelines() -> None:
    """Raises CannotStart, with file and line, when the pipelines file or one of its reactions cannot be used."""
    try:
        check_reactions()
    except PipelinesFileError as error:
        raise CannotStart(f"PIPELINES_FILE: {error.message.removeprefix('PIPELINES_FILE: ')}") from error


def prepare_tables() -> None:
    """Creates or migrates the tables, and the shipped types with them."""
    call_command("migrate", verbosity=0, interactive=False)
    connection.close()


def prepare_broker() -> None:
    """Empties the folder of nudges: they are only worth something to processes that are gone."""
    folder: Path = settings.CELERY_BROKER_FOLDER
    if folder.exists():
        shutil.rmtree(folder)
    for name in ("messages", "control"):
        (folder / name).mkdir(parents=True)
    (settings.DATA_DIR / "tmp").mkdir(exist_ok=True)


def prepare_static() -> None:
    """Collects static files when a source file changed since the last time."""
    stamp = settings.STATIC_ROOT / ".fingerprint"
    fingerprint = _static_fingerprint()
    if stamp.exists() and stamp.read_text() == fingerprint:
        return
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    stamp.write_text(fingerprint)


def _static_fingerprint() -> str:
    digest = hashlib.sha256()
    digest.update((settings.BASE_DIR / "requirements.lock").read_bytes())
    for path in sorted((settings.BASE_DIR / "static").rglob("*")):
        if path.is_file():
            digest.update(str(path).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def prepare_demo() -> bool:
    """Loads the demo catalog into a catalog that was never filled; True when it did."""
    from catalogsite.operations import demo

    if not settings.DEMO:
        return False
    with transaction.atomic():
        wanted = demo.is_wanted()
    if wanted:
        demo.load()
    return wanted


def prepare_index() -> None:
    """Builds the search index when there is none of this version; while another process writes it, nothing is done."""
    from discovery.search.services import needs_building, reindex

    try:
        if needs_building():
            reindex()
    except BackendUnavailable:
        return


def child_environment() -> dict[str, str]:
    """Environment of the children: kombu passes messages through the temp folder, which must be on the same disk."""
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "catalogsite.settings",
        "TMPDIR": str(settings.DATA_DIR / "tmp"),
        "DATA_DIR": str(settings.DATA_DIR),
        "PYTHONUNBUFFERED": "1",
        # As root (a container) Celery warns about pickled messages at each start; ours hold names only.
        "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",
    }
