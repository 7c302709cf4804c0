"""Propagation against a brute-force oracle: random operations, replayed by a model that knows nothing of tables.

The oracle keeps edges and rows in plain sets. New edges and new classifications spread by walking everything again;
a deleted process or edge takes nothing back; removal at the source takes everything of that source.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from discovery.atlas.models import Entity, EntityClassification
from discovery.atlas.selectors import classifications_of, propagation_path
from tests.builders.entities import classify, delete, process_json, save, unclassify

DATASETS = ("a", "b", "c", "d")
TAGS = ("PII", "CONFIDENTIAL")

operations = st.lists(
    st.one_of(
        st.tuples(st.just("flow"), st.sampled_from(DATASETS), st.sampled_from(DATASETS)),
        st.tuples(st.just("tag"), st.sampled_from(DATASETS), st.sampled_from(TAGS)),
        st.tuples(st.just("untag"), st.sampled_from(DATASETS), st.sampled_from(TAGS)),
        st.tuples(st.just("drop_process"), st.integers(0, 6), st.just("")),
        st.tuples(st.just("drop_dataset"), st.sampled_from(DATASETS), st.just("")),
    ),
    min_size=10,
    max_size=24,
)


@dataclass
class Oracle:
    """The rules in their simplest form."""

    edges: set[tuple[str, str]] = field(default_factory=set)
    alive: set[str] = field(default_factory=lambda: set(DATASETS))
    rows: set[tuple[str, str, str]] = field(default_factory=set)
    """(entity, tag, source)."""

    def flow(self, process: str, source: str, target: str) -> None:
        self.alive.add(process)
        for edge in ((source, process), (process, target)):
            self.edges.add(edge)
        for entity, tag, origin in sorted(self.rows):
            if entity in {source, process}:
                self.spread(entity, tag, origin)

    def spread(self, start: str, tag: str, source: str) -> None:
        queue = [start]
        while queue:
            entity = queue.pop()
            for before, after in sorted(self.edges):
                is_new = (after, tag, source) not in self.rows and after != source
                if before == entity and after in self.alive and is_new:
                    self.rows.add((after, tag, source))
                    queue.append(after)

    def tag(self, entity: str, tag: str) -> None:
        self.rows.add((entity, tag, entity))
        self.spread(entity, tag, entity)

    def untag(self, source: str, tag: str) -> None:
        self.rows = {each for each in self.rows if each[1:] != (tag, source)}

    def drop(self, entity: str) -> None:
        self.alive.discard(entity)
        self.edges = {edge for edge in self.edges if entity not in edge}


def stored() -> set[tuple[str, str, str]]:
    names = dict(Entity.objects.values_list("guid", "name"))
    rows = EntityClassification.objects.values_list("entity__name", "type_name", "source_guid")
    return {(name, tag, names[source]) for name, tag, source in rows}


def play(script: list[tuple[str, object, str]]) -> Iterator[tuple[Oracle, str]]:
    """Does each operation in both worlds; gives the oracle after each."""
    oracle = Oracle()
    processes: list[str] = []
    dataset = [
        {"typeName": "DataSet", "attributes": {"qualifiedName": f"{name}@cl1", "name": name}} for name in DATASETS
    ]
    save(*dataset)
    for what, first, second in script:
        name = str(first)
        if what == "flow" and {name, second} <= oracle.alive:
            process = f"p{len(processes)}"
            processes.append(process)
            save(process_json(process, [name], [second], of="DataSet"))
            oracle.flow(process, name, second)
        elif what == "tag" and name in oracle.alive and (name, second, name) not in oracle.rows:
            classify(name, second)
            oracle.tag(name, second)
        elif what == "untag" and (name, second, name) in oracle.rows:
            unclassify(name, second)
            oracle.untag(name, second)
        elif what == "drop_process" and isinstance(first, int) and first < len(processes):
            delete(processes[first])
            oracle.drop(processes[first])
        elif what == "drop_dataset" and name in oracle.alive:
            delete(name)
            oracle.drop(name)
        yield oracle, f"{what} {first} {second}"


@pytest.mark.django_db
@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(script=operations)
def test_what_is_stored_is_what_the_oracle_says_after_every_operation(
    db: None, script: list[tuple[str, object, str]]
) -> None:
    with transaction.atomic():
        for oracle, done in play(script):
            assert stored() == oracle.rows, done
        transaction.set_rollback(True)


@pytest.mark.django_db
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(script=operations)
def test_every_propagated_row_of_a_living_path_can_be_walked_back_to_its_source(
    db: None, script: list[tuple[str, object, str]]
) -> None:
    with transaction.atomic():
        for _oracle, _done in play(script):
            pass
        for views in classifications_of(Entity.objects.values_list("guid", flat=True)).values():
            for view in views:
                path = [hop.guid for hop in propagation_path(view.guid, view.type_name, view.source_guid)]
                assert path[-1] == view.guid
                if view.has_live_path:
                    assert path[0] == view.source_guid
        transaction.set_rollback(True)
