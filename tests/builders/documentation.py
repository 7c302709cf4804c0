"""Tables with columns made through the store, for tests of texts: the authority has to know them."""

from typing import Any

from catalogsite.accounts.types import SYSTEM, WriteContext
from discovery.atlas.models import Entity
from discovery.atlas.selectors import get_entity
from discovery.atlas.services import save_entities

BY_HIVE = WriteContext(actor="hive", origin="ingest:hive")


def ingest(type_name: str, qualified_name: str, **attributes: Any) -> Entity:
    """Creates or updates one entity as a source does."""
    name = attributes.pop("name", qualified_name.split("@")[0].split(".")[-1])
    values = {"qualifiedName": qualified_name, "name": name, **attributes}
    result = save_entities(actor=SYSTEM, entities=[{"typeName": type_name, "attributes": values}], context=BY_HIVE)
    header = next(iter([*result.created, *result.updated]), None)
    if header is None:
        return Entity.objects.select_related("parent").get(type_name=type_name, qualified_name=qualified_name)
    return get_entity(header.guid)


def a_table(name: str = "t1", *, columns: int = 0, **attributes: Any) -> Entity:
    """A hive_table in database "core" with columns c0, c1, …"""
    database = ingest("hive_db", "core@cl1", clusterName="cl1")
    table = ingest(
        "hive_table", f"core.{name}@cl1", name=name, db={"typeName": "hive_db", "guid": database.guid}, **attributes
    )
    for number in range(columns):
        a_column(table, f"c{number}", position=number)
    return table


def a_column(table: Entity, name: str, **attributes: Any) -> Entity:
    return ingest(
        "hive_column",
        f"core.{table.name}.{name}@cl1",
        name=name,
        type="string",
        table={"typeName": "hive_table", "guid": table.guid},
        **attributes,
    )


def a_term(name: str = "Revenue", *, glossary: str = "Shop", **attributes: Any) -> Entity:
    parent = ingest("AtlasGlossary", glossary, name=glossary)
    anchor = {"typeName": "AtlasGlossary", "guid": parent.guid}
    return ingest("AtlasGlossaryTerm", f"{name}@{glossary}", name=name, anchor=anchor, **attributes)
