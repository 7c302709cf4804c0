"""The head of an entity: where it stands, what it is, what it carries, what one can do with it, and its tabs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogsite.accounts.policy import Action, refusal
from catalogsite.accounts.selectors import display_names
from catalogsite.accounts.types import Actor, Target
from catalogsite.common import clock
from catalogsite.common.ui import Chip, ChipOrigin, Link
from discovery.atlas.chips import chip_of, is_sensitive_type
from discovery.atlas.models import Entity
from discovery.atlas.selectors import type_registry
from discovery.documentation.selectors import text_attribute
from discovery.entities.panels import EntityAction, Place, Slot, list_actions, list_slots
from discovery.entities.selectors import Shown
from discovery.entities.types import Tab, Tags

WITH_COLUMNS = frozenset({Entity.Kind.DATASET})
WITH_LINEAGE = frozenset({Entity.Kind.DATASET, Entity.Kind.COLUMN, Entity.Kind.PROCESS})


@dataclass(frozen=True, slots=True)
class Act:
    """A button of another slice, with its address for this entity."""

    label: str
    icon: str
    href: str


@dataclass(frozen=True, slots=True)
class Deletion:
    """Who deleted it and when."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Head:
    entity: Entity
    guid: str
    tab: Tab
    title: str
    crumbs: Sequence[Link]
    chips: Sequence[Chip]
    tabs: Sequence[Link]
    panels: Sequence[Slot]
    tab_panels: Sequence[Slot]
    acts: Sequence[Act]
    deletion: Deletion | None
    may_edit: bool
    why_not: str
    edit_href: str
    is_written: bool


def build_head(shown: Shown, *, tab: Tab, tags: Tags, actor: Actor) -> Head:
    entity = shown.entity
    why_not = _why_not_edit(entity, actor)
    is_active = entity.status == Entity.Status.ACTIVE
    return Head(
        entity=entity,
        guid=entity.guid,
        tab=tab,
        title=entity.title,
        crumbs=_crumbs(shown),
        chips=head_chips(entity, tags),
        tabs=_tabs(entity, tab, shown.counts.all),
        panels=list_slots(Place.HEAD, kind=entity.kind, guid=entity.guid),
        tab_panels=list_slots(Place.TAB, kind=entity.kind, guid=entity.guid),
        acts=[_act(action, entity.guid) for action in list_actions(entity.kind)] if is_active else [],
        deletion=None if is_active else _deletion(entity),
        may_edit=why_not == "",
        why_not=why_not,
        edit_href=reverse("discovery:description-edit", args=[entity.guid]),
        is_written=entity.text.strip() != "",
    )


def _deletion(entity: Entity) -> Deletion:
    name = display_names({entity.updated_by})[entity.updated_by]
    return Deletion(by=name, at=clock.from_ms(entity.updated_ms))


def _act(action: EntityAction, guid: str) -> Act:
    return Act(label=str(action.label), icon=action.icon, href=action.href(guid))


def _why_not_edit(entity: Entity, actor: Actor) -> str:
    if entity.status != Entity.Status.ACTIVE:
        return _("Deleted, so nothing here can be changed.")
    if not text_attribute(entity.type_name):
        return _("Entities of this type have no attribute for a text.")
    return refusal(actor, Action.EDIT_TEXT, Target(database=entity.database))


def _crumbs(shown: Shown) -> list[Link]:
    """The browse tree: each step opens the search filtered to it, a container or table its own page."""
    entity = shown.entity
    crumbs: list[Link] = []
    if entity.platform:
        crumbs.append(Link(shown.path[0], f"{reverse_search()}?platform={entity.platform}"))
    for container in shown.containers:
        crumbs.append(Link(container.title, reverse("discovery:entity-page", args=[container.guid])))
    crumbs.append(Link(entity.title, "", is_current=True))
    return crumbs


def reverse_search() -> str:
    """The address of the search page, which stands beside this slice and is fixed by contract."""
    return "/search"


def head_chips(entity: Entity, tags: Tags) -> list[Chip]:
    """Its own classifications, then what its columns carry in numbers ("PII on 5 columns")."""
    registry, at = type_registry(), clock.now()
    own = [chip_of(tag, registry, at=at, is_short=True) for tag in tags.of(entity.guid)]
    columns = reverse("discovery:entity-page", args=[entity.guid])
    for summary in tags.summary:
        note = ngettext("on %(n)d column", "on %(n)d columns", summary.columns) % {"n": summary.columns}
        own.append(
            Chip(
                name=summary.type_name,
                origin=ChipOrigin.DIRECT if summary.direct else ChipOrigin.PROPAGATED,
                is_sensitive=is_sensitive_type(summary.type_name, registry),
                note=note,
                href=f"{columns}?tab=columns&show=classified",
            )
        )
    return own


def _tabs(entity: Entity, tab: Tab, columns: int) -> list[Link]:
    page = reverse("discovery:entity-page", args=[entity.guid])
    labels = {
        Tab.OVERVIEW: _("Overview"),
        Tab.COLUMNS: _("Columns"),
        Tab.LINEAGE: _("Lineage"),
        Tab.GOVERNANCE: _("Governance"),
        Tab.QUALITY: _("Quality"),
        Tab.HISTORY: _("History"),
    }
    return [
        Link(
            label=labels[one],
            href=page if one is Tab.OVERVIEW else f"{page}?tab={one}",
            count=columns if one is Tab.COLUMNS else None,
            is_current=one is tab,
        )
        for one in tabs_of(entity)
    ]


def tabs_of(entity: Entity) -> list[Tab]:
    """The tabs that make sense for a kind of entity."""
    without = set()
    if entity.kind not in WITH_COLUMNS:
        without |= {Tab.COLUMNS, Tab.QUALITY}
    if entity.kind not in WITH_LINEAGE:
        without.add(Tab.LINEAGE)
    return [tab for tab in Tab if tab not in without]
