"""The fields of the tantivy index, and a document turned into them."""

import hashlib
import json
from dataclasses import fields
from functools import cache
from itertools import chain
from typing import Any

import tantivy

from discovery.search import ranking, tokens
from discovery.search.question import LONGEST_PART
from discovery.search.types import FACETS, SearchDocument, stamp_of, values_of
from discovery.search.zones import EXACT_ZONES, WORD_ZONES, Zones, column_keys, qualified_keys, zones_of

LAYOUT = 3
"""Raise it when the same fields come to hold something else: every index is then built anew."""
FOLDED = ("type", "platform", "database", "owner", "classification", "term", "label")
"""Filters that a person may type in any case."""
SORT_FIELDS = {"relevance": "rank", "updated": "updated", "usage": "usage", "name": "sort_name"}
NAME_PARTS = 8
"""Numbers of eight bytes that hold the beginning of a name in order."""
NAME_BYTES = 8 * NAME_PARTS
_TAIL = LONGEST_PART


_TUPLES = [each.name for each in fields(SearchDocument) if "tuple" in str(each.type)]


@cache
def schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    for name in ("guid", "key_qualified", "key_name", "key_letters", "key_column", "types", "tags", "label"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    for zone in WORD_ZONES:
        builder.add_text_field(f"words_{zone}", tokenizer_name="whitespace", index_option="position")
    builder.add_text_field("words_own", tokenizer_name="whitespace", index_option="position")
    for zone in EXACT_ZONES:
        builder.add_text_field(f"exact_{zone}", tokenizer_name="whitespace", index_option="position")
    for name in ("tails_name", "tails_column", "words_owner", "words_type"):
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="basic")
    for name in (*FACETS, "kind", "status"):
        builder.add_text_field(name, fast=True, tokenizer_name="raw", index_option="basic")
    for name in FOLDED:
        builder.add_text_field(f"folded_{name}", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("stamp", fast=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("sort_name", fast=True, tokenizer_name="raw", index_option="basic")
    for name in ("rank", "updated", "usage", "tie", *(f"name_{at}" for at in range(NAME_PARTS))):
        builder.add_unsigned_field(name, fast=True, indexed=True)
    builder.add_bytes_field("document", stored=True)
    return builder.build()


@cache
def fingerprint() -> str:
    """Changes when an index made by other code can no longer be read as ours."""
    names = [each.name for each in fields(SearchDocument)]
    shape = (LAYOUT, WORD_ZONES, EXACT_ZONES, FACETS, FOLDED, NAME_PARTS, names)
    return hashlib.sha256(repr((shape, ranking.LEVELS)).encode()).hexdigest()[:12]


def facet_values(document: SearchDocument) -> dict[str, tuple[str, ...]]:
    """Values by facet; "" stands for none where a person looks for what is missing."""
    return {
        "platform": (document.platform,),
        "type": (document.type_name,),
        "database": (document.database,),
        "classification": document.own_classifications or ("",),
        "owner": document.owners or ("",),
        "term": document.terms or ("",),
        "documented": ("yes" if document.is_documented else "no",),
    }


def to_tantivy(document: SearchDocument) -> tantivy.Document:
    zones = zones_of(document)
    made = tantivy.Document()
    made.add_bytes("document", json.dumps(values_of(document), ensure_ascii=False, separators=(",", ":")).encode())
    made.add_text("guid", document.guid)
    made.add_text("stamp", f"{document.guid} {stamp_of(document)}")
    _add_keys(made, document, zones)
    _add_zones(made, zones)
    _add_facets(made, document)
    _add_orders(made, document)
    return made


def from_tantivy(made: tantivy.Document) -> SearchDocument:
    stored: Any = made.get_first("document")
    raw: dict[str, Any] = json.loads(bytes(stored))
    for name in _TUPLES:
        raw[name] = tuple(raw[name])
    return SearchDocument(**raw)


def name_key(document: SearchDocument) -> str:
    """The beginning of a name as it is sorted by."""
    return tokens.squeezed(document.name).encode()[:NAME_BYTES].decode(errors="ignore")


def name_numbers(key: str) -> list[int]:
    """The same as numbers that compare as the name does."""
    padded = key.encode().ljust(NAME_BYTES, b"\0")
    return [int.from_bytes(padded[8 * at : 8 * at + 8]) for at in range(NAME_PARTS)]


def _add_keys(made: tantivy.Document, document: SearchDocument, zones: Zones) -> None:
    for key in qualified_keys(document):
        made.add_text("key_qualified", key)
    if not document.is_column:
        made.add_text("key_name", tokens.squeezed(document.name))
        made.add_text("key_letters", tokens.letters(document.name))
    for key in column_keys(zones):
        made.add_text("key_column", key)


def _add_zones(made: tantivy.Document, zones: Zones) -> None:
    for zone in WORD_ZONES:
        if zones.texts(zone):
            made.add_text(f"words_{zone}", " ".join(zones.words(zone)))
    for zone in EXACT_ZONES:
        if zones.texts(zone):
            made.add_text(f"exact_{zone}", " ".join(zones.pieces(zone)))
    made.add_text("words_own", " ".join(zones.own_words()))
    for zone in ("name", "column"):
        if own := zones.part_letters(zone):
            tails = (own[at : at + _TAIL] for at in range(len(own)))
            made.add_text(f"tails_{zone}", " ".join(tails))


def _add_facets(made: tantivy.Document, document: SearchDocument) -> None:
    facets = facet_values(document)
    for name, values in facets.items():
        for value in dict.fromkeys(values):
            made.add_text(name, value)
    made.add_text("kind", document.kind)
    made.add_text("status", document.status)
    filterable = facets | {
        "type": (document.type_name, *document.super_types),
        "classification": document.classifications,
        "label": document.labels,
    }
    for name in FOLDED:
        for value in {tokens.normalized(value) for value in filterable[name]}:
            made.add_text(f"folded_{name}", value)
    for value in {document.type_name, *document.super_types}:
        made.add_text("types", value)
    for value in document.labels:
        made.add_text("label", value)
    for value in document.classifications:
        made.add_text("tags", value)
    made.add_text("words_type", " ".join(tokens.words(document.type_name)))
    made.add_text("words_owner", " ".join(chain.from_iterable(tokens.words(owner) for owner in document.owners)))


def _add_orders(made: tantivy.Document, document: SearchDocument) -> None:
    tie = ranking.tie_of(document.guid)
    made.add_unsigned("rank", ranking.rank_of(document))
    made.add_unsigned("updated", max(document.updated_ms, 0))
    made.add_unsigned("usage", document.queries_30d << 32 | tie)
    made.add_unsigned("tie", tie)
    key = name_key(document)
    made.add_text("sort_name", f"{key}\0{tie:08x}")
    for at, number in enumerate(name_numbers(key)):
        made.add_unsigned(f"name_{at}", number)
