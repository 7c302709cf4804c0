"""Who may change metadata. A refused act leaves no row and no event."""

from collections.abc import Callable
from typing import Any

import pytest

from catalogsite.accounts.types import Actor, WriteContext
from catalogsite.common.errors import NotAllowed, NotSignedIn
from discovery.atlas import services
from discovery.atlas.authority import ClassificationInput
from discovery.atlas.models import Entity, EntityClassification, Relationship, TypeDef
from tests.builders.entities import make_table, row, table_json
from tests.people import People
from workflows.events.models import Event

pytestmark = pytest.mark.django_db
CONTEXT = WriteContext(actor="somebody")

ADMINISTRATORS_ACTS: dict[str, Callable[..., Any]] = {
    "save types": lambda **who: services.save_typedefs(
        typedefs={"classificationDefs": [{"name": "NEW"}]}, context=CONTEXT, **who
    ),
    "delete a type": lambda **who: services.delete_typedef(name="PII", context=CONTEXT, **who),
    "save entities": lambda **who: services.save_entities(entities=[table_json("m.new")], context=CONTEXT, **who),
    "delete entities": lambda **who: services.delete_entities(guids=[row("m.t").guid], context=CONTEXT, **who),
    "classify": lambda **who: services.add_classifications(
        guid=row("m.t").guid, classifications=[ClassificationInput("PII")], context=CONTEXT, **who
    ),
    "label": lambda **who: services.set_labels(guid=row("m.t").guid, labels=["gold"], context=CONTEXT, **who),
    "describe by business metadata": lambda **who: services.set_business_attributes(
        guid=row("m.t").guid, attributes={}, context=CONTEXT, **who
    ),
}


def written() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Entity, Relationship, EntityClassification, TypeDef, Event))


def refuse(who: Actor, act: Callable[..., Any]) -> None:
    before = written()
    with pytest.raises((NotAllowed, NotSignedIn)):
        act(actor=who)
    assert written() == before
    assert row("m.t").status == "ACTIVE"


@pytest.mark.parametrize("act", ADMINISTRATORS_ACTS.values(), ids=ADMINISTRATORS_ACTS.keys())
@pytest.mark.parametrize("name", ["anonymous", "analyst", "steward"])
def test_only_administrators_change_metadata_directly(people: People, name: str, act: Callable[..., Any]) -> None:
    make_table("m.t")
    refuse(people.actor(name), act)


@pytest.mark.parametrize(
    "name", [name for name in ADMINISTRATORS_ACTS if name not in {"delete a type", "describe by business metadata"}]
)
def test_an_administrator_does(people: People, name: str) -> None:
    make_table("m.t")
    before = Event.objects.count()
    ADMINISTRATORS_ACTS[name](actor=people.actor("admin"))
    assert Event.objects.count() > before


def test_anonymous_readers_assign_no_terms(people: People) -> None:
    make_table("m.t")
    refuse(
        people.actor("anonymous"),
        lambda **who: services.assign_term(term_guid="x", guids=[row("m.t").guid], context=CONTEXT, **who),
    )
