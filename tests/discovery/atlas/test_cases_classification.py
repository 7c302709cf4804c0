"""What went wrong in other catalogs with classifications, and what is right. Sources stand in the docstrings.

Where the source's wish and a real Atlas differ, the store follows the real Atlas (ADR 0003) and the test says so.
"""

import pytest

from catalogsite.common.errors import InvalidInput
from discovery.atlas.authority import ClassificationInput
from discovery.atlas.models import EntityClassification, Relationship
from discovery.atlas.selectors import classifications_of
from discovery.atlas.services import authority
from tests.builders.entities import (
    CONTEXT,
    carriers,
    classify,
    delete,
    flow,
    make_classification,
    make_table,
    row,
    unclassify,
)
from workflows.events.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def level() -> None:
    make_classification("LEVELLED", attributes={"level": "int"})


def chain() -> None:
    """m.a → (ab) → m.b → (bc) → m.c"""
    for name in ("m.a", "m.b", "m.c"):
        make_table(name)
    flow("ab", ["m.a"], ["m.b"])
    flow("bc", ["m.b"], ["m.c"])


def update(name: str, classification: str, **given: object) -> None:
    inputs = [ClassificationInput(classification, **given)]  # type: ignore[arg-type]
    authority().update_classifications(guid=row(name).guid, classifications=inputs, context=CONTEXT)


def set_blocked(edge: Relationship, *tags: tuple[str, str]) -> None:
    relationship = {
        "guid": edge.guid,
        "typeName": edge.type_name,
        "propagateTags": edge.propagate_tags,
        "blockedPropagatedClassifications": [{"typeName": name, "entityGuid": guid} for name, guid in tags],
    }
    authority().save_relationship(relationship=relationship, context=CONTEXT)


def told_of(classification: str, kind: str) -> dict[str, int]:
    """Name of the entity → number of events of one kind."""
    found: dict[str, int] = {}
    for event in Event.objects.filter(kind=kind):
        if event.payload["classification"]["typeName"] == classification:
            name = event.payload["qualifiedName"].split("@")[0]
            found[name] = found.get(name, 0) + 1
    return found


def test_blocking_one_of_two_ways_leaves_the_other() -> None:
    """C31: a tag arrives by two processes; blocking one removed it entirely (apache/atlas ATLAS-4269)."""
    make_table("m.s")
    make_table("m.t")
    flow("p1", ["m.s"], ["m.t"])
    flow("p2", ["m.s"], ["m.t"])
    classify("m.s", "PII")
    first, second = (
        Relationship.objects.get(type_name="process_dataset_outputs", end1=row(name)) for name in ("p1", "p2")
    )
    tag = ("PII", row("m.s").guid)
    set_blocked(first, tag)
    assert EntityClassification.objects.filter(entity=row("m.t")).count() == 1
    set_blocked(second, tag)
    assert EntityClassification.objects.filter(entity=row("m.t")).count() == 0
    set_blocked(first)
    assert EntityClassification.objects.filter(entity=row("m.t")).count() == 1


def test_removal_at_the_source_retracts_every_copy_with_one_event_each() -> None:
    """C32 (1): tag removed at the source, copies stayed downstream (apache/atlas ATLAS-3868, ATLAS-2835)."""
    chain()
    classify("m.a", "PII")
    unclassify("m.a", "PII")
    assert carriers("PII") == set()
    assert told_of("PII", "CLASSIFICATION_DELETE") == dict.fromkeys(["m.a", "ab", "m.b", "bc", "m.c"], 1)


def test_a_deleted_process_retracts_nothing_but_the_copies_know_it() -> None:
    """C32 (2): the case wants copies behind a deleted process gone. A real Atlas 3.0 was seen to keep them until the
    tag goes at its source (recording 11, cases D and E); that is followed, and the copies say their path is gone."""
    chain()
    classify("m.a", "PII")
    delete("ab")
    assert carriers("PII") == {"m.a", "ab", "m.b", "bc", "m.c"}
    [view] = classifications_of([row("m.c").guid])[row("m.c").guid]
    assert not view.has_live_path
    unclassify("m.a", "PII")
    assert carriers("PII") == set()


def test_switching_propagation_off_retracts_every_copy() -> None:
    """C32 (3): propagate true → false left copies (apache/atlas ATLAS-3868)."""
    chain()
    classify("m.a", "PII")
    update("m.a", "PII", propagate=False)
    assert carriers("PII") == {"m.a"}
    assert told_of("PII", "CLASSIFICATION_DELETE") == dict.fromkeys(["ab", "m.b", "bc", "m.c"], 1)


def test_direct_and_propagated_stand_beside_each_other() -> None:
    """C33: same tag both direct and propagated (apache/atlas ATLAS-2624, ATLAS-2504, ATLAS-2484)."""
    make_table("m.a")
    make_table("m.b")
    flow("ab", ["m.a"], ["m.b"])
    classify("m.a", "LEVELLED", attributes={"level": 1})
    classify("m.b", "LEVELLED", attributes={"level": 2})
    guid = row("m.b").guid
    shown = [(view.origin, (view.attributes or {})["level"]) for view in classifications_of([guid])[guid]]
    assert shown == [("DIRECT", 2), ("PROPAGATED", 1)]
    unclassify("m.b", "LEVELLED")
    [left] = classifications_of([guid])[guid]
    assert left.source_guid == row("m.a").guid


def test_each_entity_is_told_its_own_change_when_propagation_is_switched() -> None:
    """C34: wrong event type when propagation is switched on (apache/atlas ATLAS-2633)."""
    chain()
    classify("m.a", "PII", propagate=False)
    Event.objects.all().delete()
    update("m.a", "PII", propagate=True)
    assert told_of("PII", "CLASSIFICATION_UPDATE") == {"m.a": 1}
    assert told_of("PII", "CLASSIFICATION_ADD") == dict.fromkeys(["ab", "m.b", "bc", "m.c"], 1)
    Event.objects.all().delete()
    update("m.a", "PII", propagate=False)
    assert told_of("PII", "CLASSIFICATION_UPDATE") == {"m.a": 1}
    assert told_of("PII", "CLASSIFICATION_DELETE") == dict.fromkeys(["ab", "m.b", "bc", "m.c"], 1)


def test_events_of_copies_name_the_event_of_the_source_as_cause() -> None:
    chain()
    classify("m.a", "PII")
    source = Event.objects.get(kind="CLASSIFICATION_ADD", key=row("m.a").guid)
    copies = Event.objects.filter(kind="CLASSIFICATION_ADD").exclude(pk=source.pk)
    assert {(event.cause, event.origin, event.payload["origin"]) for event in copies} == {
        (source.position, "propagated", "PROPAGATED")
    }
    assert source.payload["origin"] == "DIRECT"


def test_an_update_without_the_flag_leaves_it() -> None:
    """C35: update without the propagate flag changed it or crashed (apache/atlas ATLAS-2590, ATLAS-4481)."""
    chain()
    classify("m.a", "LEVELLED", attributes={"level": 1}, propagate=False)
    update("m.a", "LEVELLED", attributes={"level": 2})
    stored = EntityClassification.objects.get(entity=row("m.a"))
    assert (stored.attributes, stored.propagate) == ({"level": 2}, False)
    assert carriers("LEVELLED") == {"m.a"}


@pytest.mark.parametrize(
    ("period", "field"),
    [
        ({"startTime": "2026/13/01 00:00:00"}, "validityPeriods.0.startTime"),
        ({"startTime": "2026-01-01"}, "validityPeriods.0.startTime"),
        ({"timeZone": "Mars/Olympus"}, "validityPeriods.0.timeZone"),
        ({"startTime": "2026/02/01 00:00:00", "endTime": "2026/01/01 00:00:00"}, "validityPeriods.0.endTime"),
    ],
)
def test_impossible_validity_periods_are_refused_with_their_field(period: dict[str, str], field: str) -> None:
    """C36: bad validity periods were accepted (apache/atlas ATLAS-2730)."""
    make_table("m.a")
    with pytest.raises(InvalidInput) as refusal:
        classify("m.a", "PII", validity_periods=[period])
    assert refusal.value.details["field"] == field
    assert carriers("PII") == set()


def test_a_good_validity_period_is_stored_and_kept_by_an_update() -> None:
    """C36, last row; an update that sends none keeps it (recording 08, steps 40 to 45)."""
    make_table("m.a")
    period = {"endTime": "2026/06/30 23:59:59", "timeZone": "Asia/Kolkata"}
    classify("m.a", "PII", validity_periods=[period])
    update("m.a", "PII", propagate=False)
    assert EntityClassification.objects.get(entity=row("m.a")).validity_periods == [period]


def test_a_deleted_entity_keeps_its_classification_and_leaves_the_active_ones() -> None:
    """C15: a deleted entity still listed under its classification (apache/atlas ATLAS-2550)."""
    make_table("m.a")
    classify("m.a", "PII")
    delete("m.a")
    tagged = EntityClassification.objects.filter(type_name="PII")
    assert not tagged.filter(entity__status="ACTIVE").exists()
    assert [each.entity.status for each in tagged] == ["DELETED"]


def test_a_new_edge_does_not_bring_back_what_was_removed_elsewhere() -> None:
    """A copy whose source is deleted and that was taken off by hand stays off when another edge appears."""
    chain()
    classify("m.a", "PII")
    delete("m.a")
    unclassify("bc", "PII", source="m.a")
    unclassify("m.c", "PII", source="m.a")
    make_table("m.d")
    flow("bd", ["m.b"], ["m.d"])
    assert carriers("PII") & {"bc", "m.c"} == set()
