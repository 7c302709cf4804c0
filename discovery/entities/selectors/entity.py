"""The entity of a page with its containers, its use and its owner's name, in one query."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import (
    BigIntegerField,
    Case,
    Count,
    Exists,
    F,
    JSONField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Concat, JSONObject
from django.utils.translation import gettext as _

from catalogsite.common.errors import NotFound
from discovery.atlas.models import Entity, EntityClassification
from discovery.atlas.selectors.entities import platform_title
from discovery.documentation.selectors import history_of, last_revision
from discovery.documentation.types import TextHistory
from discovery.entities.types import ColumnCounts, UsageNumbers
from discovery.usage.models import Usage
from workflows.events.selectors import find_events
from workflows.events.types import EventKind

_HEAVY = ("attributes", "custom_attributes", "business_attributes", "labels", "description", "user_description")
_UNREAD = tuple(f"{path}__{name}" for path in ("parent", "parent__parent", "parent__parent__parent") for name in _HEAVY)
"""Of containers only names are shown."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An entity with what its head says. `containers`: outermost first, without itself."""

    entity: Entity
    containers: Sequence[Entity]
    usage: UsageNumbers | None
    owners: Sequence[str]
    """Full names where the owner is a person we know, else what the source says."""
    counts: ColumnCounts
    history: TextHistory | None
    """None when the text's own history has to be asked (documentation.selectors.text_history)."""

    @property
    def path(self) -> tuple[str, ...]:
        head = (platform_title(self.entity.platform),) if self.entity.platform else ()
        return (*head, *(container.title for container in self.containers))

    @property
    def table(self) -> Entity | None:
        """What a column belongs to."""
        return self.entity.parent if self.entity.kind == Entity.Kind.COLUMN else None


def get_shown(guid: str) -> Shown:
    """Raises NotFound. One query, whatever the entity."""
    usage = Usage.objects.filter(guid=OuterRef("guid")).values(
        json=JSONObject(queries="queries_30d", people="people_30d", weekly="weekly")
    )
    owner = get_user_model().objects.filter(username=OuterRef("owner"))
    name = owner.values(full=Concat("first_name", Value(" "), "last_name"))
    entity = (
        Entity.objects.select_related("parent__parent__parent")
        .defer(*_UNREAD)
        .filter(guid=guid)
        .annotate(
            usage=Subquery(usage, output_field=JSONField()),
            owner_name=Subquery(name),
            column_counts=Subquery(_counts(), output_field=JSONField()),
            columns_changed=Subquery(_changes(), output_field=BigIntegerField()),
            last_revision=last_revision(),
        )
        .first()
    )
    if entity is None:
        raise _missing(guid)
    known = (entity.owner_name or "").strip()
    return Shown(
        entity=entity,
        containers=_containers(entity),
        usage=_usage(entity.usage),
        owners=[known] if known else entity.owners,
        counts=ColumnCounts(**(entity.column_counts or {}), changed_ms=entity.columns_changed),
        history=history_of(entity),
    )


def _missing(guid: str) -> NotFound:
    """Says when it was removed for good, while the log still tells."""
    purge = next(iter(find_events(kinds=[EventKind.ENTITY_PURGE], key=guid, limit=1, newest_first=True)), None)
    if purge is None:
        return NotFound(_("There is no entity with this guid."), details={"guid": guid})
    values = {
        "name": purge.payload.get("qualifiedName") or purge.payload.get("name") or guid,
        "by": purge.actor,
        "at": f"{purge.at:%-d %b %Y %H:%M} UTC",
    }
    sentence = _("%(name)s was removed for good by %(by)s on %(at)s.") % values
    return NotFound(sentence, details={"guid": guid, "removedAt": purge.at.isoformat()})


def _counts() -> QuerySet[Entity, Any]:
    """The counts of a table's columns as one JSON value, so that they come with the table."""
    columns = Entity.objects.filter(parent=OuterRef("pk"), kind=Entity.Kind.COLUMN, status=OuterRef("status"))
    classified = Exists(EntityClassification.objects.filter(entity=OuterRef("pk")))
    return (
        columns.order_by()
        .values("parent")
        .values(
            json=JSONObject(
                all=Count("pk"),
                classified=Count("pk", filter=classified),
                undocumented=Count("pk", filter=Q(is_documented=False)),
            )
        )
    )


def _changes() -> QuerySet[Entity, Any]:
    columns = Entity.objects.filter(parent=OuterRef("pk"), kind=Entity.Kind.COLUMN)
    change = Case(When(status=Entity.Status.ACTIVE, then=F("created_ms")), default=F("updated_ms"))
    return columns.order_by().values("parent").values(last=Max(change))


def _containers(entity: Entity) -> list[Entity]:
    """The parents that were read with it, outermost first. Nothing in Atlas's models is nested deeper than three."""
    found: list[Entity] = []
    one = entity
    while one.parent_id is not None and len(found) < 3 and one.parent is not None:
        one = one.parent
        found.append(one)
    return found[::-1]


def _usage(raw: dict[str, object] | None) -> UsageNumbers | None:
    if not raw:
        return None
    weekly = raw.get("weekly")
    return UsageNumbers(
        queries=int(str(raw.get("queries") or 0)),
        people=int(str(raw.get("people") or 0)),
        weekly=tuple(float(value) for value in weekly) if isinstance(weekly, list) else (),
    )
