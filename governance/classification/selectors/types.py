"""Classification types with their use: how often set, how often inherited, what follows, what is proposed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import Count, F, Q

from catalogsite.common.errors import NotFound
from catalogsite.common.pagination import Page, decode_cursor, encode_cursor
from discovery.atlas.models import Entity, EntityClassification
from discovery.atlas.selectors import type_registry
from discovery.atlas.typesystem import ClassificationType
from governance.classification.selectors.entities import places_of
from governance.classification.selectors.proposals import count_open_by_classification
from governance.classification.sentences import Place, attributes_words
from governance.ranger.selectors import find_template, list_applied_for
from governance.ranger.words import effect_sentence


@dataclass(frozen=True, slots=True)
class Use:
    """Entities that carry a classification: set on themselves, inherited from others."""

    direct: int = 0
    inherited: int = 0


@dataclass(frozen=True, slots=True)
class TypeLine:
    """One classification type. `depth` is its place in the tree of super-types."""

    name: str
    depth: int
    description: str
    use: Use
    effect: str
    open_proposals: int


@dataclass(frozen=True, slots=True)
class TypeDetail:
    """Everything about one classification type."""

    line: TypeLine
    super_types: Sequence[str]
    sub_types: Sequence[str]
    attributes: Sequence[tuple[str, str]]
    entity_types: Sequence[str]
    policies: Sequence[str] = field(default_factory=tuple)


@dataclass(frozen=True, slots=True)
class Carrier:
    """An entity that carries a classification that is set on it."""

    place: Place
    attributes: Sequence[tuple[str, str]]
    set_by: str
    at_ms: int


def list_types() -> list[TypeLine]:
    """All classification types as a tree: a type follows its (first) super-type. A fixed number of queries."""
    types = type_registry().classification_types
    uses, wishes = count_uses(), count_open_by_classification()
    children: dict[str, list[str]] = {}
    for name, definition in sorted(types.items()):
        parents = [parent for parent in definition.super_types if parent in types]
        children.setdefault(parents[0] if parents else "", []).append(name)
    lines: list[TypeLine] = []

    def add(names: Iterable[str], depth: int) -> None:
        for name in names:
            lines.append(_line(types[name], depth, uses.get(name, Use()), wishes.get(name, 0)))
            add(children.get(name, ()), depth + 1)

    add(children.get("", ()), 0)
    return lines


def count_uses() -> dict[str, Use]:
    """ACTIVE entities for each classification. One query."""
    rows = (
        EntityClassification.objects.filter(entity__status=Entity.Status.ACTIVE)
        .values_list("type_name")
        .annotate(
            direct=Count("pk", filter=Q(source_guid=F("entity__guid"))),
            inherited=Count("entity", filter=~Q(source_guid=F("entity__guid")), distinct=True),
        )
    )
    return {name: Use(direct, inherited) for name, direct, inherited in rows}


def _line(definition: ClassificationType, depth: int, use: Use, open_proposals: int) -> TypeLine:
    template = find_template(definition.name)
    return TypeLine(
        name=definition.name,
        depth=min(depth, 4),
        description=str(definition.definition.get("description") or ""),
        use=use,
        effect=effect_sentence(template) if template else "",
        open_proposals=open_proposals,
    )


def get_type(name: str) -> TypeDetail:
    """One classification type. Raises NotFound."""
    definition = type_registry().classification_types.get(name)
    if definition is None:
        raise NotFound(f"There is no classification “{name}”.")
    line = _line(definition, 0, count_uses().get(name, Use()), count_open_by_classification().get(name, 0))
    return TypeDetail(
        line=line,
        super_types=sorted(definition.super_types),
        sub_types=sorted(definition.sub_types - {name}),
        attributes=[(attribute.name, attribute.type_name) for attribute in definition.attributes.values()],
        entity_types=[str(each) for each in definition.definition.get("entityTypes") or ()],
        policies=[policy.name for policy in list_applied_for([name])],
    )


def find_carriers(name: str, *, cursor: str | None = None, limit: int = 50) -> Page[Carrier]:
    """ACTIVE entities the classification is set on, newest first, keyset paging."""
    rows = EntityClassification.objects.filter(
        type_name=name, source_guid=F("entity__guid"), entity__status=Entity.Status.ACTIVE
    )
    total = rows.count()
    kind = f"carriers:{name}"
    key = decode_cursor(kind, cursor)
    if key is not None:
        rows = rows.filter(pk__lt=int(key[0]))
    found = list(rows.select_related("entity").order_by("-pk")[: limit + 1])
    places = places_of(row.entity.guid for row in found[:limit])
    return Page(
        results=[
            Carrier(places[row.entity.guid], attributes_words(row.attributes), row.created_by, row.created_ms)
            for row in found[:limit]
        ],
        total=total,
        next=encode_cursor(kind, [found[limit - 1].pk]) if len(found) > limit else None,
    )
