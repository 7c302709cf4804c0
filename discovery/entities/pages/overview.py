"""The first tab: figures, the description, the columns that matter, facts, classifications, people."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogsite.accounts.types import Actor
from catalogsite.common import clock
from catalogsite.common.ui import Chip, ChipOrigin, Fact, Figure
from discovery.atlas.chips import chip_of, is_sensitive_type
from discovery.atlas.models import Entity
from discovery.atlas.selectors import TermView, terms_of, type_registry
from discovery.atlas.typesystem import TypeRegistry
from discovery.documentation.reading import Reading, build_reading
from discovery.documentation.selectors import text_history
from discovery.documentation.types import TextHistory
from discovery.entities.pages.facts import facts_of
from discovery.entities.pages.head import WITH_LINEAGE, Head, build_head
from discovery.entities.pages.rows import ColumnRow, column_rows
from discovery.entities.panels import Place, Slot, list_slots
from discovery.entities.selectors import Shown, key_columns, tags_of
from discovery.entities.types import Tab, Tags


@dataclass(frozen=True, slots=True)
class TagLine:
    """A classification on the right: its chip and where it comes from. `details_href` opens path and validity."""

    chip: Chip
    words: str
    details_href: str
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class PersonLine:
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class OverviewPage:
    head: Head
    figures: Sequence[Figure]
    reading: Reading
    columns: Sequence[ColumnRow]
    columns_total: int
    columns_href: str
    facts: Sequence[Fact]
    tags: Sequence[TagLine]
    tags_href: str
    terms: Sequence[TermView]
    people: Sequence[PersonLine]
    lineage_href: str
    panels: Sequence[Slot]
    aside_panels: Sequence[Slot]


def build_overview(shown: Shown, *, actor: Actor) -> OverviewPage:
    """Four queries more for a table, whatever the number of its columns."""
    entity = shown.entity
    columns = key_columns(entity) if shown.counts.all else []
    guids = [entity.guid, *(column.guid for column in columns)]
    tags, terms = tags_of(entity, shown=guids), terms_of(guids)
    history = shown.history or text_history(entity)
    head = build_head(shown, tab=Tab.OVERVIEW, tags=tags, actor=actor)
    page = reverse("discovery:entity-page", args=[entity.guid])
    return OverviewPage(
        head=head,
        figures=_figures(shown, page),
        reading=build_reading(entity, history, may_edit=head.may_edit, changed_at=_schema_changed(shown)),
        columns=column_rows(columns, tags=tags, terms=terms),
        columns_total=shown.counts.all,
        columns_href=f"{page}?tab=columns",
        facts=facts_of(entity),
        tags=_tag_lines(entity, tags),
        tags_href=reverse("discovery:entity-tags", args=[entity.guid]) if tags.of(entity.guid) else "",
        terms=terms.get(entity.guid, []),
        people=_people(shown, history),
        lineage_href=reverse("discovery:lineage-overview", args=[entity.guid]) if entity.kind in WITH_LINEAGE else "",
        panels=list_slots(Place.OVERVIEW, kind=entity.kind, guid=entity.guid),
        aside_panels=list_slots(Place.ASIDE, kind=entity.kind, guid=entity.guid),
    )


def _figures(shown: Shown, page: str) -> list[Figure]:
    """Only what somebody measured: a figure without data is left out."""
    entity = shown.entity
    figures = []
    if shown.usage:
        people, queries = shown.usage.people, shown.usage.queries
        figures.append(
            Figure(
                label=_("Used by"),
                value=ngettext("%(n)s person", "%(n)s people", people) % {"n": f"{people:,}"},
                detail=ngettext("%(n)s query in 30 days", "%(n)s queries in 30 days", queries) % {"n": f"{queries:,}"},
                trend=shown.usage.weekly,
            )
        )
    owner = shown.owners[0] if shown.owners else ""
    others = len(shown.owners) - 1
    more = ngettext("and %(n)d more", "and %(n)d more", others) % {"n": others} if others > 0 else ""
    figures.append(Figure(label=_("Owner"), value=owner or _("No owner"), person=owner, detail=more))
    if shown.counts.all:
        total = shown.counts.all
        documented = total - shown.counts.undocumented
        figures.append(
            Figure(
                label=_("Documented"),
                value=_("%(n)s of %(total)s columns") % {"n": f"{documented:,}", "total": f"{total:,}"},
                ratio=documented / total,
                href=f"{page}?tab=columns&show=undocumented",
            )
        )
    if entity.data_type:
        figures.append(Figure(label=_("Type"), value=entity.data_type))
    figures.append(_changed(_schema_changed(shown), entity))
    return figures


def _schema_changed(shown: Shown) -> datetime | None:
    return None if shown.counts.changed_ms is None else clock.from_ms(shown.counts.changed_ms)


def _changed(schema: datetime | None, entity: Entity) -> Figure:
    moment = schema or clock.from_ms(entity.updated_ms)
    label = _("Schema changed") if schema else _("Changed")
    return Figure(label=label, value=f"{moment:%-d %b %Y}", detail=f"{moment:%H:%M} UTC")


def _tag_lines(entity: Entity, tags: Tags) -> list[TagLine]:
    registry, at = type_registry(), clock.now()
    lines = []
    for tag in tags.of(entity.guid):
        chip = chip_of(tag, registry, at=at)
        words = _("set here") if tag.origin == "DIRECT" else _("from %(source)s") % {"source": chip.source or "?"}
        href = reverse("discovery:entity-page", args=[tag.source_guid]) if tag.origin == "PROPAGATED" else ""
        lines.append(TagLine(chip=chip, words=words, details_href=href, is_gone=tag.is_gone))
    return [*lines, *_column_lines(entity, tags)]


def _column_lines(entity: Entity, tags: Tags) -> list[TagLine]:
    registry = type_registry()
    columns = f"{reverse('discovery:entity-page', args=[entity.guid])}?tab=columns&show=classified"
    lines = []
    for summary in tags.summary:
        if summary.direct:
            words = ngettext("%(n)d column, set here", "%(n)d columns, set here", summary.direct)
            chip = _summary_chip(summary.type_name, registry, is_inherited=False)
            lines.append(TagLine(chip=chip, words=words % {"n": summary.direct}, details_href=columns))
        if summary.inherited:
            sources = ", ".join(summary.sources[:2]) or _("elsewhere")
            words = ngettext("%(n)d column, from %(source)s", "%(n)d columns, from %(source)s", summary.inherited)
            chip = _summary_chip(summary.type_name, registry, is_inherited=True)
            values = {"n": summary.inherited, "source": sources}
            lines.append(TagLine(chip=chip, words=words % values, details_href=columns))
    return lines


def _summary_chip(name: str, registry: TypeRegistry, *, is_inherited: bool) -> Chip:
    origin = ChipOrigin.PROPAGATED if is_inherited else ChipOrigin.DIRECT
    return Chip(name=name, origin=origin, is_sensitive=is_sensitive_type(name, registry))


def _people(shown: Shown, history: TextHistory) -> list[PersonLine]:
    roles: dict[str, list[str]] = {}
    for owner in shown.owners:
        roles.setdefault(owner, []).append(_("owner"))
    for author in history.authors:
        words = ngettext("wrote %(n)d text", "wrote %(n)d texts", author.texts) % {"n": author.texts}
        roles.setdefault(author.name, []).append(words if author.texts else _("wrote this text"))
    return [PersonLine(name=name, role=", ".join(words)) for name, words in list(roles.items())[:6]]
