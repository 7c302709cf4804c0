"""Which classifications are sensitive. Another package knows (it registers a source); chips and facets only ask."""

from collections.abc import Callable, Iterable

Source = Callable[[], frozenset[str]]
_sources: list[Source] = []


def register_sensitive_types(source: Source) -> None:
    """`source` answers the names of sensitive classification types. It is asked often, so it must be quick."""
    if source not in _sources:
        _sources.append(source)


def is_sensitive(names: Iterable[str]) -> bool:
    """True when one of `names` (a classification type and its super types) is sensitive."""
    wanted = set(names)
    return any(wanted & source() for source in _sources)
