"""The graph compared with what a real Atlas answered (recorded scenario 12), where the recordings lie beside."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from discovery.atlas.models import Entity
from discovery.lineage.graph import Direction
from discovery.lineage.selectors import get_lineage
from tests.builders.lineage import dataset, process, soft_delete
from tests.shared_data import shared_data

pytestmark = pytest.mark.django_db


def recorded(step: int) -> tuple[Mapping[str, Any], set[str], set[tuple[str, str]]]:
    """The query of a step, the names it answered, and the edges by name."""
    path = shared_data("atlas-recordings") / "12-lineage.json"
    found = json.loads(path.read_text())["steps"][step]
    headers = {guid: header["attributes"]["name"] for guid, header in found["answer"]["guidEntityMap"].items()}
    edges = {(headers[edge["fromEntityId"]], headers[edge["toEntityId"]]) for edge in found["answer"]["relations"]}
    return found["call"].get("query") or {}, set(headers.values()), edges


def asked(entity: Entity, query: Mapping[str, Any]) -> tuple[set[str], set[tuple[str, str]]]:
    """Our answer in the same form: Atlas leaves the base out when it has no edges."""
    depth = max(int(query.get("depth", 3)), 0)
    graph = get_lineage(entity.guid, direction=Direction(query.get("direction", "BOTH")), depth=depth)
    names = {guid: node.name for guid, node in graph.nodes.items()}
    edges = {(names[edge.source], names[edge.target]) for edge in graph.edges}
    return set(names.values()) if edges else set(), edges


def chain() -> dict[str, Entity]:
    """d0 → p1 → d1 … d4, and a branch from d2."""
    _, names, edges = recorded(8)
    made = {name: dataset(name, database="") for name in names if name[0] != "p"}
    for name in names - set(made):
        made[name] = process(
            name,
            [made[source] for source, target in edges if target == name],
            [made[target] for source, target in edges if source == name],
        )
    return made


@pytest.mark.parametrize(
    ("step", "base"),
    [(2, "d2"), (3, "d2"), (4, "d2"), (5, "d2"), (6, "d2"), (7, "d0"), (8, "d0"), (9, "d0"), (10, "d0")],
)
def test_each_direction_and_depth_answers_the_same(step: int, base: str) -> None:
    query, names, edges = recorded(step)
    assert asked(chain()[base], query) == (names, edges)


@pytest.mark.parametrize("step", [11, 12])
def test_a_process_as_base_answers_the_same(step: int) -> None:
    query, names, edges = recorded(step)
    assert asked(chain()["p2"], query) == (names, edges)


def test_what_is_deleted_stays_in_the_answer() -> None:
    made = chain()
    soft_delete(made["p3"])
    query, names, edges = recorded(32)
    assert asked(made["d2"], query) == (names, edges)
    query, names, edges = recorded(33)
    assert asked(made["d4"], query) == (names, edges)
    soft_delete(made["d0"])
    query, names, edges = recorded(37)
    assert asked(made["d0"], query) == (names, edges)
