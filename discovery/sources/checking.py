"""What can be found wrong before anything is written: unknown types, wrong values, doubles, references to nothing."""

import re
from collections.abc import Iterable

from catalogsite.common.errors import CatalogError
from discovery.atlas.models import Entity
from discovery.atlas.selectors import entities_by_guid
from discovery.atlas.typesystem import TypeRegistry
from discovery.sources.base import Found, ImportReport, Noted, Refused
from discovery.sources.ordering import Node, link

_REAL_GUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\Z")


def check(found: Iterable[Found], registry: TypeRegistry, report: ImportReport, *, is_excerpt: bool) -> list[Node]:
    """The entities that may be written, with references linked; what may not is told in the report."""
    nodes = _nodes(found, registry, report)
    link(nodes, registry)
    nodes = _without_deleted(nodes, report)
    _settle_leading_out(nodes, report, is_excerpt=is_excerpt)
    owners = entities_by_guid(node.given_guid for node in nodes if node.has_real_guid)
    return [node for node in nodes if _is_sound(node, registry, report, owner=owners.get(node.given_guid))]


def _nodes(found: Iterable[Found], registry: TypeRegistry, report: ImportReport) -> list[Node]:
    nodes: list[Node] = []
    by_guid: dict[tuple[str, str], Node] = {}
    by_name: dict[tuple[str, str], Node] = {}
    for number, each in enumerate(found, start=1):
        entity_type = registry.entity_types.get(each.entity["typeName"])
        if entity_type is None:
            report.refused.append(Refused(each.place, f"there is no entity type {each.entity['typeName']}"))
            continue
        node = Node(each, entity_type, number)
        if node.given_guid:
            key = ("" if node.has_real_guid else node.scope, node.given_guid)
            if key in by_guid:
                _tell_double(node, by_guid[key], report)
                continue
            by_guid[key] = node
        if node.qualified_name and not node.is_deleted:
            same = by_name.setdefault((entity_type.name, node.qualified_name), node)
            if same is not node:
                report.refused.append(Refused(node.place, f"{node.title} is there twice, first at {same.place}"))
                continue
        nodes.append(node)
    return nodes


def _tell_double(node: Node, first: Node, report: ImportReport) -> None:
    """Exports repeat an entity in many files, which is no news; two different ones with one guid are refused."""
    same = (node.type.name, node.qualified_name) == (first.type.name, first.qualified_name)
    if not same:
        report.refused.append(Refused(node.place, f"guid {node.given_guid} already stands for {first.title}"))


def _without_deleted(nodes: list[Node], report: ImportReport) -> list[Node]:
    """Entities that are deleted at their source stay out, and so do references to them."""
    deleted = [node for node in nodes if node.is_deleted]
    if not deleted:
        return nodes
    gone = {id(node) for node in deleted}
    report.noted.extend(Noted(node.place, f"{node.title} is deleted at its source: left out") for node in deleted)
    kept = [node for node in nodes if id(node) not in gone]
    for node in kept:
        node.forget([target for _, _, target in node.references if id(target) in gone])
    return kept


def _settle_leading_out(nodes: list[Node], report: ImportReport, *, is_excerpt: bool) -> None:
    """References that lead out of the import must mean something in the catalog; optional ones of excerpts may go."""
    guids = {
        str(reference["guid"])
        for node in nodes
        for _, reference in node.leading_out
        if reference.get("guid") and not str(reference["guid"]).startswith("-")
    }
    known = {guid for guid, row in entities_by_guid(guids).items() if row.status == Entity.Status.ACTIVE}
    for node in nodes:
        lost = [(name, ref) for name, ref in node.leading_out if ref.get("guid") and str(ref["guid"]) not in known]
        node.lost = lost
        if is_excerpt and lost:
            node.drop(lost)
            node.lost = [(name, ref) for name, ref in lost if name in node.type.mandatory_ends]
            names = ", ".join(sorted({name for name, _ in lost}))
            report.noted.append(Noted(node.place, f"{node.title}: {names} leads out of the file: left out"))


def _is_sound(node: Node, registry: TypeRegistry, report: ImportReport, *, owner: Entity | None) -> bool:
    reason = _unsound(node, registry) or _foreign(node, owner)
    if reason:
        report.refused.append(Refused(node.place, f"{node.title}: {reason}"))
        node.is_refused = True
    return not reason


def _foreign(node: Node, owner: Entity | None) -> str:
    """A guid stays with the type and name it belongs to."""
    if owner is None or (owner.type_name, owner.qualified_name) == (node.type.name, node.qualified_name):
        return ""
    return f"guid {owner.guid} belongs to {owner.type_name} {owner.qualified_name}"


def _unsound(node: Node, registry: TypeRegistry) -> str:
    if node.has_real_guid and not _REAL_GUID.match(node.given_guid):
        return f"{node.given_guid} is no guid"
    if node.lost:
        name, reference = node.lost[0]
        return f"{name} refers to {reference['guid']}, which is neither in the file nor in the catalog"
    ends = node.entity["relationshipAttributes"]
    try:
        registry.normalize_attributes(node.type, node.entity["attributes"])
        registry.check_mandatory_ends(node.type, ends)
        for classification in node.entity.get("classifications") or ():
            registry.normalize_classification(classification.get("typeName"), classification.get("attributes"))
    except CatalogError as error:
        return error.message
    return ""
