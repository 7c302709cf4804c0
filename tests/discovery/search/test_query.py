"""The query language: what each piece is read as. No text is an error."""

import pytest

from discovery.search.query import read


@pytest.mark.parametrize(
    ("text", "words", "phrases", "filters", "excluded"),
    [
        ("customer email", "customer email", (), {}, {}),
        ('"public-data" feed', "feed", ("public-data",), {}, {}),
        ("tag:PII -documented:yes", "", (), {"classification": ("PII",)}, {"documented": ("yes",)}),
        ("owner:priya,tomas db:core", "", (), {"owner": ("priya", "tomas"), "database": ("core",)}, {}),
        ('owner:"Priya Raman" orders', "orders", (), {"owner": ("Priya Raman",)}, {}),
        ("kind:tables kind:jobs", "", (), {"kind": ("dataset", "process")}, {}),
        ("status:all orders", "orders", (), {"status": ("ACTIVE", "DELETED")}, {}),
        ("TAG:pii Owner:none", "", (), {"classification": ("pii",), "owner": ("",)}, {}),
        ("documented:perhaps", "documented:perhaps", (), {}, {}),
        ("owner: db:", "owner: db:", (), {}, {}),
        ("s3://bucket/a:b", "s3://bucket/a:b", (), {}, {}),
        ('"unclosed text', "", ("unclosed text",), {}, {}),
        ('""', '"', (), {}, {}),
        ("*", "", (), {}, {}),
        ("*:*", "*:*", (), {}, {}),
        ("- a-b", "- a-b", (), {}, {}),
        ("", "", (), {}, {}),
    ],
)
def test_a_text_is_taken_apart(text: str, words: str, phrases: object, filters: object, excluded: object) -> None:
    asked = read(text)
    assert (asked.words, asked.phrases, asked.filters, asked.excluded) == (words, phrases, filters, excluded)


def test_what_is_not_wanted_is_told_apart_from_what_is() -> None:
    asked = read('orders -raw -"old data" -tag:PII')
    assert (asked.words, asked.without, asked.without_phrases) == ("orders", ("raw",), ("old data",))
    assert not asked.is_plain
    assert read("orders core").is_plain


def test_a_piece_can_be_taken_out_of_the_text() -> None:
    asked = read('orders tag:PII -"old data" core')
    [tag] = [part for part in asked.parts if part.role == "filter"]
    assert asked.without_part(tag) == 'orders -"old data" core'


@pytest.mark.parametrize(
    "text", ['"', '-"', 'tag:"', "owner:,", "a" * 5000, "\x00\n\t:", "-", "--", '-tag:"PII', "🙂:🙂"]
)
def test_reading_never_fails(text: str) -> None:
    """open-metadata/OpenMetadata#9329 and #16001, apache/atlas 97b5565d8 (ATLAS-4055)."""
    asked = read(text)
    assert "".join(asked.words.split()) <= "".join(text.split()) or asked.parts
