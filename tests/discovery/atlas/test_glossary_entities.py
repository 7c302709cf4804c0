"""Glossaries, categories and terms as entities of the store (recording 17 of a real Atlas)."""

from typing import Any

import pytest

from catalogsite.common.errors import InvalidInput
from discovery.atlas.models import Entity, EntityClassification, Relationship
from discovery.atlas.selectors import terms_of
from discovery.atlas.services import authority
from tests.builders.entities import CONTEXT, carriers, classify, delete, make_table, reference, row, save
from workflows.events.models import Event

pytestmark = pytest.mark.django_db


def glossary_json(name: str) -> dict[str, Any]:
    return {"typeName": "AtlasGlossary", "attributes": {"qualifiedName": f"{name}@cl1", "name": name}}


def term_json(name: str, *, glossary: str = "g", **attributes: Any) -> dict[str, Any]:
    known = {"qualifiedName": f"{name}@cl1", "name": name, "anchor": reference("AtlasGlossary", glossary)}
    return {"typeName": "AtlasGlossaryTerm", "attributes": known | attributes}


def assign(term: str, *names: str) -> None:
    authority().assign_term(term_guid=row(term).guid, guids=[row(name).guid for name in names], context=CONTEXT)


def unassign(term: str, *names: str) -> None:
    authority().unassign_term(term_guid=row(term).guid, guids=[row(name).guid for name in names], context=CONTEXT)


@pytest.fixture(autouse=True)
def customer() -> None:
    save(glossary_json("g"), term_json("Customer"))
    make_table("m.t")


def test_a_term_knows_its_glossary() -> None:
    assign("Customer", "m.t")
    [view] = terms_of([row("m.t").guid])[row("m.t").guid]
    assert (view.name, view.glossary) == ("Customer", "g")


def test_assigning_twice_is_one_assignment_and_one_event() -> None:
    assign("Customer", "m.t")
    assign("Customer", "m.t")
    assert Relationship.objects.filter(type_name="AtlasGlossarySemanticAssignment").count() == 1
    [event] = Event.objects.filter(kind="TERM_ASSIGN")
    assert event.key == row("m.t").guid
    assert event.payload["term"] == {"guid": row("Customer").guid, "name": "Customer"}


def test_what_is_set_on_a_term_passes_to_what_it_is_assigned_to_and_goes_with_it() -> None:
    classify("Customer", "PII")
    assign("Customer", "m.t")
    assert carriers("PII") == {"Customer", "m.t"}
    unassign("Customer", "m.t")
    assert carriers("PII") == {"Customer"}
    assert not Relationship.objects.filter(type_name="AtlasGlossarySemanticAssignment").exists()


def test_a_second_term_keeps_what_it_gave() -> None:
    save(term_json("Client"))
    for term in ("Customer", "Client"):
        classify(term, "PII")
        assign(term, "m.t")
    unassign("Customer", "m.t")
    sources = EntityClassification.objects.filter(entity=row("m.t")).values_list("source_guid", flat=True)
    assert list(sources) == [row("Client").guid]


def test_an_assigned_term_is_not_deleted_nor_is_its_glossary() -> None:
    assign("Customer", "m.t")
    for name in ("Customer", "g"):
        with pytest.raises(InvalidInput) as refusal:
            delete(name)
        assert refusal.value.details["errorCode"] == "400-084"
    assert row("Customer").status == "ACTIVE"


def test_a_deleted_term_is_gone_for_good_and_its_name_is_free() -> None:
    first = row("Customer").guid
    delete("Customer")
    assert not Entity.objects.filter(guid=first).exists()
    save(term_json("Customer"))
    assert row("Customer").guid != first


def test_a_glossary_takes_its_terms_along() -> None:
    delete("g")
    assert not Entity.objects.filter(kind__in=["term", "glossary"]).exists()


def test_a_renamed_term_keeps_its_qualified_name() -> None:
    guid = row("Customer").guid
    save(term_json("Customer") | {"guid": guid, "attributes": term_json("Customer")["attributes"] | {"name": "Buyer"}})
    assert (row("Customer").guid, row("Customer").name) == (guid, "Buyer")


def test_the_long_text_of_a_term_documents_it() -> None:
    save(term_json("Customer", longDescription="Who has bought at least once"))
    assert row("Customer").is_documented
    assert row("Customer").text == "Who has bought at least once"


def test_only_terms_are_assigned() -> None:
    with pytest.raises(InvalidInput) as refusal:
        assign("g", "m.t")
    assert refusal.value.details["errorCode"] == "404-015"


def nameless(type_name: str, name: str, **references: Any) -> dict[str, Any]:
    return {"typeName": type_name, "attributes": {"name": name, **references}}


def test_terms_and_categories_are_named_by_their_place() -> None:
    """`term@glossary`, `inner.outer@glossary`, whether the place is sent along or stored."""
    anchor = {"guid": "-1", "typeName": "AtlasGlossary"}
    outer = nameless("AtlasGlossaryCategory", "Outer", anchor=anchor) | {"guid": "-2"}
    inner = nameless("AtlasGlossaryCategory", "Inner", anchor=anchor, parentCategory={"guid": "-2"})
    stored = nameless("AtlasGlossaryTerm", "Buyer", anchor={"guid": row("g").guid})
    result = authority().save_entities(
        entities=[
            nameless("AtlasGlossary", "Shop") | {"guid": "-1"},
            outer,
            inner,
            nameless("AtlasGlossaryTerm", "Order", anchor=anchor),
            stored,
        ],
        context=CONTEXT,
    )
    names = {header.qualified_name for header in result.created}
    assert names == {"Shop", "Outer@Shop", "Inner.Outer@Shop", "Order@Shop", "Buyer@g@cl1"}


def test_a_term_sent_again_without_its_qualified_name_is_the_same_one() -> None:
    sent = nameless("AtlasGlossaryTerm", "Buyer", anchor={"guid": row("g").guid})
    for created in (1, 0):
        result = authority().save_entities(entities=[sent], context=CONTEXT)
        assert len(result.created) == created


def test_a_term_without_a_glossary_is_refused() -> None:
    sent = [nameless("AtlasGlossaryTerm", "Nowhere")]
    with pytest.raises(InvalidInput) as refusal:
        authority().save_entities(entities=sent, context=CONTEXT)
    assert refusal.value.details["errorCode"] == "404-007"
