"""The tabs that other slices fill: lineage, governance, and quality, which no source fills yet."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from catalogsite.accounts.types import Actor
from discovery.entities.pages.head import Head, build_head
from discovery.entities.panels import Place, Slot, list_slots
from discovery.entities.selectors import Shown, tags_of
from discovery.entities.types import Tab


@dataclass(frozen=True, slots=True)
class LineageTab:
    head: Head
    panel_href: str
    page_href: str


@dataclass(frozen=True, slots=True)
class GovernanceTab:
    head: Head
    panels: Sequence[Slot]


@dataclass(frozen=True, slots=True)
class QualityTab:
    head: Head


def build_lineage(shown: Shown, *, actor: Actor) -> LineageTab:
    guid = shown.entity.guid
    return LineageTab(
        head=_head(shown, Tab.LINEAGE, actor),
        panel_href=reverse("discovery:lineage-panel", args=[guid]),
        page_href=reverse("discovery:lineage-page", args=[guid]),
    )


def build_governance(shown: Shown, *, actor: Actor) -> GovernanceTab:
    entity = shown.entity
    panels = list_slots(Place.GOVERNANCE, kind=entity.kind, guid=entity.guid)
    return GovernanceTab(head=_head(shown, Tab.GOVERNANCE, actor), panels=panels)


def build_quality(shown: Shown, *, actor: Actor) -> QualityTab:
    return QualityTab(head=_head(shown, Tab.QUALITY, actor))


def _head(shown: Shown, tab: Tab, actor: Actor) -> Head:
    return build_head(shown, tab=tab, tags=tags_of(shown.entity), actor=actor)
