"""Puts entities in an order in which each refers only to earlier ones or to those of its own unit. Pure.

Exports tell a relation from both sides (a table lists its columns, a column names its table). One side is enough, so
the mirrored one is dropped here: what is left has hardly any circles and can be cut into batches.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from discovery.atlas.typesystem import EntityType, RelationshipEnd, TypeRegistry
from discovery.sources.base import Found

Reference = dict[str, Any]


class Node:
    """One entity of the import: its JSON, made over, and the references it makes."""

    def __init__(self, found: Found, entity_type: EntityType, number: int) -> None:
        self.place = found.place
        self.scope = found.scope
        self.type = entity_type
        self.number = number
        self.entity: dict[str, Any] = dict(found.entity)
        self.given_guid = str(found.entity.get("guid") or "")
        self.references: list[tuple[str, Reference, Node]] = []
        """(attribute, the reference itself, the entity of the same import it means)."""
        self.leading_out: list[tuple[str, Reference]] = []
        """References to entities that are not part of the import."""
        self.lost: list[tuple[str, Reference]] = []
        """Those of them that mean nothing in the catalog either."""
        self.is_refused = False
        self._pointers: list[Reference] = []
        self._split_attributes()

    @property
    def key(self) -> str:
        """The guid in requests: the real one, or a "-n" of its own."""
        return self.given_guid if self.has_real_guid else f"-{self.number}"

    @property
    def has_real_guid(self) -> bool:
        return self.given_guid != "" and not self.given_guid.startswith("-")

    @property
    def is_deleted(self) -> bool:
        return self.entity.get("status") == "DELETED"

    @property
    def qualified_name(self) -> str:
        return str(self.entity["attributes"].get("qualifiedName") or "")

    @property
    def title(self) -> str:
        return f"{self.type.name} {self.qualified_name or self.given_guid}"

    def _split_attributes(self) -> None:
        """Values on one side, relationship ends on the other; empty ends say nothing and are left out."""
        values: dict[str, Any] = {}
        ends: dict[str, Any] = {}
        for name, value in (self.entity.get("attributes") or {}).items():
            (ends if name in self.type.relationship_ends else values)[name] = value
        ends.update(self.entity.get("relationshipAttributes") or {})
        self.entity["attributes"] = values
        self.entity["relationshipAttributes"] = {
            name: cleaned for name, value in ends.items() if (cleaned := _living(value))
        }
        self.entity["guid"] = self.key
        if self.entity.get("classifications"):
            # Propagated ones come back by themselves.
            self.entity["classifications"] = [
                each
                for each in self.entity["classifications"]
                if (each.get("entityGuid") or self.given_guid) == self.given_guid
            ]

    def point_to(self, attribute: str, reference: Reference, target: "Node") -> None:
        """Makes a reference name another entity of the import, by the guid it has or will have."""
        self.references.append((attribute, reference, target))
        reference["guid"] = target.key
        reference.pop("uniqueAttributes", None)
        target._pointers.append(reference)

    def become(self, guid: str) -> None:
        """Once written, references to it use its real guid."""
        for reference in self._pointers:
            reference["guid"] = guid

    def forget(self, targets: Iterable["Node"]) -> None:
        """Drops all references to these entities."""
        ids = {id(target) for target in targets}
        self.drop((name, reference) for name, reference, target in self.references if id(target) in ids)
        self.references = [each for each in self.references if id(each[2]) not in ids]

    def drop(self, unwanted: Iterable[tuple[str, Reference]]) -> None:
        """Forgets references, wherever they stand."""
        by_attribute: dict[str, set[int]] = {}
        for attribute, reference in unwanted:
            by_attribute.setdefault(attribute, set()).add(id(reference))
        for attribute, ids in by_attribute.items():
            for group in (self.entity["relationshipAttributes"], self.entity["attributes"]):
                value = group.get(attribute)
                if isinstance(value, list) and (kept := [each for each in value if id(each) not in ids]):
                    group[attribute] = kept
                elif isinstance(value, list) or id(value) in ids:
                    group.pop(attribute, None)


def _living(value: Any) -> Any:
    """References as dictionaries of our own, without those to deleted entities and edges."""
    if isinstance(value, list):
        return [cleaned for each in value if (cleaned := _living(each))]
    if isinstance(value, Mapping):
        if "DELETED" in (value.get("entityStatus"), value.get("relationshipStatus")):
            return None
        names = ("guid", "typeName", "uniqueAttributes", "relationshipType", "relationshipAttributes")
        return {name: value[name] for name in names if value.get(name) is not None}
    return None


def link(nodes: Sequence[Node], registry: TypeRegistry) -> None:
    """Finds what references of the import mean, makes them name the entity's key, and drops mirrored ones."""
    by_guid: dict[tuple[str, str], Node] = {}
    by_name: dict[str, list[Node]] = {}
    for node in nodes:
        if node.given_guid:
            by_guid.setdefault((node.scope if not node.has_real_guid else "", node.given_guid), node)
        by_name.setdefault(node.qualified_name, []).append(node)
    for node in nodes:
        for attribute, reference in _references_of(node):
            target = _target(node, reference, by_guid, by_name, registry)
            if target is None:
                node.leading_out.append((attribute, reference))
            else:
                node.point_to(attribute, reference, target)
    _drop_mirrored(nodes)


def _references_of(node: Node) -> Iterator[tuple[str, Reference]]:
    for name, value in list(node.entity["relationshipAttributes"].items()):
        if name in node.type.relationship_ends:
            for each in value if isinstance(value, list) else [value]:
                yield name, each
    for name, value in list(node.entity["attributes"].items()):
        if isinstance(value, dict | list) and name in node.type.attributes:
            copied = _copied(value)
            node.entity["attributes"][name] = copied
            for reference in _plain_references(copied):
                yield name, reference


def _copied(value: Any) -> Any:
    if isinstance(value, list):
        return [_copied(each) for each in value]
    return dict(value) if isinstance(value, Mapping) else value


def _plain_references(value: Any) -> Iterator[Reference]:
    """References in attributes that are no relationship ends, as models without relationships have them."""
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, dict) and "guid" in each and "typeName" in each and "attributes" not in each:
            yield each


def _target(
    node: Node,
    reference: Reference,
    by_guid: Mapping[tuple[str, str], Node],
    by_name: Mapping[str, list[Node]],
    registry: TypeRegistry,
) -> Node | None:
    guid = str(reference.get("guid") or "")
    if guid:
        return by_guid.get((node.scope if guid.startswith("-") else "", guid))
    unique = reference.get("uniqueAttributes")
    name = str(unique.get("qualifiedName") or "") if isinstance(unique, Mapping) else ""
    wanted = str(reference.get("typeName") or "")
    for candidate in by_name.get(name, ()) if name else ():
        if registry.is_subtype(candidate.type.name, wanted):
            return candidate
    return None


def _drop_mirrored(nodes: Sequence[Node]) -> None:
    told = {(id(node), attribute, id(target)) for node in nodes for attribute, _, target in node.references}
    for node in nodes:
        kept, dropped = [], []
        for attribute, reference, target in node.references:
            end = node.type.end_for(attribute, other_types=target.type.all_super_types)
            mirrored = end is not None and (id(target), end.other.name, id(node)) in told
            if end is not None and mirrored and node is not target and _is_lesser_side(end):
                dropped.append((attribute, reference))
            else:
                kept.append((attribute, reference, target))
        node.references = kept
        node.drop(dropped)


def _is_lesser_side(end: RelationshipEnd) -> bool:
    """Of two sides that tell the same: the list against the single reference; else the side that is contained
    (a process keeps its inputs), the container of a pair of single references, or end 2."""
    other_is_list = end.other.cardinality != "SINGLE"
    if end.is_list != other_is_list:
        return end.is_list
    if end.own.is_container != end.other.is_container:
        return end.is_container != end.is_list
    return end.end == 2


def in_units(nodes: Sequence[Node]) -> Iterator[list[Node]]:
    """Entities in dependency order; those that refer to each other in a circle come together (Tarjan, iterative).

    What is refused already does not come along with those that refer to it.
    """
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    on_stack: set[int] = set()
    stack: list[Node] = []
    for root in nodes:
        if id(root) in index:
            continue
        work: list[tuple[Node, Iterator[Node]]] = []
        _enter(root, index, low, stack, on_stack, work)
        while work:
            node, targets = work[-1]
            for target in targets:
                if id(target) not in index:
                    _enter(target, index, low, stack, on_stack, work)
                    break
                if id(target) in on_stack:
                    low[id(node)] = min(low[id(node)], index[id(target)])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[id(parent)] = min(low[id(parent)], low[id(node)])
                if low[id(node)] == index[id(node)]:
                    yield _pop_unit(node, stack, on_stack)


def _enter(
    node: Node,
    index: dict[int, int],
    low: dict[int, int],
    stack: list[Node],
    on_stack: set[int],
    work: list[tuple[Node, Iterator[Node]]],
) -> None:
    index[id(node)] = low[id(node)] = len(index)
    stack.append(node)
    on_stack.add(id(node))
    work.append((node, iter([target for _, _, target in node.references if not target.is_refused])))


def _pop_unit(node: Node, stack: list[Node], on_stack: set[int]) -> list[Node]:
    unit = []
    while True:
        member = stack.pop()
        on_stack.discard(id(member))
        unit.append(member)
        if member is node:
            return unit[::-1]
