"""Glossary terms assigned to entities."""

from collections.abc import Iterable
from dataclasses import dataclass

from discovery.atlas.models import Entity, Relationship

ASSIGNMENT = "AtlasGlossarySemanticAssignment"
"""end1 the term, end2 the entity (apache/atlas 0011-glossary_model.json)."""


@dataclass(frozen=True, slots=True)
class TermView:
    guid: str
    name: str
    glossary: str


def terms_of(guids: Iterable[str]) -> dict[str, list[TermView]]:
    """Guid → the ACTIVE terms assigned to it, by name."""
    rows = Relationship.objects.filter(
        type_name=ASSIGNMENT,
        status=Entity.Status.ACTIVE,
        end1__status=Entity.Status.ACTIVE,
        end2__guid__in=list(guids),
    ).select_related("end1__parent", "end2")
    found: dict[str, list[TermView]] = {}
    for row in rows.order_by("end1__name"):
        glossary = row.end1.parent.name if row.end1.parent else ""
        found.setdefault(row.end2.guid, []).append(TermView(row.end1.guid, row.end1.name, glossary))
    return found
