"""What every search engine behind the SearchIndex port does. Subclasses bring the fixture `index`: an empty index."""

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

import pytest

from discovery.search import ranking
from discovery.search.index import SearchIndex
from discovery.search.question import ask
from discovery.search.types import Band, SearchDocument, SearchQuery, stamp_of
from tests.builders.search import column, document


def names(index: SearchIndex, text: str = "", **query: object) -> list[str]:
    return [hit.document.name for hit in index.search(SearchQuery(text=text, **query)).hits]


def qualified(index: SearchIndex, text: str = "", **query: object) -> list[str]:
    return [hit.document.qualified_name for hit in index.search(SearchQuery(text=text, **query)).hits]


def fill(index: SearchIndex, *documents: SearchDocument) -> None:
    index.put(documents)


def tables(qualified_names: Iterable[str]) -> list[SearchDocument]:
    return [document(name) for name in qualified_names]


class BandContract:
    """Ranking in disjoint bands, with the reason computed from the document."""

    LADDER: ClassVar = [
        (document("raw.x@prod", guid="orders", name="x"), Band.QUALIFIED_NAME),
        (document("core.orders@prod"), Band.NAME),
        (document("mart.orders_enriched@prod"), Band.NAME_WORDS),
        (document("mart.preorders2@prod", name="preorders2"), Band.NAME_PART),
        (document("mart.customer_360@prod", columns=("id", "orders_total")), Band.COLUMN),
        (document("mart.sums@prod", terms=("Orders placed",)), Band.TERM),
        (document("mart.revenue@prod", description="Sums over all orders"), Band.DESCRIPTION),
        (column("mart.revenue.amount@prod", description="Sum of the orders"), Band.COLUMN_DESCRIPTION),
        (document("mart.order@prod"), Band.TYPO),
    ]

    def test_bands_are_disjoint_and_in_order(self, index: SearchIndex) -> None:
        fill(index, *(each for each, _ in self.LADDER))
        hits = index.search(SearchQuery(text="orders")).hits
        assert [(hit.document.guid, hit.match.band) for hit in hits] == [
            (each.guid, band) for each, band in self.LADDER
        ]

    def test_a_much_used_hit_of_a_lower_band_stays_below(self, index: SearchIndex) -> None:
        much = replace(document("a.orders_daily@prod"), queries_30d=100_000, is_documented=True, owners=("priya",))
        fill(index, much, document("b.orders@prod"))
        assert names(index, "orders") == ["orders", "orders_daily"]

    def test_use_and_text_decide_inside_a_band(self, index: SearchIndex) -> None:
        fill(
            index,
            document("a.orders@x"),
            document("b.orders@x", queries_30d=40),
            document("c.orders@x", description="d"),
        )
        assert qualified(index, "orders") == ["b.orders@x", "c.orders@x", "a.orders@x"]

    def test_ties_are_ordered_the_same_way_every_time(self, index: SearchIndex) -> None:
        fill(index, *tables(f"d{number}.orders@x" for number in range(30)))
        first = qualified(index, "orders", limit=50)
        index.rebuild(tables(f"d{number}.orders@x" for number in reversed(range(30))))
        assert qualified(index, "orders", limit=50) == first

    def test_band_counts_add_up_to_the_total(self, index: SearchIndex) -> None:
        fill(index, *(each for each, _ in self.LADDER))
        query = SearchQuery(text="orders")
        counts = index.count_bands(query)
        assert sum(counts.values()) == index.search(query).total == len(self.LADDER)
        assert counts[Band.NAME] == 1

    def test_the_engine_and_the_explanation_agree_on_every_level(self, index: SearchIndex) -> None:
        pool = [each for each, _ in self.LADDER]
        pool += tables(["crm.SalesRegion@c", "crm.sales_area@c", "dw.d_ab_customer_orders@c", "s3.public-data@c"])
        pool += [column("core.orders.customer_id@c"), column("core.orders.order_id@c", description="Number of orders")]
        pool += [document("cn.t1@c", description="设备维修信息表"), document("u.café@c")]
        fill(index, *pool)
        for text in [
            "orders",
            "sales",
            "customer orders",
            "core order",
            "维修信息",
            "cafe\u0301",
            "id",
            "custmer",
            "public-data",
            "orders mart",
        ]:
            question = ask(SearchQuery(text=text))
            expected = {
                each.guid: level
                for each in pool
                if (level := ranking.explain(each, question).level) < ranking.ANY_LEVEL
            }
            hits = index.search(SearchQuery(text=text, limit=100)).hits
            assert {hit.document.guid: hit.sort_key[0] for hit in hits} == expected, text

    def test_a_table_found_by_a_column_names_the_column(self, index: SearchIndex) -> None:
        fill(index, document("core.customers@x", columns=("id", "email", "email_verified")))
        match = index.search(SearchQuery(text="email")).hits[0].match
        assert (match.band, match.fields, match.columns) == (Band.COLUMN, ("column",), ("email", "email_verified"))

    def test_words_of_the_path_help_but_do_not_find_alone(self, index: SearchIndex) -> None:
        fill(index, document("core.orders@x"), document("raw.orders@x"), document("core.customers@x"))
        assert qualified(index, "core orders") == ["core.orders@x"]
        assert names(index, "core") == []


class NameContract:
    """Names as people type them. Each test cites the public report of what went wrong elsewhere."""

    @pytest.mark.parametrize("text", ["Region", "region", "SalesRegion", "salesregion", "sales region"])
    def test_a_case_change_is_a_word_boundary(self, index: SearchIndex, text: str) -> None:
        """open-metadata/OpenMetadata#18995, metabase/metabase#63995."""
        fill(index, *tables(["crm.SalesRegion@cl1", "crm.sales_area@cl1", "crm.regional@cl1"]))
        found = names(index, text)
        assert found[0] == "SalesRegion"
        assert text.lower() != "region" or "sales_area" not in found

    @pytest.mark.parametrize("text", ["core dataset", "core_dataset"])
    def test_the_short_exact_name_wins(self, index: SearchIndex, text: str) -> None:
        """datahub-project/datahub PR#8043."""
        fill(
            index,
            *tables(["mart.core_dataset_history_backup@cl1", "mart.core_dataset@cl1", "mart.score_dataset_core@cl1"]),
        )
        found = names(index, text)
        assert found[0] == "core_dataset"
        assert set(found[1:]) == {"core_dataset_history_backup", "score_dataset_core"}
        assert "core_dataset" in names(index, "coredataset")

    def test_a_quoted_text_is_found_letter_by_letter(self, index: SearchIndex) -> None:
        """datahub-project/datahub#8772."""
        feed = document("s3.feed@cl1", description="nightly public-data feed")
        fill(index, feed, *tables(["s3.public-data@cl1", "s3.raw_data@cl1", "s3.data_public_archive@cl1"]))
        assert qualified(index, phrases=["public-data"]) == ["s3.public-data@cl1", "s3.feed@cl1"]
        assert qualified(index, "public-data")[0] == "s3.public-data@cl1"

    @pytest.mark.parametrize(
        "text",
        [
            *':()[]{}"\\/^~!+-',
            "&&",
            "||",
            "*:*",
            "AND",
            "OR NOT",
            "name:",
            '"unclosed',
            "[a TO",
            "a:b(c)",
            "\0",
            "\ud83d\ude00"[:0] or "?",
        ],
    )
    def test_no_character_is_an_error(self, index: SearchIndex, text: str) -> None:
        """open-metadata/OpenMetadata#9329 and #16001, apache/atlas 97b5565d8 (ATLAS-4055)."""
        fill(index, *tables(["ops.a:b(c)@cl1", "ops.other@cl1"]))
        for query in (
            SearchQuery(text=text),
            SearchQuery(phrases=[text]),
            SearchQuery(without=[text], without_phrases=[text]),
        ):
            assert index.search(query).total <= 2
        assert text != "*:*" or names(index, text) == []
        assert text != "a:b(c)" or names(index, text)[0] == "a:b(c)"

    def test_the_whole_name_stands_first_then_the_same_words_in_order(self, index: SearchIndex) -> None:
        """open-metadata/OpenMetadata#10789, pinterest/querybook PR#1097."""
        others = ["d_ab_business_users", "ab_orders", "customer_orders_ab_d", "d_ab_customer_orders_v2"]
        fill(index, *tables(f"dw.{name}@c" for name in [*others, "d_ab_customer_orders"]))
        assert names(index, "d_ab_customer_orders")[:2] == ["d_ab_customer_orders", "d_ab_customer_orders_v2"]
        assert names(index, "dw.d_ab_customer_orders")[0] == "d_ab_customer_orders"

    def test_a_longer_run_of_an_unspaced_script_loses_no_hits(self, index: SearchIndex) -> None:
        """datahub-project/datahub#1800, apache/atlas f46d1c47e (ATLAS-4225)."""
        fill(index, document("cn.t1@cl1", description="设备维修信息表"))
        assert [len(names(index, text)) for text in ["维修", "维修信息", "信息表", "修", "修维"]] == [1, 1, 1, 1, 0]

    def test_an_underscore_is_a_letter_of_a_quoted_text(self, index: SearchIndex) -> None:
        """apache/atlas 7be3a6f74 and 5955fcd13 (ATLAS-3520, ATLAS-3532)."""
        fill(index, *tables(f"x.{name}@c" for name in ["time_dim", "timeXdim", "time_dimension", "a_b", "ab", "axb"]))
        assert names(index, phrases=["time_dim"]) == ["time_dim", "time_dimension"]
        assert names(index, phrases=["a_b"]) == ["a_b"]
        assert names(index, phrases=["me_di"]) == ["time_dim", "time_dimension"]
        assert names(index, "ab")[0] == "ab"

    def test_composed_and_decomposed_letters_and_symbols_are_found(self, index: SearchIndex) -> None:
        """Grounded in apache/ranger 489fa6d9d, apache/atlas e21f569f2 and 709db096b."""
        fill(index, *tables(["u.table_😀@cl1", "u.café@cl1", "u.جدول_المبيعات@cl1"]))
        assert qualified(index, "cafe\u0301") == ["u.café@cl1"]
        assert qualified(index, "😀") == ["u.table_😀@cl1"]
        assert qualified(index, "المبيعات") == ["u.جدول_المبيعات@cl1"]

    def test_very_long_names_and_texts_are_found(self, index: SearchIndex) -> None:
        """apache/atlas fa5239619 (ATLAS-5032), 69fe4ab73 and 4c6f1d167 (ATLAS-2827)."""
        name = "".join(chr(97 + number * number % 26) for number in range(600))
        fill(index, document(f"dw.{name}@cl1", description="word " * 8000 + "zebraword"))
        assert (
            len(names(index, phrases=[name[200:260]])) == len(names(index, name)) == len(names(index, "zebraword")) == 1
        )

    def test_parts_and_beginnings_of_names_are_found(self, index: SearchIndex) -> None:
        fill(index, document("core.customer_orders@x"))
        for text in ["cust", "c", "stomer", "cust ord", "omer", "customer_ord"]:
            assert names(index, text) == ["customer_orders"], text
        assert names(index, "zzz") == []

    def test_a_guid_finds_its_entity(self, index: SearchIndex) -> None:
        fill(index, *tables(["a.b@c", "a.d@c"]))
        assert names(index, document("a.d@c").guid) == ["d"]


class CountContract:
    """Totals, facets, filters, paging."""

    @pytest.mark.parametrize(("limit", "items"), [(0, 0), (1, 1), (10, 10), (15, 11), (20, 11)])
    def test_the_total_is_independent_of_the_limit(self, index: SearchIndex, limit: int, items: int) -> None:
        """apache/atlas 2bfc73511 and afd12f0fb (ATLAS-5147)."""
        fill(index, *tables(f"d.orders_{number}@x" for number in range(11)))
        page = index.search(SearchQuery(text="orders", limit=limit))
        assert (page.total, len(page.hits)) == (11, items)

    @pytest.mark.parametrize("sort", ["relevance", "name", "updated", "usage"])
    def test_every_hit_is_given_once_over_all_pages(self, index: SearchIndex, sort: str) -> None:
        """datahub-project/datahub#5928 and #4575: deep listing goes by cursor, without a window."""
        many = [
            replace(each, updated_ms=number % 3)
            for number, each in enumerate(tables(f"d{n}.bulk@x" for n in range(53)))
        ]
        fill(index, *many, *tables(f"bulk.t{n:03}@x" for n in range(40)))
        seen: list[str] = []
        after = None
        while True:
            page = index.search(SearchQuery(text="", sort=sort, limit=7, after=after))
            assert page.total == 93
            seen.extend(hit.document.guid for hit in page.hits)
            after = page.next_after
            if after is None:
                break
        assert len(seen) == len(set(seen)) == 93

    def test_sorting_by_name_is_alphabetical(self, index: SearchIndex) -> None:
        fill(index, *tables(["a.zebra@x", "a.Apple@x", "a.mango@x"]))
        assert names(index, sort="name") == ["Apple", "mango", "zebra"]

    def test_counts_of_a_facet_hold_under_all_filters_but_its_own(self, index: SearchIndex) -> None:
        pii = {"own_classifications": ("PII",)}
        fill(index, document("core.a@x", **pii), document("core.b@x"), document("raw.c@x", **pii), document("raw.d@x"))
        page = index.search(SearchQuery(filters={"database": ["core"]}))
        assert {value.value: value.count for value in page.facets["database"]} == {"core": 2, "raw": 2}
        assert {value.value: value.count for value in page.facets["classification"]} == {"PII": 1, "": 1}
        page = index.search(SearchQuery(filters={"database": ["core"], "classification": ["PII"]}))
        assert page.total == 1
        assert {value.value: value.count for value in page.facets["database"]} == {"core": 1, "raw": 1}

    def test_values_of_one_filter_are_alternatives(self, index: SearchIndex) -> None:
        fill(index, *tables(["core.a@x", "raw.b@x", "mart.c@x"]))
        assert index.search(SearchQuery(filters={"database": ["core", "raw"]})).total == 2

    def test_a_chosen_value_without_hits_stays_with_zero(self, index: SearchIndex) -> None:
        fill(index, document("core.a@x"))
        facets = index.search(SearchQuery(filters={"database": ["gone"]})).facets
        assert [(value.value, value.count) for value in facets["database"]] == [("core", 1), ("gone", 0)]

    def test_what_is_excluded_and_what_is_wanted_are_all_there_is(self, index: SearchIndex) -> None:
        """apache/atlas 7718c5eb4 (ATLAS-3802): "not equal" holds for what has no value."""
        fill(index, document("a.t1@x", owners=("priya",)), document("a.t2@x", owners=("tomas",)), document("a.t3@x"))
        assert names(index, filters={"owner": ["priya"]}) == ["t1"]
        assert set(names(index, excluded={"owner": ["priya"]})) == {"t2", "t3"}
        assert names(index, filters={"owner": [""]}) == ["t3"]

    def test_a_classification_finds_what_carries_a_subtype(self, index: SearchIndex) -> None:
        """apache/atlas c04c0ab3e (ATLAS-3491)."""
        sub = document("a.t2@x", own_classifications=("EmailPII",), classifications=("EmailPII", "PII"))
        fill(index, document("a.t1@x", own_classifications=("PII",)), sub, document("a.t4@x"))
        assert set(names(index, filters={"classification": ["PII"]})) == {"t1", "t2"}
        assert set(names(index, filters={"classification": ["pii"]})) == {"t1", "t2"}
        assert names(index, filters={"classification": ["EmailPII"]}) == ["t2"]

    def test_filters_take_any_case_and_words_of_types_and_owners(self, index: SearchIndex) -> None:
        fill(index, document("core.a@x", owners=("Priya Raman",)), column("core.a.b@x"))
        assert names(index, filters={"type": ["HIVE_TABLE"]}) == ["a"]
        assert names(index, filters={"type": ["column"]}) == ["b"]
        assert names(index, filters={"type": ["DataSet"], "owner": ["priya"]}) == ["a"]

    def test_deleted_entities_are_found_only_when_asked_for(self, index: SearchIndex) -> None:
        """apache/atlas 0cde9f921 (ATLAS-2550)."""
        fill(index, document("a.t1@x", status="DELETED", own_classifications=("PII",)))
        assert index.search(SearchQuery(filters={"classification": ["PII"]})).total == 0
        hits = index.search(SearchQuery(filters={"classification": ["PII"]}, statuses=["ACTIVE", "DELETED"])).hits
        assert [(hit.document.status, hit.document.own_classifications) for hit in hits] == [("DELETED", ("PII",))]

    def test_what_must_be_absent_is(self, index: SearchIndex) -> None:
        fill(index, *tables(["core.orders@x", "raw.orders@x", "core.orders_old@x"]))
        assert set(qualified(index, "orders", without=["raw"])) == {"core.orders@x", "core.orders_old@x"}
        assert set(qualified(index, "orders", without_phrases=["s_old"])) == {"core.orders@x", "raw.orders@x"}


class CopyContract:
    """The index is a copy: writing is idempotent, and what it holds can be compared."""

    def test_an_index_nobody_filled_finds_nothing(self, index: SearchIndex) -> None:
        assert index.search(SearchQuery(text="orders")).total == 0
        assert index.suggest("ord") == ()
        assert index.health().documents == 0

    def test_putting_twice_keeps_one_and_replaces_it(self, index: SearchIndex) -> None:
        fill(index, document("a.t1@x"))
        fill(index, document("a.t1@x", description="new words"))
        hits = index.search(SearchQuery()).hits
        assert [hit.document.description for hit in hits] == ["new words"]

    def test_a_document_comes_back_as_it_went_in(self, index: SearchIndex) -> None:
        sent = column("a.t.c@x", description="Line\none  ", owners=("é", "b"), people_30d=3, data_type="array<int>")
        fill(index, sent)
        assert index.search(SearchQuery()).hits[0].document == sent

    def test_a_renamed_classification_is_found_by_its_new_name_only(self, index: SearchIndex) -> None:
        """open-metadata/OpenMetadata#12700."""
        fill(index, *(document(name, own_classifications=("bar",)) for name in ["a.t1@x", "a.t2@x"]))
        fill(index, *(document(name, own_classifications=("baz",)) for name in ["a.t1@x", "a.t2@x"]))
        page = index.search(SearchQuery())
        assert [(value.value, value.count) for value in page.facets["classification"]] == [("baz", 2)]
        assert index.search(SearchQuery(filters={"classification": ["baz"]})).total == 2
        assert index.search(SearchQuery(filters={"classification": ["bar"]})).total == 0

    def test_removing_takes_out_and_passes_over_unknown_guids(self, index: SearchIndex) -> None:
        fill(index, *tables(["a.t1@x", "a.t2@x"]))
        index.remove([document("a.t1@x").guid, "unknown"])
        assert names(index) == ["t2"]

    def test_rebuilding_leaves_exactly_what_was_given(self, index: SearchIndex) -> None:
        fill(index, *tables(["a.t1@x", "a.t2@x"]))
        assert index.rebuild(tables(["a.t3@x"])) == 1
        assert names(index) == ["t3"]
        assert index.health().documents == 1

    def test_stamps_tell_which_documents_are_held(self, index: SearchIndex) -> None:
        held = tables(["a.t1@x", "a.t2@x"])
        fill(index, *held)
        assert index.stamps() == {each.guid: stamp_of(each) for each in held}

    def test_suggestions_complete_the_last_word(self, index: SearchIndex) -> None:
        fill(index, *tables(["core.orders@x", "core.customers@x"]))
        assert [hit.document.name for hit in index.suggest("o")] == ["orders"]
        assert [hit.document.name for hit in index.suggest("core or")] == ["orders"]


class SearchIndexContract(BandContract, NameContract, CountContract, CopyContract):
    """All of it."""
