"""Search documents with defaults."""

import hashlib
from typing import Any

from discovery.search.types import SearchDocument


def document(qualified_name: str, **values: Any) -> SearchDocument:
    """A Hive table "db.name@cluster" unless told otherwise."""
    plain = qualified_name.rpartition("@")[0] or qualified_name
    database, _, name = plain.partition(".")
    defaults: dict[str, Any] = {
        "guid": hashlib.md5(qualified_name.encode(), usedforsecurity=False).hexdigest(),
        "type_name": "hive_table",
        "super_types": ("Asset", "DataSet", "Referenceable"),
        "kind": "dataset",
        "status": "ACTIVE",
        "name": name or database,
        "qualified_name": qualified_name,
        "path": ("Hive", database) if name else ("Hive",),
        "platform": "hive",
        "database": database if name else "",
        "description": "",
        "source_description": "",
        "owners": (),
        "classifications": (),
        "own_classifications": (),
        "terms": (),
        "labels": (),
        "columns": (),
        "is_documented": bool(values.get("description")),
        "queries_30d": 0,
        "updated_ms": 0,
    }
    if "own_classifications" in values and "classifications" not in values:
        values["classifications"] = values["own_classifications"]
    return SearchDocument(**(defaults | values))


def column(qualified_name: str, **values: Any) -> SearchDocument:
    """A Hive column "db.table.name@cluster"."""
    plain = qualified_name.rpartition("@")[0]
    database, table, name = plain.split(".", 2)
    defaults = {
        "type_name": "hive_column",
        "kind": "column",
        "name": name,
        "path": ("Hive", database, table),
        "database": database,
    }
    return document(qualified_name, **(defaults | values))
