"""When a text says something: coverage counts by it."""

import pytest

from discovery.atlas.texts import says_something


@pytest.mark.parametrize(
    "text", ["", "   ", "\u200b\u200b", "-", "…", "n/a", "N/A", " TODO ", "tbd.", "(none)", "T.B.D", "unknown"]
)
def test_nothing_is_said_by(text: str) -> None:
    assert not says_something(text, "orders")


@pytest.mark.parametrize("text", ["Orders", "orders.", "  ORDERS  ", "Ord ers"])
def test_the_name_again_says_nothing(text: str) -> None:
    assert not says_something(text, "orders")


@pytest.mark.parametrize(
    "text", ["x", "顧客", "🙂", "TODO list of the shop", "Orders of the web shop", "a" * 5000, "n/a before 2020"]
)
def test_something_is_said_by(text: str) -> None:
    assert says_something(text, "orders")


def test_a_long_text_is_not_taken_for_a_long_name() -> None:
    assert says_something("words " * 1000, "n" * 600)
    assert not says_something("n" * 600, "n" * 600)


def test_a_long_text_of_nothing_visible_says_nothing() -> None:
    assert not says_something(" \u200b-" * 400, "orders")
