"""The glossary: tree, terms, where they are assigned."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from discovery.atlas.models import Entity, Relationship
from discovery.atlas.selectors import terms_of
from discovery.atlas.services import authority
from discovery.documentation.selectors.glossary import glossary_tree, related_terms
from tests.builders.documentation import BY_HIVE, a_table, a_term, ingest

pytestmark = pytest.mark.django_db


def relate(type_name: str, end1: Entity, end2: Entity) -> None:
    authority().save_relationship(
        relationship={
            "typeName": type_name,
            "end1": {"guid": end1.guid, "typeName": end1.type_name},
            "end2": {"guid": end2.guid, "typeName": end2.type_name},
        },
        context=BY_HIVE,
    )


def a_category(name: str, *, glossary: str = "Shop") -> Entity:
    parent = ingest("AtlasGlossary", glossary, name=glossary)
    anchor = {"typeName": "AtlasGlossary", "guid": parent.guid}
    return ingest("AtlasGlossaryCategory", f"{name}@{glossary}", name=name, anchor=anchor)


def test_terms_stand_under_their_categories_and_the_rest_under_the_glossary() -> None:
    net, gross, customer = a_term("Net revenue"), a_term("Gross revenue"), a_term("Customer")
    money, revenue = a_category("Money"), a_category("Revenue")
    relate("AtlasGlossaryCategoryHierarchyLink", money, revenue)
    relate("AtlasGlossaryTermCategorization", revenue, net)
    relate("AtlasGlossaryTermCategorization", revenue, gross)
    tree = glossary_tree(current=net.guid)
    [shop] = tree.branches
    assert (shop.name, shop.count, [term.name for term in shop.terms]) == ("Shop", 3, ["Customer"])
    [branch] = shop.branches
    assert (branch.name, [child.name for child in branch.branches]) == ("Money", ["Revenue"])
    assert [term.name for term in branch.branches[0].terms] == ["Gross revenue", "Net revenue"]
    assert branch.is_open
    assert customer.guid in {term.guid for term in shop.terms}


def test_the_filter_keeps_what_matches_and_counts_all() -> None:
    a_term("Net revenue")
    a_term("Customer")
    a_category("Empty")
    tree = glossary_tree(q="REV")
    assert (tree.total, tree.shown) == (2, 1)
    assert [term.name for branch in tree.branches for term in branch.terms] == ["Net revenue"]
    assert tree.branches[0].branches == []


def test_a_term_is_assigned_and_taken_off(as_analyst: Client) -> None:
    table, term = a_table(columns=1), a_term("Revenue")
    column = Entity.objects.get(kind="column")
    chosen = as_analyst.get(f"/entity/{table.guid}/terms/assign?q=rev").content.decode()
    assert "Assign Revenue" in chosen
    assert as_analyst.post(f"/entity/{table.guid}/terms/assign", {"term": term.guid}).status_code == 302
    assert as_analyst.post(f"/entity/{term.guid}/terms/assign", {"to": column.qualified_name}).status_code == 302
    assert [one.name for one in terms_of([table.guid])[table.guid]] == ["Revenue"]
    page = as_analyst.get(f"/glossary/{term.guid}").content.decode()
    assert "1 column, 1 other" in page
    assert page.index("core.t1.") < page.index("core.</span>")
    as_analyst.post(f"/entity/{table.guid}/terms/unassign", {"term": term.guid})
    assert terms_of([table.guid]) == {}


def test_assigning_what_is_not_there_is_404_and_changes_nothing(as_analyst: Client) -> None:
    table, term = a_table(), a_term()
    before = Relationship.objects.count()
    assert as_analyst.post(f"/entity/{table.guid}/terms/assign", {"term": "nowhere"}).status_code == 404
    assert as_analyst.post(f"/entity/{table.guid}/terms/assign", {"term": table.guid}).status_code == 404
    assert as_analyst.post(f"/entity/{term.guid}/terms/assign", {"to": "nowhere@x"}).status_code == 404
    assert Relationship.objects.count() == before


def test_a_term_page_shows_definition_relations_and_namesakes(as_analyst: Client) -> None:
    term = a_term("Revenue", longDescription="Money **earned**.", abbreviation="REV")
    other, synonym = a_term("revenue", glossary="Finance"), a_term("Net sales")
    relate("AtlasGlossarySynonym", term, synonym)
    assert [(group.label, group.terms) for group in related_terms(term)] == [
        ("Also called", ((synonym.guid, "Net sales"),))
    ]
    html = as_analyst.get(f"/glossary/{term.guid}").content.decode()
    assert "Money <strong>earned</strong>." in html
    assert f"/glossary/{other.guid}" in html
    assert "REV" in html
    assert as_analyst.get("/glossary/nowhere").status_code == 404
    assert as_analyst.get(f"/glossary/{a_table().guid}").status_code == 404


def test_an_empty_glossary_says_what_brings_terms(as_analyst: Client) -> None:
    assert "There is no glossary yet." in as_analyst.get("/glossary").content.decode()


def test_the_glossary_costs_the_same_for_many_terms(as_analyst: Client) -> None:
    counts = []
    for size in (1, 12):
        for number in range(size):
            a_term(f"Term {size} {number}")
        as_analyst.get("/glossary")
        with CaptureQueriesContext(connection) as captured:
            as_analyst.get("/glossary")
        counts.append(len(captured))
    assert counts[0] == counts[1]
    assert counts[0] <= 12
