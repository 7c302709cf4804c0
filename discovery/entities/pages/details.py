"""What a row of the columns tab opens to: all texts, and for each classification where it comes from and over what."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from catalogsite.accounts.selectors import display_names
from catalogsite.common import clock
from catalogsite.common.ui import Chip, Hop
from discovery.atlas.chips import chip_of
from discovery.atlas.models import Entity
from discovery.atlas.selectors import ClassificationView, classifications_of, entities_by_guid, paths_of, type_registry
from discovery.entities.panels import removal_href
from discovery.entities.selectors import classification_paths, get_shown


@dataclass(frozen=True, slots=True)
class TagDetails:
    """One classification: who set it where and when, and the hops to here when it is inherited."""

    chip: Chip
    hops: Sequence[Hop]
    set_by: str
    at: datetime
    is_live: bool
    removal_href: str
    """Set when its path is gone: where to ask for its removal."""
    propagates: bool
    periods: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Details:
    guid: str
    name: str
    href: str
    text: str
    source_text: str
    qualified_name: str
    tags: Sequence[TagDetails]


def build_details(guid: str) -> Details:
    """Raises NotFound."""
    entity = get_shown(guid).entity
    views = classifications_of([guid]).get(guid, [])
    paths = classification_paths(views)
    entities = entities_by_guid({one for path in paths.values() for one in path})
    places = paths_of(list(entities.values())) if entities else {}
    names = display_names({view.set_by for view in views})
    return Details(
        guid=guid,
        name=entity.title,
        href=reverse("discovery:entity-page", args=[guid]),
        text=entity.text,
        source_text=entity.description if entity.user_description else "",
        qualified_name=entity.qualified_name,
        tags=[
            _tag(view, paths.get((guid, view.type_name, view.source_guid), []), entities, places, names, entity.kind)
            for view in views
        ],
    )


def _tag(
    view: ClassificationView,
    path: Sequence[str],
    entities: dict[str, Entity],
    places: dict[str, tuple[str, ...]],
    names: dict[str, str],
    kind: str,
) -> TagDetails:
    chip = chip_of(view, type_registry(), at=clock.now())
    return TagDetails(
        chip=chip,
        hops=[_hop(one, entities.get(one), places.get(one, ()), view=view) for one in path],
        set_by=names[view.set_by],
        at=clock.from_ms(view.at_ms),
        is_live=view.has_live_path,
        removal_href=_removal(view, kind),
        propagates=view.propagate,
        periods=[(str(one.get("startTime") or ""), str(one.get("endTime") or "")) for one in view.validity_periods],
    )


def _removal(view: ClassificationView, kind: str) -> str:
    if view.has_live_path:
        return ""
    return removal_href(kind=kind, guid=view.guid, classification=view.type_name, source=view.source_guid)


def _hop(guid: str, entity: Entity | None, place: Sequence[str], *, view: ClassificationView) -> Hop:
    if entity is None:
        return Hop(name=guid, is_broken=True)
    return Hop(
        name=entity.title,
        place=".".join(place[1:]),
        href=reverse("discovery:entity-page", args=[guid]),
        is_broken=not view.has_live_path and guid == view.guid,
    )
