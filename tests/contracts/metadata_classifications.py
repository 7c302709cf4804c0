"""The contract of MetadataAuthority for classifications (recordings 08 to 11 of a real Atlas)."""

import pytest

from catalogsite.common.errors import CatalogError, InvalidInput
from discovery.atlas.authority import ClassificationInput, MetadataAuthority
from tests.contracts.metadata_base import CONTEXT, SUBTAG, TAG, MetadataAuthorityBase, code_of


class ClassificationContract(MetadataAuthorityBase):
    def test_attributes_are_normalised(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("a"))
        self.classify(authority, "a", attributes={"level": "3"})
        [view] = self.tags("a")
        assert view.attributes == {"level": 3, "note": None}
        assert view.origin == "DIRECT"

    def test_sent_without_attributes_all_are_null(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("a"))
        self.classify(authority, "a")
        assert self.tags("a")[0].attributes == {"level": None, "note": None}

    @pytest.mark.parametrize(
        ("type_name", "attributes", "code"),
        [("no_such_tag", None, "404-008"), (TAG, {"level": "high"}, "400-01A")],
    )
    def test_wrong_input_is_refused(
        self, authority: MetadataAuthority, type_name: str, attributes: dict[str, str] | None, code: str
    ) -> None:
        self.save(authority, self.dataset("a"))
        with pytest.raises(CatalogError) as refusal:
            self.classify(authority, "a", type_name, attributes=attributes)
        assert code_of(refusal) == code
        assert self.tags("a") == []

    def test_the_second_of_two_that_is_wrong_leaves_the_first_unset(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("a"))
        inputs = [ClassificationInput(SUBTAG), ClassificationInput("no_such_tag")]
        with pytest.raises(CatalogError):
            authority.add_classifications(guid=self.guid("a"), classifications=inputs, context=CONTEXT)
        assert self.tags("a") == []

    def test_adding_twice_is_refused(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("a"))
        self.classify(authority, "a")
        with pytest.raises(InvalidInput) as refusal:
            self.classify(authority, "a")
        assert code_of(refusal) == "400-01A"

    def test_subtypes_are_classifications_of_their_own(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("a"))
        self.classify(authority, "a", SUBTAG, attributes={"note": "inherited"})
        [view] = self.tags("a")
        assert (view.type_name, view.attributes) == (SUBTAG, {"level": 0, "note": "inherited"})

    def test_it_spreads_downstream_over_processes_and_never_upstream(self, authority: MetadataAuthority) -> None:
        self.chain(authority, "a", "b", "c")
        self.classify(authority, "b")
        assert self.carriers("a", "a_b", "b", "b_c", "c") == {"b", "b_c", "c"}
        [view] = self.tags("c")
        assert (view.origin, view.source_guid, view.has_live_path) == ("PROPAGATED", self.guid("b"), True)

    def test_a_table_does_not_pass_it_to_its_columns(self, authority: MetadataAuthority) -> None:
        self.save(authority, self.dataset("a"), self.column("a", "c"))
        self.classify(authority, "a")
        assert self.tags("a.c") == []

    def test_it_stays_where_it_is_without_propagate(self, authority: MetadataAuthority) -> None:
        self.chain(authority, "a", "b")
        self.classify(authority, "a", propagate=False)
        assert self.carriers("a", "a_b", "b") == {"a"}

    def test_a_new_edge_carries_what_is_there(self, authority: MetadataAuthority) -> None:
        self.chain(authority, "a", "b")
        self.classify(authority, "a")
        self.save(authority, self.dataset("c"), self.process("b_c", ["b"], ["c"]))
        assert self.carriers("a_b", "b", "b_c", "c") == {"a_b", "b", "b_c", "c"}

    def test_two_sources_give_two_entries(self, authority: MetadataAuthority) -> None:
        self.chain(authority, "a", "c")
        self.chain(authority, "b", "c")
        self.classify(authority, "a", attributes={"level": 1})
        self.classify(authority, "b", attributes={"level": 2})
        assert {(view.source_guid, (view.attributes or {})["level"]) for view in self.tags("c")} == {
            (self.guid("a"), 1),
            (self.guid("b"), 2),
        }

    def test_an_update_reaches_the_targets(self, authority: MetadataAuthority) -> None:
        self.chain(authority, "a", "b")
        self.classify(authority, "a", attributes={"level": 1, "note": "kept"})
        self.reclassify(authority, "a", attributes={"level": 2})
        assert self.tags("b")[0].attributes == {"level": 2, "note": "kept"}

    def test_a_propagated_one_cannot_be_updated_or_removed_while_it_is_led_here(
        self, authority: MetadataAuthority
    ) -> None:
        self.chain(authority, "a", "b")
        self.classify(authority, "a")
        for act, source, code in (
            (self.reclassify, None, "400-06D"),
            (self.unclassify, None, "404-003"),
            (self.unclassify, "a", "400-089"),
        ):
            with pytest.raises(CatalogError) as refusal:
                act(authority, "b", **({"source": source} if source else {}))
            assert code_of(refusal) == code

    def test_switching_propagate_off_takes_it_back_and_on_spreads_again(self, authority: MetadataAuthority) -> None:
        self.chain(authority, "a", "b")
        self.classify(authority, "a")
        self.reclassify(authority, "a", propagate=False)
        assert self.carriers("a", "a_b", "b") == {"a"}
        self.reclassify(authority, "a", propagate=True)
        assert self.carriers("a", "a_b", "b") == {"a", "a_b", "b"}

    def test_removal_at_the_source_cleans_behind_a_gap(self, authority: MetadataAuthority) -> None:
        self.chain(authority, "a", "b", "c")
        self.classify(authority, "a")
        authority.delete_entities(guids=[self.guid("a_b")], context=CONTEXT)
        self.settle()
        assert self.carriers("b", "b_c", "c") == {"b", "b_c", "c"}
        assert not self.tags("c")[0].has_live_path
        self.unclassify(authority, "a")
        assert self.carriers("a", "a_b", "b", "b_c", "c") == set()

    def test_what_a_deleted_source_left_is_removed_one_by_one(self, authority: MetadataAuthority) -> None:
        self.chain(authority, "a", "b")
        self.classify(authority, "a")
        authority.delete_entities(guids=[self.guid("a")], context=CONTEXT)
        self.settle()
        assert {view.entity_status for view in self.tags("b")} == {"DELETED"}
        self.unclassify(authority, "b", source="a")
        assert self.carriers("a_b", "b") == {"a_b"}

    def test_the_flag_takes_it_back_when_the_source_is_deleted(self, authority: MetadataAuthority) -> None:
        self.chain(authority, "a", "b")
        self.classify(authority, "a", remove_propagations_on_entity_delete=True)
        authority.delete_entities(guids=[self.guid("a")], context=CONTEXT)
        self.settle()
        assert self.carriers("a", "a_b", "b") == {"a"}

    def test_a_classification_may_be_restricted_to_types(self, authority: MetadataAuthority) -> None:
        restricted = {
            "name": "contract_tables_only",
            "superTypes": [],
            "attributeDefs": [],
            "entityTypes": ["hive_table"],
        }
        authority.save_typedefs(typedefs={"classificationDefs": [restricted]}, context=CONTEXT)
        self.chain(authority, "a", "b")
        self.save(authority, self.column("a", "c"))
        with pytest.raises(InvalidInput) as refusal:
            self.classify(authority, "a.c", "contract_tables_only")
        assert code_of(refusal) == "400-055"
        self.classify(authority, "a", "contract_tables_only")
        assert [view.type_name for view in self.tags("b")] == ["contract_tables_only"]
        assert self.tags("a_b") == []
