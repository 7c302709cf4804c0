"""The port of a format: it recognises a path and reads it into types, entities and what it could not take.

A format knows nothing of the catalog: no tables, no rights. Reading never raises for a part that is broken; it yields
`Refused` with file and place, and goes on with the rest.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Types:
    """Typedefs as an AtlasTypesDef."""

    place: str
    typedefs: Json


@dataclass(frozen=True, slots=True)
class Found:
    """One Atlas v2 entity. `scope` is the document in which its "-n" guid has a meaning."""

    place: str
    entity: Json
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """A part that does not come into the catalog, and why."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Noted:
    """Something that came in less than whole, or was left out on purpose; no failure."""

    place: str
    reason: str


Item = Types | Found | Refused | Noted


class Source(ABC):
    """One format. `key` names the origin of what it writes: "ingest:<key>"."""

    key: str
    title: str
    is_excerpt: bool = False
    """True when files of this format hold a part of a catalog: references that lead out of it are left out, noted."""

    @abstractmethod
    def detect(self, path: Path) -> bool:
        """True when the path is of this format. Cheap; never raises for content."""

    @abstractmethod
    def read(self, path: Path) -> Iterator[Item]:
        """Everything in it, types before entities."""


@dataclass(slots=True)
class ImportReport:
    """What an import did to the catalog, or in a dry run would do."""

    path: str
    title: str = ""
    types: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    refused: list[Refused] = field(default_factory=list)
    noted: list[Noted] = field(default_factory=list)

    @property
    def entities(self) -> int:
        return self.created + self.updated + self.unchanged
