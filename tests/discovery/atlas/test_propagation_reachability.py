"""While nothing is deleted, what is stored is exactly what can be reached: random operations and plain reachability.

New processes with several inputs and outputs, classifications set, removed and switched, edges blocked and unblocked,
terms assigned and taken off. Deletions leave rows behind on purpose; they are in test_propagation_properties.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from discovery.atlas.authority import ClassificationInput
from discovery.atlas.models import Entity, EntityClassification, Relationship
from discovery.atlas.services import authority
from tests.builders.entities import CONTEXT, classify, process_json, reference, row, save, unclassify

DATASETS = ("a", "b", "c", "d", "e")
TAGS = ("PII", "CONFIDENTIAL")
SOURCES = (*DATASETS, "term")
some = st.sets(st.sampled_from(DATASETS), min_size=1, max_size=3)

operations = st.lists(
    st.one_of(
        st.tuples(st.just("flow"), some, some),
        st.tuples(st.just("tag"), st.sampled_from(SOURCES), st.sampled_from(TAGS)),
        st.tuples(st.just("untag"), st.sampled_from(SOURCES), st.sampled_from(TAGS)),
        st.tuples(st.just("switch"), st.sampled_from(SOURCES), st.sampled_from(TAGS)),
        st.tuples(st.just("block"), st.integers(0, 30), st.tuples(st.sampled_from(TAGS), st.sampled_from(SOURCES))),
        st.tuples(st.just("unblock"), st.integers(0, 30), st.just("")),
        st.tuples(st.just("assign"), st.sampled_from(DATASETS), st.just("")),
        st.tuples(st.just("unassign"), st.sampled_from(DATASETS), st.just("")),
    ),
    min_size=8,
    max_size=22,
)


@dataclass
class Model:
    """Edges with what they block, and what is set where (with its propagate flag)."""

    edges: dict[tuple[str, str], set[tuple[str, str]]] = field(default_factory=dict)
    set_here: dict[tuple[str, str], bool] = field(default_factory=dict)
    """(source, tag) → propagate."""

    def rows(self) -> set[tuple[str, str, str]]:
        """(entity, tag, source) of everything that is reached."""
        found = set()
        for (source, tag), propagates in self.set_here.items():
            reached, queue = {source}, [source] if propagates else []
            while queue:
                here = queue.pop()
                for (before, after), blocked in self.edges.items():
                    if before == here and after not in reached and (tag, source) not in blocked:
                        reached.add(after)
                        queue.append(after)
            found |= {(entity, tag, source) for entity in reached}
        return found


class Worlds:
    """Does each operation in the store and in the model."""

    def __init__(self) -> None:
        self.model = Model()
        self.processes = 0
        glossary = {"qualifiedName": "g@cl1", "name": "g"}
        term = {"qualifiedName": "term@cl1", "name": "term", "anchor": reference("AtlasGlossary", "g")}
        save(
            {"typeName": "AtlasGlossary", "attributes": glossary},
            {"typeName": "AtlasGlossaryTerm", "attributes": term},
            *({"typeName": "DataSet", "attributes": {"qualifiedName": f"{n}@cl1", "name": n}} for n in DATASETS),
        )

    def flow(self, inputs: set[str], outputs: set[str]) -> None:
        name = f"p{self.processes}"
        self.processes += 1
        save(process_json(name, sorted(inputs), sorted(outputs), of="DataSet"))
        for each in inputs:
            self.model.edges[each, name] = set()
        for each in outputs:
            self.model.edges[name, each] = set()

    def tag(self, source: str, tag: str) -> None:
        if (source, tag) not in self.model.set_here:
            classify(source, tag)
            self.model.set_here[source, tag] = True

    def untag(self, source: str, tag: str) -> None:
        if self.model.set_here.pop((source, tag), None) is not None:
            unclassify(source, tag)

    def switch(self, source: str, tag: str) -> None:
        if (source, tag) in self.model.set_here:
            self.model.set_here[source, tag] ^= True
            inputs = [ClassificationInput(tag, propagate=self.model.set_here[source, tag])]
            authority().update_classifications(guid=row(source).guid, classifications=inputs, context=CONTEXT)

    def block(self, number: int, what: tuple[str, str]) -> None:
        if edge := self._edge(number):
            self.model.edges[edge].add(what)
            self._store_blocked(edge)

    def unblock(self, number: int, _: str) -> None:
        if edge := self._edge(number):
            self.model.edges[edge].clear()
            self._store_blocked(edge)

    def assign(self, name: str, _: str) -> None:
        authority().assign_term(term_guid=row("term").guid, guids=[row(name).guid], context=CONTEXT)
        self.model.edges.setdefault(("term", name), set())

    def unassign(self, name: str, _: str) -> None:
        authority().unassign_term(term_guid=row("term").guid, guids=[row(name).guid], context=CONTEXT)
        self.model.edges.pop(("term", name), None)

    def _edge(self, number: int) -> tuple[str, str] | None:
        edges = sorted(self.model.edges)
        return edges[number % len(edges)] if edges else None

    def _store_blocked(self, edge: tuple[str, str]) -> None:
        before, after = edge
        kind, ends = "process_dataset_outputs", (before, after)
        if after.startswith("p"):
            kind, ends = "dataset_process_inputs", (after, before)
        elif before == "term":
            kind = "AtlasGlossarySemanticAssignment"
        stored = Relationship.objects.get(type_name=kind, end1__name=ends[0], end2__name=ends[1], status="ACTIVE")
        blocked = [{"typeName": tag, "entityGuid": row(source).guid} for tag, source in self.model.edges[edge]]
        relationship = {
            "guid": stored.guid,
            "typeName": stored.type_name,
            "propagateTags": stored.propagate_tags,
            "blockedPropagatedClassifications": blocked,
        }
        authority().save_relationship(relationship=relationship, context=CONTEXT)


def stored() -> set[tuple[str, str, str]]:
    names = dict(Entity.objects.values_list("guid", "name"))
    rows = EntityClassification.objects.values_list("entity__name", "type_name", "source_guid")
    return {(name, tag, names[source]) for name, tag, source in rows}


def play(script: list[tuple[str, Any, Any]]) -> Iterator[tuple[Model, str]]:
    worlds = Worlds()
    for what, first, second in script:
        getattr(worlds, what)(first, second)
        yield worlds.model, f"{what} {first} {second}"


@pytest.mark.django_db
@settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(script=operations)
def test_what_is_stored_is_what_can_be_reached(db: None, script: list[tuple[str, Any, Any]]) -> None:
    with transaction.atomic():
        for model, done in play(script):
            assert stored() == model.rows(), done
        transaction.set_rollback(True)
