"""What the propose page shows: the entities that can be chosen, the form, and what would follow."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from catalogsite.common.errors import NotFound
from catalogsite.common.ui import Link
from discovery.atlas.models import Entity
from discovery.atlas.selectors import entities_by_guid, list_columns
from governance.classification.forms import ProposeForm, Wish
from governance.classification.selectors.consequences import Consequences, consequences
from governance.classification.selectors.entities import places_of
from governance.classification.sentences import Place
from governance.classification.types import ChangeAction

MOST_COLUMNS = 200
"""Columns of a table that the form offers; more are proposed from the columns tab, where they can be filtered."""


@dataclass(frozen=True, slots=True)
class Target:
    """An entity that can be ticked."""

    place: Place
    is_chosen: bool
    data_type: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What would follow, as of now; empty before a classification is chosen."""

    consequences: Consequences
    chosen: int
    is_ready: bool


@dataclass(frozen=True, slots=True)
class ProposePage:
    """The form with everything beside it."""

    wish: Wish
    form: ProposeForm
    targets: Sequence[Target]
    preview: Preview
    crumbs: Sequence[Link]
    heading: str
    has_more_columns: bool = False

    @property
    def is_removal(self) -> bool:
        return self.wish.action is ChangeAction.REMOVE

    @property
    def is_fixed(self) -> bool:
        """Changing and removing speak of one classification that is there."""
        return self.wish.action is not ChangeAction.ADD


def propose_page(wish: Wish, *, about: Sequence[str], form: ProposeForm) -> ProposePage:
    """`about`: the entities the page was opened for. Raises NotFound when none of them is known."""
    entities = entities_by_guid(about)
    if not entities:
        raise NotFound(_("There is no such entity to propose something for."))
    first = next(entities[guid] for guid in about if guid in entities)
    offered, has_more = _offered(entities, about, is_fixed=wish.action is not ChangeAction.ADD)
    places = places_of(entity.guid for entity in offered)
    chosen = set(wish.guids)
    home = places_of([first.guid])[first.guid]
    return ProposePage(
        wish=wish,
        form=form,
        targets=[Target(places[row.guid], row.guid in chosen, row.data_type) for row in offered],
        preview=preview_of(wish),
        crumbs=[Link(home.full, f"/entity/{first.guid}"), Link(_("Propose"), "", is_current=True)],
        heading=_heading(wish),
        has_more_columns=has_more,
    )


def _heading(wish: Wish) -> str:
    if wish.action is ChangeAction.REMOVE:
        return _("Propose to remove %(classification)s") % {"classification": wish.classification}
    if wish.action is ChangeAction.UPDATE:
        return _("Propose a change of %(classification)s") % {"classification": wish.classification}
    return _("Propose a classification")


def _offered(entities: dict[str, Entity], about: Sequence[str], *, is_fixed: bool) -> tuple[list[Entity], bool]:
    """What was asked for; with a single dataset also its columns, with a single column also its siblings."""
    listed = [entities[guid] for guid in about if guid in entities]
    if is_fixed or len(listed) != 1:
        return listed, False
    only = listed[0]
    table = only.parent if only.kind == Entity.Kind.COLUMN else only
    if table is None or table.kind != Entity.Kind.DATASET:
        return listed, False
    page = list_columns(table, limit=MOST_COLUMNS)
    columns = list(page.results)
    if only.kind == Entity.Kind.COLUMN and only.pk not in {column.pk for column in columns}:
        columns.insert(0, only)
    return [table, *columns], page.next is not None


def preview_of(wish: Wish) -> Preview:
    """Reads where the classification would go; nothing is written."""
    is_ready = bool(wish.classification and wish.guids)
    return Preview(
        consequences=consequences(wish.changes if is_ready else ()), chosen=len(wish.guids), is_ready=is_ready
    )
