"""What the editor and the conflict show: one value each, used by the page, the fragment and the cell of a column."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.dateparse import parse_datetime

from catalogsite.accounts.selectors import display_names
from catalogsite.common.ui import WordChange
from discovery.atlas.models import Entity
from discovery.atlas.selectors.entities import platform_title
from discovery.documentation.selectors import documentation_of_entities, find_revision
from discovery.documentation.types import Documentation
from discovery.documentation.worddiff import is_too_large, three_way


@dataclass(frozen=True, slots=True)
class Editor:
    """`text` is what stands in the field; `stands` what is saved now, at `revision`. `mine` is set after a conflict
    whose two texts could not be brought together: it is shown for copying."""

    guid: str
    title: str
    text: str
    revision: int
    by: str
    at: datetime | None
    source: str
    source_text: str
    back_href: str
    edit_href: str
    field_href: str
    panel_href: str
    preview_href: str
    history_href: str
    is_term: bool
    error: str = ""
    preview: str | None = None
    mine: str = ""
    is_merged: bool = False


@dataclass(frozen=True, slots=True)
class ConflictView:
    """Theirs and mine, each against the text I started from. `merged` is the text to go on with."""

    editor: Editor
    by: str
    at: datetime | None
    revision: int
    theirs: str
    mine: str
    theirs_words: Sequence[WordChange]
    mine_words: Sequence[WordChange]
    can_merge: bool


def page_of(entity: Entity) -> str:
    """The page of an entity, or of a term."""
    if entity.kind == Entity.Kind.TERM:
        return reverse("discovery:term-page", args=[entity.guid])
    return reverse("discovery:entity-page", args=[entity.guid])


def build_editor(
    entity: Entity,
    *,
    stands: Documentation | None = None,
    text: str | None = None,
    error: str = "",
    preview: str | None = None,
    back_href: str = "",
) -> Editor:
    """The editor with the text that stands, or with `text` when the person has typed already."""
    stands = stands or documentation_of_entities([entity])[entity.guid]
    guid = entity.guid
    return Editor(
        guid=guid,
        title=entity.title,
        text=stands.text if text is None else text,
        revision=stands.revision,
        by=display_names({stands.by})[stands.by] if stands.by else "",
        at=stands.at,
        source=platform_title(entity.platform) if entity.platform else entity.type_name,
        source_text=entity.description,
        back_href=back_href or page_of(entity),
        edit_href=reverse("discovery:description-edit", args=[guid]),
        field_href=reverse("discovery:description-field", args=[guid]),
        panel_href=reverse("discovery:description-panel", args=[guid]),
        preview_href=reverse("discovery:description-preview", args=[guid]),
        history_href=f"{reverse('discovery:entity-page', args=[guid])}?tab=history&show=texts",
        is_term=entity.kind == Entity.Kind.TERM,
        error=error,
        preview=preview,
    )


def base_text(guid: str, revision: int) -> str:
    """The text somebody started from; "" when they started from nothing or it was never kept."""
    row = find_revision(guid, revision) if revision else None
    return row.text if row else ""


def build_conflict(editor: Editor, *, details: dict[str, Any], mine: str, started_from: int) -> ConflictView:
    """From the details of a stale save (services.save_description)."""
    theirs, base = str(details["text"]), base_text(editor.guid, started_from)
    view = None if is_too_large(theirs, mine, base) else three_way(base, theirs, mine)
    by = str(details.get("by") or "")
    return ConflictView(
        editor=editor,
        by=display_names({by})[by],
        at=parse_datetime(str(details.get("at") or "")),
        revision=int(details["revision"]),
        theirs=theirs,
        mine=mine,
        theirs_words=view.theirs if view else (),
        mine_words=view.mine if view else (),
        can_merge=bool(view and view.merged is not None),
    )
