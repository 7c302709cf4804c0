"""Targets and exclusions, read from targets.yaml once per process. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

FILE = Path(__file__).with_name("targets.yaml")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A name with a star at its start, its end, both, or none."""

    text: str

    @property
    def lookup(self) -> tuple[str, str]:
        """The lookup of a query that catches the names: ("startswith", "tmp_")."""
        core = self.text.strip("*")
        starts, ends = self.text.startswith("*"), self.text.endswith("*")
        kind = {(False, False): "exact", (False, True): "startswith", (True, False): "endswith"}
        return kind.get((starts, ends), "contains"), core


@dataclass(frozen=True, slots=True)
class Targets:
    target: float | None
    databases: Mapping[str, float | None]
    exclude: tuple[Pattern, ...]

    def for_group(self, group_by: str, key: str) -> float | None:
        """The target of one group: its own where it has one, else the common one."""
        return self.databases.get(key, self.target) if group_by == "db" else self.target


def parse_targets(text: str) -> Targets:
    """Raises ValueError naming the key that cannot be read."""
    raw = yaml.safe_load(text) or {}
    databases = {str(name): _share(value, f"databases.{name}") for name, value in (raw.get("databases") or {}).items()}
    patterns = tuple(Pattern(str(pattern)) for pattern in raw.get("exclude") or ())
    for pattern in patterns:
        if not pattern.text.strip("*") or "*" in pattern.text.strip("*"):
            raise ValueError(f"exclude: {pattern.text!r} may have a star only at its start and its end")
    return Targets(_share(raw.get("target"), "target"), databases, patterns)


def _share(value: object, name: str) -> float | None:
    if value is None:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
        raise ValueError(f"{name} must be a number between 0 and 1")
    return float(value)


@cache
def targets() -> Targets:
    return parse_targets(FILE.read_text())
