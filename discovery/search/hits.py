"""Hits as the search page shows them: one query for classifications, one for those of columns, one for people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogsite.accounts.selectors import display_names
from catalogsite.common import clock
from catalogsite.common.ui import Badge, Chip, Tone
from discovery.atlas.chips import chip_of, is_sensitive_type
from discovery.atlas.models import Entity, EntityClassification
from discovery.atlas.selectors import classifications_of, type_registry
from discovery.search import ranking, wording
from discovery.search.question import Question, ask
from discovery.search.types import Band, Hit, SearchQuery
from discovery.search.wording import Piece


@dataclass(frozen=True, slots=True)
class HitView:
    guid: str
    href: str
    kind: str
    type_name: str
    name: Sequence[Piece]
    place: str
    """Database or path, and the type in words."""
    text: Sequence[Piece]
    owner: str
    chips: Sequence[Chip]
    badges: Sequence[Badge]
    people: int
    band: str
    where: str
    is_deleted: bool


@dataclass(frozen=True, slots=True)
class ColumnView:
    guid: str
    href: str
    path: str
    """Everything before the name, with its dot."""
    name: Sequence[Piece]
    data_type: str
    text: Sequence[Piece]
    chips: Sequence[Chip]
    band: str
    parent: str


def hit_views(hits: Sequence[Hit], question: Question) -> list[HitView]:
    if not hits:
        return []
    guids = [hit.document.guid for hit in hits]
    chips, on_columns = _chips(guids), _on_columns(guids)
    people = display_names({owner for hit in hits for owner in hit.document.owners[:1]})
    return [_hit_view(hit, question, chips, on_columns, people) for hit in hits]


def _hit_view(
    hit: Hit,
    question: Question,
    chips: Mapping[str, list[Chip]],
    on_columns: Mapping[str, list[Chip]],
    people: Mapping[str, str],
) -> HitView:
    document = hit.document
    own = [chip for chip in chips.get(document.guid, ()) if chip.name != ranking.CERTIFYING]
    is_certified = ranking.CERTIFYING in document.own_classifications
    words = wording.one_line(document.description or document.source_description, question)
    place = ".".join(document.path[1:]) if document.platform else ".".join(document.path)
    return HitView(
        guid=document.guid,
        href=reverse("discovery:entity-page", args=[document.guid]),
        kind=document.kind,
        type_name=document.type_name,
        name=wording.marked(document.name, question),
        place=", ".join(filter(None, [place, wording.type_words(document.type_name)])),
        text=wording.marked(words, question),
        owner=people.get(document.owners[0], document.owners[0]) if document.owners else "",
        chips=[*own, *on_columns.get(document.guid, ())],
        badges=[Badge(_("Certified"), Tone.OK, "badge-check")] if is_certified else [],
        people=document.people_30d,
        band=str(wording.BANDS.get(hit.match.band, "")),
        where=_where(hit),
        is_deleted=document.status == Entity.Status.DELETED,
    )


def _where(hit: Hit) -> str:
    """Where it matched, in few words, when the band does not say it."""
    match, document = hit.match, hit.document
    if match.columns:
        return ", ".join(match.columns[:3])
    if match.band in {Band.NAME, Band.NAME_WORDS} and document.database:
        return _("in %(place)s") % {"place": document.database}
    if match.band is Band.TERM:
        return ", ".join((*document.terms, *document.own_classifications)[:3])
    return ""


def column_views(hits: Sequence[Hit], question: Question) -> list[ColumnView]:
    chips = _chips([hit.document.guid for hit in hits]) if hits else {}
    return [
        ColumnView(
            guid=hit.document.guid,
            href=reverse("discovery:entity-page", args=[hit.document.guid]),
            path="".join(f"{step}." for step in hit.document.path[1:]),
            name=wording.marked(hit.document.name, question),
            data_type=hit.document.data_type,
            text=wording.marked(wording.one_line(hit.document.description, question), question),
            chips=chips.get(hit.document.guid, []),
            band=str(wording.BANDS.get(hit.match.band, "")),
            parent=hit.document.parent_guid,
        )
        for hit in hits
    ]


def _chips(guids: Sequence[str]) -> dict[str, list[Chip]]:
    registry, at = type_registry(), clock.now()
    return {
        guid: [chip_of(view, registry, at=at, is_short=True) for view in views]
        for guid, views in classifications_of(guids).items()
    }


def _on_columns(guids: Sequence[str]) -> dict[str, list[Chip]]:
    """Sensitive classifications on the columns of a dataset: "PII on 2 columns"."""
    registry = type_registry()
    rows = (
        EntityClassification.objects.filter(
            entity__parent__guid__in=guids, entity__kind=Entity.Kind.COLUMN, entity__status=Entity.Status.ACTIVE
        )
        .values_list("entity__parent__guid", "type_name")
        .annotate(number=Count("entity", distinct=True))
        .order_by("type_name")
    )
    found: dict[str, list[Chip]] = {}
    for guid, name, number in rows:
        note = ngettext("on %(n)d column", "on %(n)d columns", number) % {"n": number}
        chip = Chip(name=name, is_sensitive=is_sensitive_type(name, registry), note=note)
        found.setdefault(str(guid), []).append(chip)
    return found


@dataclass(frozen=True, slots=True)
class SuggestionView:
    href: str
    kind: str
    type_name: str
    name: Sequence[Piece]
    place: str


def suggestion_views(hits: Sequence[Hit], text: str) -> list[SuggestionView]:
    question = ask(SearchQuery(text=text))
    return [
        SuggestionView(
            href=reverse("discovery:entity-page", args=[hit.document.guid]),
            kind=hit.document.kind,
            type_name=hit.document.type_name,
            name=wording.marked(hit.document.name, question),
            place=".".join(hit.document.path[1:]) or wording.type_words(hit.document.type_name),
        )
        for hit in hits
    ]
