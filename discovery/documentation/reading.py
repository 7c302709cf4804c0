"""A text as a page shows it: who says it, how old it is, what the source says beside it. Pure but for addresses."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from catalogsite.common.markdown import LONGEST_RENDERED
from discovery.atlas.models import Entity
from discovery.atlas.selectors.entities import platform_title
from discovery.documentation.selectors import WRITTEN_ELSEWHERE
from discovery.documentation.types import TextHistory


@dataclass(frozen=True, slots=True)
class Reading:
    """`text` is what wins; `source_text` is what the source says, when a person's words stand above it.

    `changed_at` is set when the schema changed after the text was written.
    """

    guid: str
    text: str
    is_from_source: bool
    source: str
    source_text: str
    revision: int
    revisions: int
    by: str
    at: datetime | None
    origin: str
    changed_at: datetime | None
    may_edit: bool
    edit_href: str
    field_href: str
    text_href: str
    history_href: str
    is_term: bool = False

    @property
    def origin_note(self) -> str:
        """The origin, where it says more than the author's name does."""
        return "" if self.origin in {"human", WRITTEN_ELSEWHERE} else self.origin

    @property
    def is_cut(self) -> bool:
        return len(self.text) > LONGEST_RENDERED

    @property
    def length(self) -> int:
        return len(self.text)

    @property
    def shown(self) -> int:
        return min(self.length, LONGEST_RENDERED)


def build_reading(
    entity: Entity, history: TextHistory, *, may_edit: bool, changed_at: datetime | None = None
) -> Reading:
    """`changed_at`: when the schema last changed, whether before or after the text."""
    current = history.current
    is_late = current.at is not None and changed_at is not None and changed_at > current.at
    is_written = current.is_written
    return Reading(
        guid=entity.guid,
        text=current.text if is_written else entity.description,
        is_from_source=not is_written and entity.description.strip() != "",
        source=platform_title(entity.platform) if entity.platform else entity.type_name,
        source_text=entity.description if is_written and entity.description != current.text else "",
        revision=current.revision,
        revisions=history.revisions,
        by=history.by_name,
        at=current.at,
        origin=current.origin,
        changed_at=changed_at if is_late and is_written else None,
        may_edit=may_edit,
        edit_href=reverse("discovery:description-edit", args=[entity.guid]),
        field_href=reverse("discovery:description-field", args=[entity.guid]),
        text_href=reverse("discovery:description-text", args=[entity.guid]),
        history_href=f"{reverse('discovery:entity-page', args=[entity.guid])}?tab=history&show=texts",
        is_term=entity.kind == Entity.Kind.TERM,
    )
