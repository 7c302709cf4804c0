"""Entities for tests, made through the embedded authority: `T("core.orders")` in words of the case bank."""

from collections.abc import Mapping, Sequence
from typing import Any

from catalogsite.accounts.types import WriteContext
from discovery.atlas.authority import ClassificationInput, SaveMode
from discovery.atlas.models import Entity
from discovery.atlas.services import authority

CONTEXT = WriteContext(actor="tests")
NAMESPACE = "cl1"


def reference(type_name: str, name: str) -> dict[str, Any]:
    return {"typeName": type_name, "uniqueAttributes": {"qualifiedName": qualified(name)}}


def qualified(name: str) -> str:
    return name if "@" in name else f"{name}@{NAMESPACE}"


def row(name: str) -> Entity:
    """The newest row with this qualified name."""
    return Entity.objects.filter(qualified_name=qualified(name)).order_by("-pk")[0]


def save(*entities: Mapping[str, Any], mode: SaveMode = SaveMode.FULL) -> list[Entity]:
    """Saves entities; answers the rows in the order of `entities`."""
    authority().save_entities(entities=list(entities), mode=mode, context=CONTEXT)
    return [row(entity["attributes"]["qualifiedName"]) for entity in entities]


def database_json(name: str, **attributes: Any) -> dict[str, Any]:
    known = {"qualifiedName": qualified(name), "name": name, "clusterName": NAMESPACE}
    return {"typeName": "hive_db", "attributes": known | attributes}


def table_json(name: str, **attributes: Any) -> dict[str, Any]:
    """A hive_table; "db.table" is its qualified name, the last part its name."""
    known = {"qualifiedName": qualified(name), "name": name.split("@")[0].split(".", 1)[-1]}
    return {"typeName": "hive_table", "attributes": known | attributes}


def column_json(table: str, name: str, **attributes: Any) -> dict[str, Any]:
    base = table.split("@")[0]
    known = {
        "qualifiedName": qualified(f"{base}.{name}"),
        "name": name,
        "type": "string",
        "table": reference("hive_table", table),
    }
    return {"typeName": "hive_column", "attributes": known | attributes}


def process_json(name: str, inputs: Sequence[str], outputs: Sequence[str], *, of: str = "hive_table") -> dict[str, Any]:
    return {
        "typeName": "spark_process",
        "attributes": {
            "qualifiedName": qualified(name),
            "name": name,
            "inputs": [reference(of, each) for each in inputs],
            "outputs": [reference(of, each) for each in outputs],
        },
    }


def make_table(name: str, columns: Sequence[str] = (), **attributes: Any) -> Entity:
    """A table in the database before the dot (made when missing), with columns."""
    database = name.split(".")[0]
    attributes.setdefault("db", reference("hive_db", database))
    parts = [database_json(database), table_json(name, **attributes)]
    parts += [column_json(name, column, position=place) for place, column in enumerate(columns)]
    return save(*parts)[1]


def flow(name: str, inputs: Sequence[str], outputs: Sequence[str], *, of: str = "hive_table") -> Entity:
    """A process that reads and writes what is there."""
    return save(process_json(name, inputs, outputs, of=of))[0]


def make_classification(name: str, *, parent: str = "", attributes: Mapping[str, str] | None = None) -> None:
    """A classification type with optional attributes (name → type)."""
    definition = {
        "name": name,
        "superTypes": [parent] if parent else [],
        "attributeDefs": [
            {"name": key, "typeName": kind, "isOptional": True} for key, kind in (attributes or {}).items()
        ],
    }
    authority().save_typedefs(typedefs={"classificationDefs": [definition]}, context=CONTEXT)


def classify(name: str, classification: str, **given: Any) -> None:
    inputs = [ClassificationInput(classification, **given)]
    authority().add_classifications(guid=row(name).guid, classifications=inputs, context=CONTEXT)


def unclassify(name: str, classification: str, *, source: str = "") -> None:
    source_guid = row(source).guid if source else None
    authority().remove_classification(
        guid=row(name).guid, type_name=classification, source_guid=source_guid, context=CONTEXT
    )


def delete(name: str, *, hard: bool = False) -> None:
    authority().delete_entities(guids=[row(name).guid], hard=hard, context=CONTEXT)


def carriers(classification: str) -> set[str]:
    """Names (without the part after @) of the entities that carry a classification, direct or propagated."""
    rows = Entity.objects.filter(classifications__type_name=classification)
    return {name.split("@")[0] for name in rows.values_list("qualified_name", flat=True)}
