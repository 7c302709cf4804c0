"""What the log says of each write: written with it, in the same transaction, one event per entity and change."""

from typing import Any

import pytest
from django.db import transaction

from catalogsite.accounts.types import WriteContext
from catalogsite.common.errors import CatalogError
from discovery.atlas.services import authority
from tests.builders.entities import (
    CONTEXT,
    classify,
    column_json,
    delete,
    flow,
    make_table,
    reference,
    row,
    save,
    table_json,
)
from workflows.events.models import Event

pytestmark = pytest.mark.django_db


def told() -> list[tuple[str, str]]:
    """(kind, name) of all events, then forgets them."""
    found = [(event.kind, event.payload.get("name", "")) for event in Event.objects.order_by("position")]
    Event.objects.all().delete()
    return found


def test_each_new_entity_is_told_once() -> None:
    make_table("m.t", ["a", "b"])
    assert sorted(told()) == [("ENTITY_CREATE", name) for name in ("a", "b", "m", "t")]


def test_an_equal_save_tells_nothing() -> None:
    make_table("m.t", ["a"])
    told()
    make_table("m.t", ["a"])
    assert told() == []


def test_an_update_tells_what_changed_from_what_to_what() -> None:
    make_table("m.t", description="old")
    told()
    save(table_json("m.t", description="new"))
    [event] = Event.objects.all()
    assert event.kind == "ENTITY_UPDATE"
    assert event.key == row("m.t").guid
    assert event.payload == {
        "guid": row("m.t").guid,
        "typeName": "hive_table",
        "qualifiedName": "m.t@cl1",
        "name": "t",
        "kind": "dataset",
        "changes": {"description": {"from": "old", "to": "new"}},
    }


def test_long_texts_are_cut_in_events_only() -> None:
    make_table("m.t", description="a" * 3000)
    told()
    save(table_json("m.t", description="b" * 3000))
    [event] = Event.objects.all()
    change = event.payload["changes"]["description"]
    assert (len(change["from"]), len(change["to"]), change["cut"]) == (2000, 2000, True)
    assert row("m.t").description == "b" * 3000


def test_a_peer_is_told_of_the_relation_it_got() -> None:
    make_table("m.t")
    told()
    save(column_json("m.t", "c"))
    change = Event.objects.get(kind="ENTITY_UPDATE").payload["changes"]
    assert change == {"columns": {"added": [row("m.t.c").guid], "removed": []}}


def test_a_soft_delete_tells_of_what_goes_and_not_of_its_peers() -> None:
    """Observed: only ENTITY_DELETE, no update for peers (recording 06)."""
    make_table("m.t", ["a"])
    make_table("m.u")
    flow("p", ["m.t"], ["m.u"])
    told()
    delete("m.t")
    assert sorted(told()) == [("ENTITY_DELETE", "a"), ("ENTITY_DELETE", "t")]


def test_what_goes_for_good_is_told_as_purged() -> None:
    make_table("m.t", ["a"])
    told()
    delete("m.t", hard=True)
    assert sorted(told()) == [("ENTITY_PURGE", "a"), ("ENTITY_PURGE", "t")]


def test_the_context_travels_into_the_event() -> None:
    context = WriteContext(actor="mira", origin="ingest:files", cause=7, trace="proposal:3")
    authority().save_entities(entities=[table_json("m.t")], context=context)
    [event] = Event.objects.all()
    assert (event.actor, event.origin, event.cause, event.trace) == ("mira", "ingest:files", 7, "proposal:3")


def test_a_refused_write_tells_nothing() -> None:
    make_table("m.t")
    told()
    with pytest.raises(CatalogError):
        save(table_json("m.t", description="new"), table_json("m.u", retention="many"))
    assert told() == []


def test_a_rolled_back_write_leaves_no_event() -> None:
    try:
        with transaction.atomic():
            save(table_json("m.t"))
            raise LookupError
    except LookupError:
        pass
    assert told() == []


def test_copies_over_a_new_process_name_its_creation_as_cause() -> None:
    make_table("m.a")
    make_table("m.b")
    classify("m.a", "PII")
    told()
    flow("p", ["m.a"], ["m.b"])
    created = Event.objects.get(kind="ENTITY_CREATE")
    copies = Event.objects.filter(kind="CLASSIFICATION_ADD")
    assert {copy.payload["name"] for copy in copies} == {"p", "b"}
    assert {(copy.cause, copy.origin) for copy in copies} == {(created.position, "propagated")}


def test_relationships_are_told_under_their_first_end() -> None:
    make_table("m.t")
    save({"typeName": "hive_db", "attributes": {"qualifiedName": "n@cl1", "name": "n", "clusterName": "cl1"}})
    flow("p", [], [])
    told()
    wanted: dict[str, Any] = {"typeName": "dataset_process_inputs", "end1": {"guid": row("p").guid}}
    wanted["end2"] = reference("hive_table", "m.t")
    made = authority().save_relationship(relationship=wanted, context=CONTEXT)
    [event] = Event.objects.filter(kind="RELATIONSHIP_CREATE")
    assert event.key == row("p").guid
    assert event.payload["relationship"] == {
        "guid": made["guid"],
        "typeName": "dataset_process_inputs",
        "end1": row("p").guid,
        "end2": row("m.t").guid,
    }
    assert {update.payload["name"] for update in Event.objects.filter(kind="ENTITY_UPDATE")} == {"p", "t"}
