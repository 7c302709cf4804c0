"""Facts about an entity: what its source knows and says in attributes, without what the page shows elsewhere."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from catalogsite.common import clock
from catalogsite.common.ui import Fact
from discovery.atlas.models import Entity
from discovery.atlas.selectors import type_registry
from discovery.entities.pages.words import label_of, value_of

MOST_FACTS = 14
_ELSEWHERE = frozenset(
    {"qualifiedName", "name", "displayName", "description", "userDescription", "longDescription", "shortDescription",
     "comment", "owner", "owners", "position", "type", "data_type", "parameters", "additionalAttributes",
     "replicatedFrom", "replicatedTo", "customProperties"}
)  # fmt: skip
_CODE = frozenset({"string", "array<string>"})


def facts_of(entity: Entity) -> list[Fact]:
    """At most fourteen facts of the source, then labels and when our copy was made and changed."""
    facts = []
    if entity.data_type:
        facts.append(Fact(_("Data type"), entity.data_type, is_code=True))
    facts += list(_attributes(entity))[:MOST_FACTS]
    facts += [Fact(label_of(name), str(value)) for name, value in list(entity.custom_attributes.items())[:MOST_FACTS]]
    facts += [Fact(name, words) for name, words in _business(entity)]
    if entity.labels:
        facts.append(Fact(_("Labels"), ", ".join(entity.labels)))
    facts.append(Fact(_("Known since"), f"{clock.from_ms(entity.created_ms):%-d %b %Y}"))
    facts.append(Fact(_("Changed"), f"{clock.from_ms(entity.updated_ms):%-d %b %Y}"))
    return facts


def _attributes(entity: Entity) -> Iterator[Fact]:
    definition = type_registry().entity_types.get(entity.type_name)
    for name, value in entity.attributes.items():
        attribute = definition.attributes.get(name) if definition else None
        if name in _ELSEWHERE or attribute is None or value == attribute.null_value:
            continue
        words = value_of(value, is_date=attribute.type_name == "date")
        if words and words not in {"0", "no"}:
            is_code = attribute.type_name in _CODE and " " not in words
            yield Fact(label_of(name), words, is_code=is_code, copy=str(value) if is_code and len(words) > 24 else "")


def _business(entity: Entity) -> Iterator[tuple[str, str]]:
    for group, attributes in entity.business_attributes.items():
        for name, value in (attributes or {}).items():
            if words := value_of(value):
                yield f"{group}.{name}", words
