"""Loads the shipped typedefs (typedefs/*.yaml) into the tables after each migrate.

Idempotent and quick when the files did not change. Types and attributes that people added are kept; a file that would
take something away is refused, because stored entities may use it: that needs a written data migration.
"""

import hashlib
import uuid
from pathlib import Path
from typing import Any

import yaml
from django.core.management.base import CommandError
from django.db import connections, transaction

from catalogsite.common import clock
from catalogsite.common.errors import CatalogError
from discovery.atlas.models import TypeDef
from discovery.atlas.registry import types_changed
from discovery.atlas.typesystem import TypeRegistry
from discovery.atlas.typesystem.completion import stamped
from discovery.atlas.typesystem.merging import CannotMerge, merge_definition
from discovery.atlas.typesystem.notation import NotationError, read_model

FOLDER = Path(__file__).parent / "typedefs"
LOADED_BY = "catalogsite"
_CODE = tuple(Path(__file__).parent.joinpath("typesystem", name) for name in ("completion.py", "notation.py"))

Json = dict[str, Any]


class TypedefsRefused(CatalogError, CommandError):
    """The shipped typedefs cannot be loaded; one line names file or type and the reason."""

    code = "TYPEDEFS_REFUSED"


def load_after_migrate(*, using: str = "default", **_: Any) -> None:
    """Receiver of post_migrate."""
    if TypeDef._meta.db_table in connections[using].introspection.table_names():
        load_typedefs()


def load_typedefs(folder: Path = FOLDER) -> int:
    """Makes the tables hold what the files say; returns how many types were made or changed."""
    files = sorted(folder.glob("*.yaml"))
    fingerprint = _fingerprint([*files, *_CODE])
    seen = set(TypeDef.objects.exclude(shipped_version="").values_list("shipped_version", flat=True).distinct())
    if seen == {fingerprint}:
        return 0
    definitions = [definition for path in files for definition in _read(path)]
    with transaction.atomic():
        changed = _store(definitions, fingerprint)
        if changed:
            types_changed()
    return changed


def _fingerprint(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _read(path: Path) -> list[Json]:
    try:
        return list(read_model(yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)))
    except (NotationError, yaml.YAMLError) as error:
        raise TypedefsRefused(f"typedefs/{path.name}: {error}") from error


def _store(definitions: list[Json], fingerprint: str) -> int:
    stored = {row.name: row for row in TypeDef.objects.all()}
    changed: list[TypeDef] = []
    for definition in definitions:
        row = stored.get(definition["name"])
        if row is None:
            row = stored[definition["name"]] = _new_row(definition)
            changed.append(row)
        elif row.shipped != definition and _merge(row, definition):
            changed.append(row)
        row.shipped, row.shipped_version = definition, fingerprint
    TypeRegistry.build(row.definition for row in stored.values())
    shipped = [stored[definition["name"]] for definition in definitions]
    TypeDef.objects.bulk_create([row for row in shipped if row.pk is None], batch_size=100)
    TypeDef.objects.bulk_update(
        [row for row in shipped if row.pk is not None],
        ["definition", "version", "updated_ms", "updated_by", "shipped", "shipped_version"],
        batch_size=50,
    )
    return len(changed)


def _new_row(definition: Json) -> TypeDef:
    guid, now = str(uuid.uuid4()), clock.now_ms()
    return TypeDef(
        name=definition["name"],
        category=definition["category"],
        guid=guid,
        definition=stamped(definition, guid=guid, version=1, by=(LOADED_BY, LOADED_BY), at=(now, now)),
        created_ms=now,
        updated_ms=now,
        created_by=LOADED_BY,
        updated_by=LOADED_BY,
    )


def _merge(row: TypeDef, definition: Json) -> bool:
    try:
        merged = merge_definition(row.definition, shipped_before=row.shipped, shipped_now=definition)
    except CannotMerge as error:
        raise TypedefsRefused(f"Shipped types: {error}; stored entities may use it. Nothing was changed.") from error
    if merged == row.definition:
        return False
    row.version += 1
    row.updated_ms, row.updated_by = clock.now_ms(), LOADED_BY
    row.definition = stamped(
        merged,
        guid=row.guid,
        version=row.version,
        by=(row.created_by, LOADED_BY),
        at=(row.created_ms, row.updated_ms),
    )
    return True
