"""Saving and restoring texts."""

import pytest

from catalogsite.accounts.types import SYSTEM, Actor, TokenKind, WriteContext
from catalogsite.common.errors import Conflict, InvalidInput, NotAllowed, NotFound, NotSignedIn
from discovery.atlas.authority import SaveMode
from discovery.atlas.models import Entity
from discovery.atlas.services import delete_entities, save_entities
from discovery.documentation.models import TextRevision
from discovery.documentation.selectors import documentation_of, get_revision, list_revisions
from discovery.documentation.services import restore_revision, save_description
from tests.builders.documentation import a_table, a_term, ingest
from tests.people import People
from workflows.events.models import Event

pytestmark = pytest.mark.django_db


def stored(guid: str) -> Entity:
    return Entity.objects.get(guid=guid)


def test_a_saved_text_is_the_attribute_a_revision_and_an_event(people: People) -> None:
    table = a_table(comment="S1")
    saved = save_description(actor=people.actor("analyst"), guid=table.guid, text="One row.", revision=0)
    assert (saved.revision, saved.origin, saved.by) == (1, "human", "analyst")
    row = stored(table.guid)
    assert (row.user_description, row.attributes["userDescription"], row.description) == ("One row.", "One row.", "S1")
    assert row.is_documented
    event = Event.objects.filter(key=table.guid).latest("position")
    assert (event.kind, event.actor, event.payload["revision"]) == ("DOCUMENTATION_UPDATE", "analyst", 1)


def test_nothing_written_is_revision_0(people: People) -> None:
    table = a_table(comment="what the source says")
    found = documentation_of([table.guid, "unknown"])
    assert (found[table.guid].revision, found[table.guid].text, found[table.guid].origin) == (0, "", "")
    assert found["unknown"].revision == 0


def test_the_second_of_two_people_is_told_and_nothing_is_lost(people: People) -> None:
    """C27 (open-metadata/OpenMetadata#22290): a stale save is refused with the newer text."""
    table = a_table()
    save_description(actor=people.actor("analyst"), guid=table.guid, text="A", revision=0)
    events = Event.objects.count()
    with pytest.raises(Conflict) as caught:
        save_description(actor=people.actor("steward"), guid=table.guid, text="B", revision=0)
    details = caught.value.details
    assert (details["text"], details["revision"], details["by"]) == ("A", 1, "analyst")
    assert details["at"]
    assert stored(table.guid).user_description == "A"
    assert TextRevision.objects.count() == 1
    assert Event.objects.count() == events


@pytest.mark.parametrize("text", ["R&D <b>\"x\"</b> 'y'", "", "\n leading line\n", "\u202eאב", "a\u0000".rstrip("\0")])
def test_saving_what_stands_there_changes_nothing(people: People, text: str) -> None:
    """C30 (apache/ranger RANGER-2487): no version bump for a no-op save, whatever revision it was based on."""
    table, actor = a_table(), people.actor("analyst")
    first = save_description(actor=actor, guid=table.guid, text=text, revision=0)
    events = Event.objects.count()
    for _ in range(3):
        again = save_description(actor=actor, guid=table.guid, text=text, revision=0)
        assert again.revision == first.revision
    assert stored(table.guid).user_description == text
    assert Event.objects.count() == events


def test_a_source_never_overwrites_what_a_person_wrote(people: People) -> None:
    """C75 (open-metadata/OpenMetadata#1360): two fields; the person's wins, the source's stays visible."""
    table = ingest("hive_table", "core.t1@cl1", description="S1", db=_database())
    save_description(actor=people.actor("analyst"), guid=table.guid, text="U1", revision=0)
    ingest("hive_table", "core.t1@cl1", description="S2", db=_database())
    row = stored(table.guid)
    assert (row.text, row.user_description, row.description) == ("U1", "U1", "S2")
    assert documentation_of([table.guid])[table.guid].revision == 1


def _database() -> dict[str, str]:
    database = ingest("hive_db", "core@cl1", clusterName="cl1")
    return {"typeName": "hive_db", "guid": database.guid}


def test_a_text_that_came_by_the_authority_counts_and_is_kept(people: People) -> None:
    table = a_table()
    actor = people.actor("analyst")
    save_description(actor=actor, guid=table.guid, text="ours", revision=0)
    change = {"guid": table.guid, "typeName": "hive_table", "attributes": {"userDescription": "by another door"}}
    context = WriteContext(actor="hook", origin="ingest:atlas")
    save_entities(actor=SYSTEM, entities=[change], mode=SaveMode.PARTIAL, context=context)
    stands = documentation_of([table.guid])[table.guid]
    assert (stands.revision, stands.origin, stands.text) == (2, "ingest:atlas", "by another door")
    with pytest.raises(Conflict):
        save_description(actor=actor, guid=table.guid, text="blind", revision=1)
    save_description(actor=actor, guid=table.guid, text="seen", revision=2)
    assert [row.text for row in list_revisions(table.guid).results] == ["seen", "by another door", "ours"]


def test_restoring_makes_a_new_revision_that_says_so(people: People) -> None:
    table, actor = a_table(), people.actor("analyst")
    save_description(actor=actor, guid=table.guid, text="first", revision=0)
    save_description(actor=actor, guid=table.guid, text="second", revision=1)
    restored = restore_revision(actor=people.actor("steward"), guid=table.guid, revision=1)
    assert (restored.revision, restored.text) == (3, "first")
    assert get_revision(table.guid, 3).restored_from == 1
    with pytest.raises(NotFound):
        restore_revision(actor=actor, guid=table.guid, revision=9)
    with pytest.raises(Conflict):
        restore_revision(actor=actor, guid=table.guid, revision=2, current=2)


def test_each_entity_counts_its_own_revisions(people: People) -> None:
    table, actor = a_table(columns=1), people.actor("analyst")
    column = Entity.objects.get(kind="column")
    assert save_description(actor=actor, guid=table.guid, text="table", revision=0).revision == 1
    assert save_description(actor=actor, guid=column.guid, text="column", revision=0).revision == 1


def test_a_terms_text_is_its_long_description(people: People) -> None:
    term = a_term("Revenue", longDescription="Money earned.")
    stands = documentation_of([term.guid])[term.guid]
    assert (stands.revision, stands.text) == (1, "Money earned.")
    save_description(actor=people.actor("analyst"), guid=term.guid, text="Money earned in a day.", revision=1)
    assert stored(term.guid).attributes["longDescription"] == "Money earned in a day."


def test_who_may_not_write_changes_nothing(people: People) -> None:
    table = a_table()
    reader = Actor("robot", token_kind=TokenKind.SERVICE, token_scopes=frozenset({"read"}))
    events = Event.objects.count()
    with pytest.raises(NotSignedIn):
        save_description(actor=people.actor("anonymous"), guid=table.guid, text="x", revision=0)
    with pytest.raises(NotAllowed):
        save_description(actor=reader, guid=table.guid, text="x", revision=0)
    assert Event.objects.count() == events
    assert TextRevision.objects.count() == 0


def test_a_deleted_or_unknown_entity_takes_no_text(people: People) -> None:
    table, actor = a_table(), people.actor("analyst")
    delete_entities(actor=SYSTEM, guids=[table.guid], context=WriteContext(actor="admin"))
    with pytest.raises(Conflict) as caught:
        save_description(actor=actor, guid=table.guid, text="x", revision=0)
    assert caught.value.error_code == "DELETED"
    with pytest.raises(NotFound):
        save_description(actor=actor, guid="nowhere", text="x", revision=0)


@pytest.mark.parametrize("text", ["half \ud83d", "null \0 inside"])
def test_text_that_no_database_keeps_is_refused_by_place(people: People, text: str) -> None:
    table = a_table()
    with pytest.raises(InvalidInput) as caught:
        save_description(actor=people.actor("analyst"), guid=table.guid, text=text, revision=0)
    assert caught.value.details["position"] == 5


def test_ten_megabytes_are_stored_in_full(people: People) -> None:
    table, text = a_table(), "0123456789abcdé\n" * 655_360
    save_description(actor=people.actor("analyst"), guid=table.guid, text=text, revision=0)
    assert stored(table.guid).user_description == text
    assert get_revision(table.guid, 1).text == text
