"""Whether a classification is coloured as sensitive."""

from discovery.atlas.chips import is_sensitive_type
from discovery.atlas.selectors import type_registry


def is_sensitive(classification: str) -> bool:
    return is_sensitive_type(classification, type_registry())
