"""The entities of a lineage page."""

from catalogsite.common.errors import NotFound
from discovery.atlas.models import Entity


def get_base(guid: str) -> Entity:
    """The entity whose lineage is asked for, with its parent. Raises NotFound."""
    entity = Entity.objects.select_related("parent").filter(guid=guid).first()
    if entity is None:
        raise NotFound("There is no entity with this guid.", details={"guid": guid})
    return entity


def owners_of(owner: str) -> tuple[str, ...]:
    """The owner text of a source, which may name several people, as names."""
    return tuple(name for part in owner.split(",") if (name := part.strip()))
