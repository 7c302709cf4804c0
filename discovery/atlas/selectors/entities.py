"""Entities by guid and by name, and where they stand."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from catalogsite.common.errors import NotFound
from discovery.atlas.models import Entity

PLATFORM_TITLES = {
    "aws": "AWS",
    "bi": "Reports",
    "bigquery": "BigQuery",
    "file_system": "Files",
    "hbase": "HBase",
    "rdbms": "RDBMS",
}
_DEEPEST_CONTAINER = 6


def get_entity(guid: str) -> Entity:
    """The entity, ACTIVE or DELETED, with its parent. Raises NotFound."""
    entity = Entity.objects.select_related("parent").filter(guid=guid).first()
    if entity is None:
        raise NotFound(_("There is no entity with this guid."), details={"guid": guid, "errorCode": "404-005"})
    return entity


def get_entity_by_qualified_name(type_name: str, qualified_name: str) -> Entity:
    """The ACTIVE entity of that type and name, else the one deleted last. Raises NotFound."""
    rows = Entity.objects.select_related("parent").filter(type_name=type_name, qualified_name=qualified_name)
    # "ACTIVE" sorts before "DELETED".
    entity = rows.order_by("status", "-updated_ms").first()
    if entity is None:
        raise NotFound(
            _("There is no %(type)s named %(name)s.") % {"type": type_name, "name": qualified_name},
            details={"typeName": type_name, "qualifiedName": qualified_name, "errorCode": "404-009"},
        )
    return entity


def entities_by_guid(guids: Iterable[str]) -> dict[str, Entity]:
    """The known ones among `guids`."""
    wanted = list(dict.fromkeys(guids))
    found: dict[str, Entity] = {}
    for start in range(0, len(wanted), 500):
        chunk = wanted[start : start + 500]
        found |= {row.guid: row for row in Entity.objects.select_related("parent").filter(guid__in=chunk)}
    return found


def find_by_qualified_name(text: str, *, limit: int = 20) -> list[Entity]:
    """Entities of any type with exactly this qualified name, ACTIVE ones first."""
    return list(Entity.objects.filter(qualified_name=text).order_by("status", "-updated_ms")[:limit])


def platform_title(platform: str) -> str:
    """How a platform is called on pages: "hive" is Hive, "aws" is AWS."""
    return PLATFORM_TITLES.get(platform, platform[:1].upper() + platform[1:])


def paths_of(entities: Sequence[Entity]) -> dict[str, tuple[str, ...]]:
    """Guid → where it stands, outermost first: platform, then the containers' names; its own name is left out."""
    containers = _containers_of(entities)
    return {entity.guid: _path(entity, containers) for entity in entities}


def _containers_of(entities: Sequence[Entity]) -> dict[int, Entity]:
    """Every container above the entities, by id, one query per level."""
    known: dict[int, Entity] = {}
    wanted = {entity.parent_id for entity in entities if entity.parent_id is not None}
    for _level in range(_DEEPEST_CONTAINER):
        missing = wanted - known.keys()
        if not missing:
            break
        rows = list(Entity.objects.filter(pk__in=missing).only("id", "guid", "name", "display_name", "parent_id"))
        known |= {row.pk: row for row in rows}
        wanted = {row.parent_id for row in rows if row.parent_id is not None}
    return known


def _path(entity: Entity, containers: dict[int, Entity]) -> tuple[str, ...]:
    names: list[str] = []
    parent_id = entity.parent_id
    while parent_id is not None and len(names) < _DEEPEST_CONTAINER:
        container = containers.get(parent_id)
        if container is None:
            break
        names.append(container.name or container.display_name)
        parent_id = container.parent_id
    head = (platform_title(entity.platform),) if entity.platform else ()
    return (*head, *reversed(names))
