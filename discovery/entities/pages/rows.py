"""A column as one row of a table: the same on the overview and on the columns tab."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from catalogsite.common import clock
from catalogsite.common.ui import Chip
from discovery.atlas.chips import chip_of
from discovery.atlas.models import Entity
from discovery.atlas.selectors import TermView, type_registry
from discovery.documentation.plain import first_words
from discovery.entities.types import Tag, Tags


@dataclass(frozen=True, slots=True)
class RowLabels:
    """Names of a row's controls for those who hear the page."""

    select: str
    describe: str
    open: str


@dataclass(frozen=True, slots=True)
class ColumnRow:
    """`source` tells in words where the classification comes from; `words` is one line of the text."""

    entity: Entity
    guid: str
    name: str
    data_type: str
    words: str
    is_documented: bool
    chips: Sequence[Chip]
    terms: Sequence[TermView]
    source: str
    queries: int | None
    href: str
    labels: RowLabels
    is_marked: bool = False
    is_open: bool = False


def column_rows(
    columns: Sequence[Entity],
    *,
    tags: Tags,
    terms: Mapping[str, Sequence[TermView]],
    marked: str = "",
    opened: str = "",
) -> list[ColumnRow]:
    """`marked` is the name of the column that was asked for, `opened` the guid of the one whose details stand open."""
    sentences = (_("Select %(name)s"), _("Describe %(name)s"), _("Texts and paths of %(name)s"))
    return [
        _row(column, tags.of(column.guid), terms.get(column.guid, ()), sentences, marked=marked, opened=opened)
        for column in columns
    ]


def _source(tags: Sequence[Tag]) -> str:
    """ "from raw.customers" for the first inherited one, "set here" where all are."""
    inherited = next((tag for tag in tags if tag.origin == "PROPAGATED"), None)
    if inherited is not None:
        return _("from %(source)s") % {"source": ".".join([*inherited.source_path[1:], inherited.source_title])}
    return _("set here") if tags else ""


def _row(
    column: Entity,
    tags: Sequence[Tag],
    terms: Sequence[TermView],
    sentences: Sequence[str],
    *,
    marked: str,
    opened: str,
) -> ColumnRow:
    registry, at = type_registry(), clock.now()
    return ColumnRow(
        entity=column,
        guid=column.guid,
        name=column.name,
        data_type=column.data_type,
        words=first_words(column.text),
        is_documented=column.is_documented,
        chips=[chip_of(tag, registry, at=at, is_short=True) for tag in tags],
        terms=terms,
        source=_source(tags),
        queries=getattr(column, "queries", None),
        href=reverse("discovery:entity-page", args=[column.guid]),
        labels=RowLabels(*(sentence % {"name": column.name} for sentence in sentences)),
        is_marked=column.name == marked,
        is_open=column.guid == opened,
    )
