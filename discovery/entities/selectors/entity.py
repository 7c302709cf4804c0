"""The entity of a page with its containers, its use and its owner's name, in one query."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.db.models import JSONField, OuterRef, Subquery, Value
from django.db.models.functions import Concat, JSONObject

from catalogsite.common.errors import NotFound
from discovery.atlas.models import Entity
from discovery.atlas.selectors.entities import platform_title
from discovery.entities.types import UsageNumbers
from discovery.usage.models import Usage


@dataclass(frozen=True, slots=True)
class Shown:
    """An entity with what its head says. `containers`: outermost first, without itself."""

    entity: Entity
    containers: Sequence[Entity]
    usage: UsageNumbers | None
    owners: Sequence[str]
    """Full names where the owner is a person we know, else what the source says."""

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
        .filter(guid=guid)
        .annotate(usage=Subquery(usage, output_field=JSONField()), owner_name=Subquery(name))
        .first()
    )
    if entity is None:
        raise NotFound("There is no entity with this guid.", details={"guid": guid})
    known = (entity.owner_name or "").strip()
    return Shown(
        entity=entity,
        containers=_containers(entity),
        usage=_usage(entity.usage),
        owners=[known] if known else entity.owners,
    )


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
