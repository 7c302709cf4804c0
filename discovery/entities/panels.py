"""The registry of what other slices put on an entity's page. They register in `apps.py` and serve their own addresses.

A panel is a fragment that htmx loads from its URL; without scripts its title links there. Order is by place and number,
never by who registered first, and each panel reserves its height so that nothing jumps.
"""

from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise


class Place(StrEnum):
    HEAD = "head"
    """Chips beside the name. The fragment is a row of chips, or nothing."""
    OVERVIEW = "overview"
    """Below the lineage in the main column."""
    ASIDE = "aside"
    """Right column of the overview, below facts and classifications."""
    GOVERNANCE = "governance"
    """The Governance tab, one below the other."""
    TAB = "tab"
    """The few words beside the Governance tab ("1 open")."""


class Height(StrEnum):
    """How much room is kept until the panel arrives."""

    NONE = "none"
    LOW = "low"
    MIDDLE = "middle"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Panel:
    """A fragment of another slice. `url_name` takes the entity's guid; `kinds` empty means every kind of entity."""

    name: str
    title: str | Promise
    url_name: str
    place: Place
    order: int = 100
    height: Height = Height.MIDDLE
    kinds: frozenset[str] = frozenset()

    def href(self, guid: str) -> str:
        return reverse(self.url_name, args=[guid])


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one panel on one entity's page."""

    name: str
    title: str
    href: str
    height: Height


@dataclass(frozen=True, slots=True)
class EntityAction:
    """A button in the head (and, when `takes_columns`, in the bar of selected columns): a GET with `?guid=…`."""

    name: str
    label: str | Promise
    url_name: str
    icon: str = ""
    order: int = 100
    kinds: frozenset[str] = frozenset()
    takes_columns: bool = False
    takes_removals: bool = False
    """Also understands `action=REMOVE`, `classification` and `source` (the guid it was inherited from)."""

    def address(self) -> str:
        return reverse(self.url_name)

    def href(self, guid: str) -> str:
        return f"{self.address()}?{urlencode({'guid': guid})}"


def removal_href(*, kind: str, guid: str, classification: str, source: str) -> str:
    """Where the removal of an inherited classification can be asked for; "" when no slice offers it."""
    for action in list_actions(kind):
        if action.takes_removals:
            query = {"guid": guid, "action": "REMOVE", "classification": classification, "source": source}
            return f"{action.address()}?{urlencode(query)}"
    return ""


_panels: dict[str, Panel] = {}
_actions: dict[str, EntityAction] = {}


def register_panel(panel: Panel) -> None:
    """Adds a panel, or replaces the one of the same name."""
    _panels[panel.name] = panel


def register_action(action: EntityAction) -> None:
    """Adds a button, or replaces the one of the same name."""
    _actions[action.name] = action


def list_panels(place: Place, kind: str) -> list[Panel]:
    """The panels of one place for one kind of entity, in their order."""
    found = [panel for panel in _panels.values() if panel.place is place and (not panel.kinds or kind in panel.kinds)]
    return sorted(found, key=lambda panel: (panel.order, panel.name))


def list_slots(place: Place, *, kind: str, guid: str) -> list[Slot]:
    """The same for the page of one entity, with addresses."""
    return [Slot(panel.name, str(panel.title), panel.href(guid), panel.height) for panel in list_panels(place, kind)]


def list_actions(kind: str) -> list[EntityAction]:
    """The buttons for one kind of entity, in their order."""
    found = [action for action in _actions.values() if not action.kinds or kind in action.kinds]
    return sorted(found, key=lambda action: (action.order, action.name))
