"""Qualified names of glossary things that come without one, by Atlas's rule.

A glossary is named by its name, a term `term@glossary`, a category `category@glossary`, one inside another
`inner.outer@glossary` (recording 17). The name stays when the thing is renamed.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from discovery.atlas.backends.embedded.items import Item, reference_values
from discovery.atlas.backends.embedded.lookup import Lookup

GLOSSARY, TERM, CATEGORY = "AtlasGlossary", "AtlasGlossaryTerm", "AtlasGlossaryCategory"


def name_glossary_things(items: Sequence[Item], lookup: Lookup) -> None:
    """Sets the qualified name of new terms, categories and glossaries where their name and place tell it."""
    nameless = [
        item
        for item in items
        if not item.qualified_name
        and not item.is_assigned
        and not item.sent.get("uniqueAttributes")
        and item.entity_type.name in (GLOSSARY, TERM, CATEGORY)
    ]
    if not nameless:
        return
    sent = {item.guid: item for item in items if item.guid}
    for item in nameless:
        if name := _name_of(item, sent, lookup, depth=0):
            item.values["qualifiedName"] = name


def _name_of(item: Item, sent: Mapping[str, Item], lookup: Lookup, *, depth: int) -> str:
    """The qualified name an item has or gets; "" where it cannot be told."""
    own = str(item.values.get("name") or "")
    if item.qualified_name or not own or depth > len(sent):
        return item.qualified_name
    if item.entity_type.name == GLOSSARY:
        return own
    parent = _referred(item.references.get("parentCategory"), sent, lookup, depth=depth + 1)
    if parent:
        return f"{own}.{parent}"
    anchor = _referred(item.references.get("anchor"), sent, lookup, depth=depth + 1)
    return f"{own}@{anchor}" if anchor else ""


def _referred(value: Any, sent: Mapping[str, Item], lookup: Lookup, *, depth: int) -> str:
    """The qualified name of what one reference means."""
    for reference in reference_values(value):
        if not isinstance(reference, Mapping):
            continue
        unique = reference.get("uniqueAttributes")
        if isinstance(unique, Mapping) and unique.get("qualifiedName"):
            return str(unique["qualifiedName"])
        guid = str(reference.get("guid") or "")
        if guid in sent:
            return _name_of(sent[guid], sent, lookup, depth=depth)
        if guid and not guid.startswith("-"):
            lookup.load_guids([guid])
            row = lookup.by_guid.get(guid)
            return row.qualified_name if row else ""
    return ""
