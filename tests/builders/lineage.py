"""Rows of datasets, columns and processes, written without the store: lineage and coverage read tables only."""

import itertools
import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Q

from discovery.atlas.models import Entity, EntityClassification, Relationship
from discovery.lineage.graph import Node
from discovery.lineage.selectors.walk import INPUTS, OUTPUTS

_TIME = 1_700_000_000_000
_AUTHOR = {"created_ms": _TIME, "updated_ms": _TIME, "created_by": "test", "updated_by": "test"}
_numbers = itertools.count()


def new_dataset(name: str, *, database: str = "core", cluster: str = "cl1", **fields: Any) -> Entity:
    """An unsaved dataset, a hive_table unless told."""
    values = {
        "guid": str(uuid.uuid4()),
        "type_name": "hive_table",
        "kind": Entity.Kind.DATASET,
        "platform": "hive",
        "name": name,
        "database": database,
        "qualified_name": f"{database}.{name}@{cluster}" if database else f"{name}@{cluster}",
        **_AUTHOR,
    }
    return Entity(**(values | fields))


def dataset(name: str, **fields: Any) -> Entity:
    entity = new_dataset(name, **fields)
    entity.save()
    return entity


def new_column(table: Entity, name: str, **fields: Any) -> Entity:
    """An unsaved column of a table."""
    values = {
        "guid": str(uuid.uuid4()),
        "type_name": "hive_column",
        "kind": Entity.Kind.COLUMN,
        "platform": table.platform,
        "name": name,
        "database": table.database,
        "qualified_name": f"{table.database}.{table.name}.{name}@cl1",
        "parent": table,
        **_AUTHOR,
    }
    return Entity(**(values | fields))


def column(table: Entity, name: str, **fields: Any) -> Entity:
    entity = new_column(table, name, **fields)
    entity.save()
    return entity


def new_process(name: str, **fields: Any) -> Entity:
    values = {
        "guid": str(uuid.uuid4()),
        "type_name": "hive_process",
        "kind": Entity.Kind.PROCESS,
        "platform": "hive",
        "name": name,
        "qualified_name": f"{name}@cl1#{next(_numbers)}",
        **_AUTHOR,
    }
    return Entity(**(values | fields))


def edges_of(process: Entity, inputs: Iterable[Entity], outputs: Iterable[Entity]) -> list[Relationship]:
    """Unsaved relationships of a process, stored as Atlas does: end 1 is the process."""
    pairs = [(INPUTS, "TWO_TO_ONE", end) for end in inputs] + [(OUTPUTS, "ONE_TO_TWO", end) for end in outputs]
    return [
        Relationship(
            guid=str(uuid.uuid4()), type_name=kind, end1=process, end2=end, propagate_tags=propagation, **_AUTHOR
        )
        for kind, propagation, end in pairs
    ]


def process(name: str, inputs: Sequence[Entity], outputs: Sequence[Entity], **fields: Any) -> Entity:
    """A process with its edges."""
    entity = new_process(name, **fields)
    entity.save()
    Relationship.objects.bulk_create(edges_of(entity, inputs, outputs))
    return entity


def column_process(source: Entity, target: Entity, *, expression: str = "") -> Entity:
    """One hive_column_lineage from a column to a column."""
    return process(
        f"{source.name}-{target.name}",
        [source],
        [target],
        type_name="hive_column_lineage",
        attributes={"expression": expression} if expression else {},
    )


def soft_delete(entity: Entity) -> None:
    """As the store does: the entity and its edges are DELETED, the entities at the other ends stay."""
    Entity.objects.filter(pk=entity.pk).update(status=Entity.Status.DELETED)
    Relationship.objects.filter(Q(end1=entity) | Q(end2=entity)).update(status=Entity.Status.DELETED)


def classify(entity: Entity, name: str, *, source: Entity | None = None) -> EntityClassification:
    origin = source or entity
    return EntityClassification.objects.create(
        entity=entity, type_name=name, source_guid=origin.guid, created_ms=_TIME, created_by="test"
    )


def fan_out(hub: Entity, children: Sequence[Entity]) -> None:
    """Saves children and feeds each from the hub by a process of its own, in three bulk writes."""
    Entity.objects.bulk_create(children, batch_size=500)
    jobs = [new_process(f"to_{child.name}") for child in children]
    Entity.objects.bulk_create(jobs, batch_size=500)
    edges = [edge for job, child in zip(jobs, children, strict=True) for edge in edges_of(job, [hub], [child])]
    Relationship.objects.bulk_create(edges, batch_size=500)


def names(nodes: Iterable[Node]) -> set[str]:
    return {node.name for node in nodes}
