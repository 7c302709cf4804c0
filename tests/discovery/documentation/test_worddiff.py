"""Word diffs and merging: pure, checked by hand-made cases and by properties over random texts."""

import time
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from catalogsite.common.ui import WordChange
from discovery.documentation.worddiff import diff_words, is_too_large, merge, three_way

words = st.lists(
    st.sampled_from(["one", "row", "is", ".", ",", "\n", "\n\n", "  ", "customer", "é", "日本", "|"]), max_size=20
)
texts = words.map(" ".join)


def side(pieces: list[WordChange], kind: str) -> str:
    return "".join(piece.text for piece in pieces if piece.kind in {"same", kind})


def test_a_changed_word_is_marked_and_the_rest_stays() -> None:
    assert diff_words("One row is a customer.", "One row is an account.") == [
        WordChange("same", "One row is "),
        WordChange("removed", "a customer"),
        WordChange("added", "an account"),
        WordChange("same", "."),
    ]


def test_equal_texts_have_no_changes() -> None:
    assert diff_words("same text\n", "same text\n") == [WordChange("same", "same text\n")]
    assert diff_words("", "") == []


def test_a_first_text_is_all_added() -> None:
    assert diff_words("", "One row.") == [WordChange("added", "One row.")]


def test_a_changed_line_break_shows() -> None:
    assert [piece.kind for piece in diff_words("a b", "a\n\nb")] != ["same"]


@given(before=texts, after=texts)
def test_same_and_added_pieces_are_the_new_text(before: str, after: str) -> None:
    pieces = diff_words(before, after)
    assert side(pieces, "added") == after
    assert side(pieces, "removed").split() == before.split()


@given(before=texts, after=texts)
def test_neighbouring_pieces_differ_in_kind(before: str, after: str) -> None:
    kinds = [piece.kind for piece in diff_words(before, after)]
    assert all(left != right for left, right in pairwise(kinds))


def test_changes_in_different_places_meet_in_one_text() -> None:
    base = "One row is a customer. Join on email."
    merged = merge(base, "One row is an account. Join on email.", "One row is a customer. Join on customer_id.")
    assert merged == "One row is an account. Join on customer_id."


def test_different_changes_of_the_same_place_do_not_merge() -> None:
    assert merge("a b c", "a X c", "a Y c") is None
    assert merge("a c", "a X c", "a Y c") is None


def test_the_same_change_made_twice_counts_once() -> None:
    assert merge("a b c", "a X c", "a X c") == "a X c"


@given(base=texts, theirs=texts)
def test_a_text_that_did_not_change_yields_to_the_one_that_did(base: str, theirs: str) -> None:
    merged, other = merge(base, theirs, base), merge(base, base, theirs)
    assert merged is not None
    assert other is not None
    assert merged.split() == other.split() == theirs.split()


def test_both_sides_are_compared_with_what_they_started_from() -> None:
    view = three_way(
        "One row is one customer account.",
        "One row is one account.",
        "One row is one customer account, guests excluded.",
    )
    assert WordChange("removed", "customer ") in view.theirs
    assert [piece.kind for piece in view.mine] == ["same", "added", "same"]
    assert view.merged == "One row is one account, guests excluded."


def test_two_long_texts_without_a_common_word_are_compared_in_bounded_time() -> None:
    before, after = ("x%d " * 20_000) % tuple(range(20_000)), ("y%d " * 20_000) % tuple(range(20_000))
    start = time.perf_counter()
    pieces = diff_words(before, after)
    assert time.perf_counter() - start < 3
    assert side(pieces, "added") == after


def test_texts_beyond_what_a_page_can_show_are_named_too_large() -> None:
    assert is_too_large("a", "b" * 200_001)
    assert not is_too_large("a", "b")
