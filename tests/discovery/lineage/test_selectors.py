"""The graph as it is read, folded and filtered."""

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalogsite.common.errors import NotFound
from discovery.lineage.graph import Direction, LineageGraph, fold_processes, without_deleted
from discovery.lineage.selectors import count_hidden, get_impact, get_lineage
from tests.builders.lineage import dataset, fan_out, names, new_dataset, process, soft_delete

pytestmark = pytest.mark.django_db


def pairs(graph: LineageGraph) -> set[tuple[str, str]]:
    known = {**graph.nodes, **graph.folded}
    return {(known[edge.source].name, known[edge.target].name) for edge in graph.edges}


def test_two_datasets_that_feed_each_other_end() -> None:
    """Case C19: apache/atlas ATLAS-2531, datahub-project/datahub PR#2413."""
    a, b = dataset("a"), dataset("b")
    process("p1", [a], [b])
    process("p2", [b], [a])
    for depth in (3, 0):
        graph = get_lineage(a.guid, depth=depth)
        assert names(graph.nodes.values()) == {"a", "b", "p1", "p2"}
        assert sorted(pairs(graph)) == [("a", "p1"), ("b", "p2"), ("p1", "b"), ("p2", "a")]
        assert len(graph.edges) == 4
    assert pairs(fold_processes(graph)) == {("a", "b"), ("b", "a")}


def test_a_job_that_rewrites_its_source_is_legal() -> None:
    """Case C20: datahub-project/datahub#2954."""
    a, x = dataset("a"), dataset("x")
    process("load", [a, x], [a])
    graph = get_lineage(a.guid)
    assert pairs(graph) == {("a", "load"), ("x", "load"), ("load", "a")}
    assert pairs(fold_processes(graph)) == {("x", "a")}


def test_both_ways_of_a_diamond_are_there() -> None:
    """Case C21: apache/atlas ATLAS-920, an edge map keyed by one end kept only the last path."""
    s, m1, m2, t = (dataset(name) for name in ("s", "m1", "m2", "t"))
    for name, source, target in (("p1", s, m1), ("p2", s, m2), ("p3", m1, t), ("p4", m2, t)):
        process(name, [source], [target])
    graph = get_lineage(s.guid, direction=Direction.OUTPUT)
    assert (len(graph.nodes), len(graph.edges)) == (8, 8)


def test_one_process_with_two_outputs_makes_a_diamond_too() -> None:
    """Case C21, second form."""
    s, m1, m2, t = (dataset(name) for name in ("s", "m1", "m2", "t"))
    process("p", [s], [m1, m2])
    process("q", [m1, m2], [t])
    graph = get_lineage(s.guid, direction=Direction.OUTPUT)
    assert (len(graph.nodes), len(graph.edges)) == (6, 6)
    assert pairs(fold_processes(graph)) == {("s", "m1"), ("s", "m2"), ("m1", "t"), ("m2", "t")}


def test_deleted_datasets_say_so_and_can_be_left_out() -> None:
    """Case C22: open-metadata/OpenMetadata#11795, apache/atlas ATLAS-947."""
    a, b, c = dataset("a"), dataset("b"), dataset("c")
    process("p1", [a], [b])
    process("p2", [b], [c])
    soft_delete(b)
    graph = get_lineage(a.guid)
    assert graph.nodes[b.guid].status == "DELETED"
    living = without_deleted(graph)
    assert b.guid not in living.nodes
    assert all(b.guid not in edge.key for edge in living.edges)
    [edge] = fold_processes(living).edges
    assert edge.key == (a.guid, c.guid)
    assert edge.is_indirect


def test_hiding_processes_and_deleted_composes_in_either_order() -> None:
    """Case C23: apache/atlas ATLAS-2994, where only one of the filters could act."""
    a, b, c, d = (dataset(name) for name in "abcd")
    for name, source, target in (("p1", a, b), ("p2", b, c), ("p3", c, d)):
        process(name, [source], [target])
    soft_delete(b)
    graph = get_lineage(a.guid)
    one, other = fold_processes(without_deleted(graph)), without_deleted(fold_processes(graph))
    assert set(one.nodes) == set(other.nodes) == {a.guid, c.guid, d.guid}
    assert set(one.edges) == set(other.edges)
    assert pairs(one) == {("a", "c"), ("c", "d")}
    assert len(graph.nodes) == 7


def test_filters_commute_on_random_graphs() -> None:
    """Case C23, whatever the graph."""
    dice = random.Random(4)
    for _ in range(12):
        sets = [dataset(f"d{number}", database=f"r{dice.random()}") for number in range(6)]
        jobs = [
            process("p", dice.sample(sets, dice.randint(1, 2)), dice.sample(sets, dice.randint(1, 2))) for _ in range(6)
        ]
        for entity in dice.sample(sets + jobs, 4):
            soft_delete(entity)
        graph = get_lineage(sets[0].guid, depth=0)
        one, other = fold_processes(without_deleted(graph)), without_deleted(fold_processes(graph))
        assert set(one.nodes) == set(other.nodes)
        assert {edge.key for edge in one.edges} == {edge.key for edge in other.edges}


def test_a_deleted_process_ends_the_flow() -> None:
    a, b = dataset("a"), dataset("b")
    soft_delete(process("p", [a], [b]))
    assert len(get_lineage(a.guid).nodes) == 3
    assert set(without_deleted(get_lineage(a.guid)).nodes) == {a.guid}


def test_equal_names_in_two_clusters_stay_two_nodes() -> None:
    """Case C24: MarquezProject/marquez#1014."""
    one, other = dataset("orders", database="raw", cluster="cl1"), dataset("orders", database="raw", cluster="cl2")
    process("copy", [one], [other])
    graph = get_lineage(one.guid)
    assert (len(graph.nodes), len(graph.edges)) == (3, 2)
    assert fold_processes(graph).edges[0].key == (one.guid, other.guid)


def test_a_table_made_again_has_none_of_the_old_lineage() -> None:
    """Case C25: apache/atlas ATLAS-965."""
    a, old = dataset("a"), dataset("t")
    process("p", [a], [old])
    soft_delete(old)
    new = dataset("t")
    assert old.guid != new.guid
    assert get_lineage(new.guid).is_empty
    graph = get_lineage(old.guid)
    assert pairs(graph) == {("a", "p"), ("p", "t")}
    assert graph.nodes[old.guid].is_deleted
    assert pairs(without_deleted(graph)) == {("a", "p"), ("p", "t")}, "the base is shown whatever the filter"


def test_unknown_is_not_found_and_known_without_lineage_is_empty() -> None:
    """Case C26: apache/atlas ATLAS-1353, ATLAS-4409."""
    with pytest.raises(NotFound):
        get_lineage("00000000-0000-0000-0000-000000000000")
    alone = dataset("t1")
    graph = get_lineage(alone.guid)
    assert graph.base == alone.guid
    assert graph.edges == ()


def test_depth_counts_datasets_and_reaches_each_by_its_shortest_way() -> None:
    """Seen on a real Atlas: the node behind a long and a short way is reached at the short one."""
    a, b, c, d, e = (dataset(name) for name in "abcde")
    for source, target in ((a, b), (b, c), (c, d), (d, e), (a, d)):
        process(f"{source.name}{target.name}", [source], [target])
    reached = {depth: names(get_lineage(a.guid, direction=Direction.OUTPUT, depth=depth).datasets) for depth in (1, 2)}
    assert reached == {1: {"a", "b", "d"}, 2: {"a", "b", "c", "d", "e"}}
    assert names(get_lineage(e.guid, direction=Direction.OUTPUT, depth=2).nodes.values()) == {"e"}


def test_a_process_as_base_has_its_own_datasets_at_the_first_step() -> None:
    a, b, c = dataset("a"), dataset("b"), dataset("c")
    job = process("p", [a], [b])
    process("q", [b], [c])
    assert names(get_lineage(job.guid, depth=1).nodes.values()) == {"a", "b", "p"}
    assert names(get_lineage(job.guid, depth=2).nodes.values()) == {"a", "b", "c", "p", "q"}
    assert job.guid in fold_processes(get_lineage(job.guid, depth=1)).nodes


def test_the_number_of_queries_depends_on_the_levels_only() -> None:
    hub = dataset("hub")
    fan_out(hub, [new_dataset(f"d{number}") for number in range(300)])
    with CaptureQueriesContext(
        connection,
    ) as queries:
        get_lineage(hub.guid, direction=Direction.OUTPUT, depth=2)
    assert len(queries) <= 7


def test_hidden_counts_name_the_direct_neighbours_left_out() -> None:
    a, b, c, d = (dataset(name) for name in "abcd")
    process("p", [a, d], [b])
    process("q", [b], [c])
    hidden = count_hidden(get_lineage(a.guid, direction=Direction.OUTPUT, depth=1))
    assert {guid: (count.upstream, count.downstream) for guid, count in hidden.items()} == {b.guid: (1, 1)}
    soft_delete(c)
    hidden = count_hidden(get_lineage(a.guid, direction=Direction.OUTPUT, depth=1))
    assert hidden[b.guid].downstream == 0


def test_impact_names_everything_that_follows_with_steps_and_owners() -> None:
    a = dataset("a")
    b, c = dataset("b", owner="Mira, Tom"), dataset("c", owner="Mira", type_name="kafka_topic")
    process("p", [a], [b])
    process("q", [b], [c])
    impact = get_impact(a.guid)
    assert [(row.node.name, row.hops, row.made_by) for row in impact.rows] == [("b", 1, ("p",)), ("c", 2, ("q",))]
    assert impact.owners == ("Mira", "Tom")
    assert impact.counts == (("tables", 1), ("topics", 1))
    assert get_impact(c.guid, direction=Direction.INPUT).steps == 2
