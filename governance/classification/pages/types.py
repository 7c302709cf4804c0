"""What the pages of classification types show."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from catalogsite.accounts.selectors import display_names
from catalogsite.common.pagination import Page
from catalogsite.common.ui import Chip, Figure, Link
from governance.classification.pages.sensitive import is_sensitive
from governance.classification.selectors.types import (
    Carrier,
    TypeDetail,
    TypeLine,
    find_carriers,
    get_type,
    list_types,
)


@dataclass(frozen=True, slots=True)
class ListedType:
    """One line of the list."""

    line: TypeLine
    chip: Chip
    href: str
    search_href: str


@dataclass(frozen=True, slots=True)
class ClassificationsPage:
    lines: Sequence[ListedType]


@dataclass(frozen=True, slots=True)
class CarrierLine:
    carrier: Carrier
    href: str
    set_by: str


@dataclass(frozen=True, slots=True)
class ClassificationPage:
    """One type: figures, attributes, relatives, what carries it."""

    detail: TypeDetail
    chip: Chip
    figures: Sequence[Figure]
    carriers: Sequence[CarrierLine]
    list: Page[Carrier]
    next_href: str
    search_href: str
    proposals_href: str
    crumbs: Sequence[Link]


def classifications_page() -> ClassificationsPage:
    return ClassificationsPage([_listed(line) for line in list_types()])


def classification_page(name: str, *, cursor: str | None = None) -> ClassificationPage:
    """Raises NotFound for an unknown name."""
    detail = get_type(name)
    found = find_carriers(name, cursor=cursor)
    here = type_href(name)
    names = display_names({carrier.set_by for carrier in found.results})
    search = search_href(name)
    proposals = f"{reverse('governance:proposals-page')}?{urlencode({'segment': 'open', 'q': name})}"
    return ClassificationPage(
        detail=detail,
        chip=Chip(name, is_sensitive=is_sensitive(name)),
        figures=[
            Figure(_("Set on"), f"{detail.line.use.direct:,}", href=search),
            Figure(_("Inherited by"), f"{detail.line.use.inherited:,}", href=search),
            Figure(_("Open proposals"), f"{detail.line.open_proposals:,}", href=proposals),
        ],
        carriers=[
            CarrierLine(carrier, f"/entity/{carrier.place.guid}", names[carrier.set_by]) for carrier in found.results
        ],
        list=found,
        next_href=f"{here}?{urlencode({'cursor': found.next})}" if found.next else "",
        search_href=search,
        proposals_href=proposals,
        crumbs=[
            Link(_("Classifications"), reverse("governance:classifications-page")),
            Link(name, "", is_current=True),
        ],
    )


def _listed(line: TypeLine) -> ListedType:
    return ListedType(
        line, Chip(line.name, is_sensitive=is_sensitive(line.name)), type_href(line.name), search_href(line.name)
    )


def type_href(name: str) -> str:
    return reverse("governance:classification-page", args=[name])


def search_href(name: str) -> str:
    return f"/search?{urlencode({'classification': name})}"
