"""What to document next: most used first, each with the reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogsite.common import clock
from discovery.atlas.models import Entity
from discovery.documentation.models import TextRevision
from discovery.usage.models import Usage
from governance.coverage.selectors.measured import measured_datasets

AT_ONCE = 50
MOST_USED = 400
"""Of so many used datasets the documented ones are looked at for stale texts and empty columns."""
DAYS_BEHIND = 1


@dataclass(frozen=True, slots=True)
class WorkItem:
    guid: str
    name: str
    place: str
    type_name: str
    kind: str
    reasons: tuple[str, ...]
    queries: int = 0
    people: int = 0

    @property
    def reason(self) -> str:
        """ "No description, 22 columns empty, no owner"."""
        first, *others = self.reasons
        return ", ".join([first, *(other[:1].lower() + other[1:] for other in others)])


@dataclass(frozen=True, slots=True)
class _Facts:
    empty_columns: int = 0
    schema_changed: datetime | None = None
    text_written: datetime | None = None

    @property
    def days_behind(self) -> int:
        """Days by which the text is older than the last change of the columns."""
        if self.schema_changed is None or self.text_written is None:
            return 0
        return (self.schema_changed - self.text_written).days


def list_next(*, limit: int) -> list[WorkItem]:
    """Used datasets that lack a text, have a stale one or empty columns; then unused ones without a text."""
    used = list(Usage.objects.order_by("-queries_30d", "-people_30d", "guid")[:MOST_USED])
    items: list[WorkItem] = []
    for start in range(0, len(used), AT_ONCE):
        items += _wanting(used[start : start + AT_ONCE])
        if len(items) >= limit:
            return items[:limit]
    return [*items, *_unused(limit - len(items), [use.guid for use in used])]


def _wanting(used: Sequence[Usage]) -> list[WorkItem]:
    """Those of some used datasets that there is something to do about, in the same order."""
    rows = {row.guid: row for row in measured_datasets().filter(guid__in=[use.guid for use in used])}
    facts = _facts_of(list(rows.values()))
    items = []
    for use in used:
        row = rows.get(use.guid)
        if row and (reasons := _reasons(row, facts.get(row.pk, _Facts()))):
            items.append(_item(row, reasons, use))
    return items


def _unused(count: int, used: Sequence[str]) -> list[WorkItem]:
    """Datasets without a text that nobody is known to use, by name."""
    rows = measured_datasets().filter(is_documented=False).exclude(guid__in=used).order_by("database", "name", "pk")
    found = list(rows[:count])
    facts = _facts_of(found)
    return [_item(row, _reasons(row, facts.get(row.pk, _Facts())), None) for row in found]


def _item(row: Entity, reasons: tuple[str, ...], use: Usage | None) -> WorkItem:
    return WorkItem(
        guid=row.guid,
        name=row.title,
        place=row.database or row.platform,
        type_name=row.type_name,
        kind=row.kind,
        reasons=reasons,
        queries=use.queries_30d if use else 0,
        people=use.people_30d if use else 0,
    )


def _facts_of(rows: Sequence[Entity]) -> dict[int, _Facts]:
    """Two queries for any number of datasets. Kind and status are asked so that the index over parents is taken."""
    ids = [row.pk for row in rows]
    columns = {
        row["parent_id"]: row
        for row in Entity.objects.filter(parent_id__in=ids, kind__endswith="column")
        .exclude(status=Entity.Status.DELETED)
        .values("parent_id")
        .annotate(empty=Count("pk", filter=Q(is_documented=False)), newest=Max("created_ms"))
    }
    written = dict(
        TextRevision.objects.filter(guid__in=[row.guid for row in rows]).values_list("guid").annotate(Max("at"))
    )
    return {
        row.pk: _Facts(
            empty_columns=columns[row.pk]["empty"] if row.pk in columns else 0,
            schema_changed=clock.from_ms(columns[row.pk]["newest"]) if row.pk in columns else None,
            text_written=written.get(row.guid),
        )
        for row in rows
    }


def _reasons(row: Entity, facts: _Facts) -> tuple[str, ...]:
    """In words, the worst first; empty when there is nothing to do."""
    reasons = []
    if not row.is_documented:
        reasons.append(_("No description"))
    elif facts.days_behind >= DAYS_BEHIND:
        days = facts.days_behind
        text = ngettext("Text older than schema by %(n)d day", "Text older than schema by %(n)d days", days)
        reasons.append(text % {"n": days})
    if facts.empty_columns:
        text = ngettext("%(n)d column empty", "%(n)d columns empty", facts.empty_columns)
        reasons.append(text % {"n": facts.empty_columns})
    if reasons and not row.owner:
        reasons.append(_("No owner"))
    return tuple(reasons)
