"""How names are cut."""

import pytest

from discovery.search import tokens
from discovery.search.ranking import is_one_away


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("SalesRegion", ["sales", "region"]),
        ("HTTPServer_v2", ["http", "server", "v", "2"]),
        ("core_dataset-2024.raw/x@cl1", ["core", "dataset", "2024", "raw", "x", "cl", "1"]),
        ("ÉtéChaud", ["été", "chaud"]),
        ("cafe\u0301", ["café"]),
        ("维修信息", ["维修", "修信", "信息"]),
        ("表", ["表"]),
        ("t_表格x", ["t", "表格", "x"]),
        ("table_😀", ["table", "😀"]),
        ("جدول_المبيعات", ["جدول", "المبيعات"]),
        ("", []),
        (":()", []),
    ],
)
def test_names_are_cut_at_separators_digits_and_case_changes(name: str, words: list[str]) -> None:
    assert list(tokens.words(name)) == words


@pytest.mark.parametrize("name", ["SalesRegion", "HTTPServer_v2", "aB", "A", "ABc", "x1Y2", "IDs"])
def test_plain_and_other_scripts_are_cut_by_the_same_rules(name: str) -> None:
    assert list(tokens.words(f"{name} é"))[:-1] == list(tokens.words(name))


def test_pieces_keep_what_stands_between_words() -> None:
    mark = tokens.SPACE_MARK
    assert list(tokens.pieces("Raw public-data")) == [f"{mark}raw", f"{mark}public", "-", "data"]
    assert list(tokens.pieces("é a-b")) == [f"{mark}é", f"{mark}a", "-", "b"]


@pytest.mark.parametrize(
    ("one", "other", "is_near"),
    [
        ("orders", "order", True),
        ("custmer", "customer", True),
        ("ordres", "orders", True),
        ("orders", "orders", True),
        ("orders", "ordinal", False),
        ("abcd", "badc", False),
    ],
)
def test_one_change_is_one_letter_or_one_swap(one: str, other: str, is_near: bool) -> None:
    assert is_one_away(one, other) is is_near
