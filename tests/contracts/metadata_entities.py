"""The contract of MetadataAuthority for entities and relationships (recordings 03, 04, 06, 07 of a real Atlas)."""

import pytest

from catalogsite.common.errors import CatalogError, Conflict, InvalidInput, NotFound
from discovery.atlas.authority import MetadataAuthority, SaveMode
from discovery.atlas.models import Entity, Relationship
from tests.contracts.metadata_base import CONTEXT, MetadataAuthorityBase, code_of, reference


class EntityContract(MetadataAuthorityBase):
    def test_request_guids_lead_to_real_ones(self, authority: MetadataAuthority) -> None:
        table = self.dataset("t") | {"guid": "-1"}
        column = self.column("t", "c", table={"guid": "-1", "typeName": "hive_table"}) | {"guid": "-2"}
        result = self.save(authority, table, column)
        assert set(result.guid_assignments) == {"-1", "-2"}
        assert {header.guid for header in result.created} == set(result.guid_assignments.values())
        assert self.row("t.c").parent == self.row("t")

    def test_a_second_save_matches_by_qualified_name_and_an_equal_one_changes_nothing(
        self, authority: MetadataAuthority
    ) -> None:
        first = self.save(authority, self.dataset("t", description="one"))
        again = self.save(authority, self.dataset("t", description="one") | {"guid": "-1"})
        assert not again.created
        assert not again.updated
        assert again.guid_assignments == {"-1": first.created[0].guid}
        changed = self.save(authority, self.dataset("t", description="two"))
        assert [header.guid for header in changed.updated] == [first.created[0].guid]

    def test_what_is_not_sent_stays_and_null_clears(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("t", description="says", owner="ana", retention=7, aliases=["x"]))
        self.save(authority, self.dataset("t", retention=None, aliases=None))
        attributes = self.row("t").attributes
        assert attributes["description"] == "says"
        assert attributes["owner"] == "ana"
        assert attributes["retention"] == 0
        assert attributes["aliases"] is None

    def test_a_partial_save_needs_no_mandatory_values_but_an_entity(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("t", description="says"))
        update = {"typeName": "hive_table", "guid": self.guid("t"), "attributes": {"owner": "ana"}}
        result = self.save(authority, update, mode=SaveMode.PARTIAL)
        assert [header.name for header in result.updated] == ["t"]
        assert self.row("t").owner == "ana"
        with pytest.raises(NotFound):
            self.save(authority, self.dataset("unknown"), mode=SaveMode.PARTIAL)

    @pytest.mark.parametrize(
        ("attributes", "field"),
        [({"retention": "many"}, "hive_table.retention"), ({"name": None}, "hive_table.name")],
    )
    def test_a_wrong_or_missing_value_refuses_the_whole_call(
        self, authority: MetadataAuthority, attributes: dict[str, object], field: str
    ) -> None:
        with pytest.raises(InvalidInput) as refusal:
            self.save(authority, self.dataset("good"), self.dataset("bad", **attributes))
        assert code_of(refusal) == "404-007"
        assert refusal.value.details["field"] == field
        assert refusal.value.details["entity"] == self.qualified("bad")
        assert not Entity.objects.filter(qualified_name=self.qualified("good")).exists()

    def test_an_unknown_type_is_refused_with_its_place(self, authority: MetadataAuthority) -> None:
        with pytest.raises(InvalidInput) as refusal:
            self.save(authority, self.dataset("t"), {"typeName": "no_such_type", "attributes": {}})
        assert code_of(refusal) == "400-014"
        assert refusal.value.details["entity"] == "entities.1"

    def test_a_reference_to_nothing_is_refused(self, authority: MetadataAuthority) -> None:
        with pytest.raises(CatalogError) as refusal:
            self.save(authority, self.column("nowhere", "c"))
        assert code_of(refusal) == "404-00A"
        assert refusal.value.details["field"].endswith("table")

    def test_a_column_must_name_its_table(self, authority: MetadataAuthority) -> None:
        orphan = self.column("t", "c")
        del orphan["attributes"]["table"]
        with pytest.raises(InvalidInput) as refusal:
            self.save(authority, self.dataset("t"), orphan)
        assert code_of(refusal) == "404-007"

    def test_a_save_as_supertype_finds_the_subtype(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("t"))
        self.save(authority, self.dataset("t", description="found") | {"typeName": "DataSet"})
        assert self.row("t").type_name == "hive_table"
        assert self.row("t").description == "found"

    def test_soft_delete_takes_columns_along_and_frees_the_name(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("t"), self.column("t", "c"))
        first = self.guid("t")
        result = authority.delete_entities(guids=[first], context=CONTEXT)
        self.settle()
        assert {header.name for header in result.deleted} == {"t", "c"}
        assert {self.row("t").status, self.row("t.c").status} == {"DELETED"}
        self.save(authority, self.dataset("t"))
        assert self.guid("t") != first

    def test_unknown_and_deleted_guids_are_passed_over_by_delete(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("t"))
        guid = self.guid("t")
        authority.delete_entities(guids=[guid], context=CONTEXT)
        result = authority.delete_entities(guids=[guid, "no-such-guid"], context=CONTEXT)
        assert not result.deleted

    def test_a_database_leaves_its_tables_when_it_is_deleted(self, authority: MetadataAuthority) -> None:
        database = {"qualifiedName": self.qualified("db"), "name": "db", "clusterName": "contract"}
        table = self.dataset("t", db=reference("hive_db", self.qualified("db")))
        self.save(authority, {"typeName": "hive_db", "attributes": database}, table)
        authority.delete_entities(guids=[self.guid("db")], context=CONTEXT)
        self.settle()
        assert self.row("t").status == "ACTIVE"

    def test_hard_delete_leaves_nothing(self, authority: MetadataAuthority) -> None:
        self.chain(authority, "a", "b")
        guid = self.guid("a")
        authority.delete_entities(guids=[guid], hard=True, context=CONTEXT)
        self.settle()
        assert not Entity.objects.filter(guid=guid).exists()

    def test_a_list_of_owned_children_that_drops_one_deletes_it(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("t"), self.column("t", "kept"), self.column("t", "dropped"))
        columns = [reference("hive_column", self.qualified("t.kept"))]
        result = self.save(authority, self.dataset("t", columns=columns))
        assert [header.name for header in result.deleted] == ["dropped"]

    def test_a_child_moves_by_naming_its_new_parent(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("t"), self.dataset("u"), self.column("t", "c"))
        moved = self.column("t", "c", table=reference("hive_table", self.qualified("u")))
        result = self.save(authority, moved)
        assert not result.deleted
        assert self.row("t.c").parent == self.row("u")

    def test_a_relation_touches_both_its_ends(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("a"), self.dataset("b"), self.process("p", ["a"], []))
        result = self.save(authority, self.process("p", ["a"], ["b"]))
        assert {header.name for header in result.updated} == {"p", "b"}

    def test_relationships_are_made_once_and_deleted_once(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("a"), self.process("p", [], []))
        wanted = {
            "typeName": "dataset_process_inputs",
            "end1": {"guid": self.guid("p")},
            "end2": {"guid": self.guid("a")},
        }
        made = authority.save_relationship(relationship=wanted, context=CONTEXT)
        assert made["propagateTags"] == "TWO_TO_ONE"
        with pytest.raises(Conflict) as refusal:
            authority.save_relationship(relationship=wanted, context=CONTEXT)
        assert code_of(refusal) == "409-004"
        authority.delete_relationship(guid=made["guid"], context=CONTEXT)
        self.settle()
        assert Relationship.objects.get(guid=made["guid"]).status == "DELETED"
        with pytest.raises(CatalogError) as refused:
            authority.delete_relationship(guid=made["guid"], context=CONTEXT)
        assert code_of(refused) == "404-00F"

    def test_terms_are_assigned_and_taken_off(self, authority: MetadataAuthority) -> None:
        glossary = {"qualifiedName": self.qualified("g"), "name": "g"}
        anchor = reference("AtlasGlossary", self.qualified("g"))
        term = {"qualifiedName": self.qualified("term"), "name": "term", "anchor": anchor}
        self.save(
            authority,
            {"typeName": "AtlasGlossary", "attributes": glossary},
            {"typeName": "AtlasGlossaryTerm", "attributes": term},
            self.dataset("a"),
        )
        authority.assign_term(term_guid=self.guid("term"), guids=[self.guid("a")], context=CONTEXT)
        self.settle()
        edges = Relationship.objects.filter(type_name="AtlasGlossarySemanticAssignment", status="ACTIVE")
        assert [edge.end2.guid for edge in edges.filter(end1__guid=self.guid("term"))] == [self.guid("a")]
        authority.unassign_term(term_guid=self.guid("term"), guids=[self.guid("a")], context=CONTEXT)
        self.settle()
        assert not edges.filter(end1__guid=self.guid("term")).exists()

    def test_labels_are_replaced(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("a"))
        authority.set_labels(guid=self.guid("a"), labels=["gold", "daily"], context=CONTEXT)
        authority.set_labels(guid=self.guid("a"), labels=["gold"], context=CONTEXT)
        self.settle()
        assert self.row("a").labels == ["gold"]
        with pytest.raises(InvalidInput) as refusal:
            authority.set_labels(guid=self.guid("a"), labels=["no blanks"], context=CONTEXT)
        assert code_of(refusal) == "400-090"

    def test_unknown_guids_are_not_found(self, authority: MetadataAuthority) -> None:
        with pytest.raises(NotFound) as refusal:
            authority.set_labels(guid="no-such-guid", labels=["gold"], context=CONTEXT)
        assert code_of(refusal) == "404-005"
