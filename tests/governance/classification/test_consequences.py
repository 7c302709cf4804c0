"""What would follow from a proposal, read without writing; it must be what then happens."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest

from discovery.atlas.models import Entity, EntityClassification, Relationship
from discovery.atlas.preview import would_propagate_to
from governance.classification.selectors.consequences import PolicyStep, consequences
from governance.classification.services import approve_proposal
from governance.classification.types import ChangeAction
from tests.builders.lineage import classify, column, column_process, dataset, fan_out, new_dataset, process, soft_delete
from tests.builders.proposals import Shop, change, make_shop, propose, set_classification
from tests.people import People
from workflows.reactions.services import drain_all

pytestmark = pytest.mark.django_db
QueryLimit = Callable[[int], AbstractContextManager[Any]]


@pytest.fixture
def shop() -> Shop:
    return make_shop()


def test_downstream_is_found_with_its_path_and_jobs_are_counted_apart(shop: Shop) -> None:
    found = consequences([change(shop.email)])
    assert (found.inherit_count, found.job_count) == (1, 1)
    assert [place.name for place in found.inherits[0].path] == ["email", "email-email", "email"]
    assert found.databases == ["core.people"]


def test_unpropagated_change_reaches_nothing_more(shop: Shop) -> None:
    assert consequences([change(shop.email, propagate=False)]).inherit_count == 0


def test_update_keeps_the_propagation_that_is_set(shop: Shop) -> None:
    set_classification(shop.email, propagate=False)
    assert consequences([change(shop.email, ChangeAction.UPDATE, attributes={"kind": "EMAIL"})]).inherit_count == 0


def test_removal_tells_who_loses_it(shop: Shop) -> None:
    set_classification(shop.email)
    classify(shop.people_email, "PII", source=shop.email)
    found = consequences([change(shop.email, ChangeAction.REMOVE)])
    assert found.is_removal
    assert [each.target.guid for each in found.inherits] == [shop.people_email.guid]


def test_diamond_and_cycle_count_each_entity_once(shop: Shop) -> None:
    left, right = column(shop.staff, "left"), column(shop.staff, "right")
    for middle in (left, right):
        column_process(shop.phone, middle)
        column_process(middle, shop.people_email)
    column_process(shop.people_email, shop.phone)
    assert consequences([change(shop.phone)]).inherit_count == 3


def test_blocked_edges_and_deleted_entities_stop_it(shop: Shop) -> None:
    edge = Relationship.objects.get(end2=shop.people_email)
    edge.blocked_classifications = [["PII", shop.email.guid]]
    edge.save()
    assert consequences([change(shop.email)]).inherit_count == 0
    assert consequences([change(shop.email, name="CONFIDENTIAL")]).inherit_count == 1
    soft_delete(shop.people_email)
    assert consequences([change(shop.email, name="CONFIDENTIAL")]).inherit_count == 0


def test_policies_say_whether_they_begin_match_or_stop(shop: Shop, people: People) -> None:
    steps = {each.classification: each.step for each in consequences([change(shop.email)]).policies}
    assert steps == {"PII": PolicyStep.CREATE}
    approve_proposal(actor=people.actor("steward"), proposal_id=propose(people, change(shop.email)).pk)
    drain_all()
    assert consequences([change(shop.phone)]).policies[0].step is PolicyStep.MATCH
    assert consequences([change(shop.email, ChangeAction.REMOVE)]).policies[0].step is PolicyStep.STOP
    assert consequences([change(shop.phone, name="RETENTION")]).policies[0].step is PolicyStep.NONE


def _chains() -> Iterator[Entity]:
    """A small graph of tables: a chain, a fan, a job with two inputs, a cycle."""
    tables = [dataset(f"t{number}") for number in range(7)]
    process("a", [tables[0]], [tables[1], tables[2]])
    process("b", [tables[1], tables[3]], [tables[4]])
    process("c", [tables[4]], [tables[5]])
    process("d", [tables[5]], [tables[1]])
    yield from tables


@pytest.mark.parametrize("start", range(7))
def test_preview_is_what_then_happens(people: People, start: int) -> None:
    tables = list(_chains())
    foreseen = {each.guid for each in would_propagate_to(guids=[tables[start].guid], type_name="PII").reached}
    approve_proposal(actor=people.actor("steward"), proposal_id=propose(people, change(tables[start])).pk)
    drain_all()
    rows = EntityClassification.objects.filter(type_name="PII").values_list("entity__guid", flat=True)
    happened = set(rows) - {tables[start].guid}
    assert foreseen == happened


def test_queries_grow_with_levels_not_with_changes(shop: Shop, django_assert_max_num_queries: QueryLimit) -> None:
    hub = dataset("hub")
    fan_out(hub, [new_dataset(f"child{number}") for number in range(300)])
    columns = [column(shop.staff, f"c{number}") for number in range(60)]
    with django_assert_max_num_queries(20):
        found = consequences([change(hub), *(change(each) for each in columns)])
    assert found.inherit_count == 300
