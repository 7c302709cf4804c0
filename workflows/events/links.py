"""Where the thing an event speaks of has its page. Who knows the addresses registers them; the log does not."""

from collections.abc import Callable

Resolver = Callable[[str], str]
_resolvers: list[Resolver] = []


def register_links(resolver: Resolver) -> None:
    """Adds a function from a key to an address, "" for keys that are not its own."""
    if resolver not in _resolvers:
        _resolvers.append(resolver)


def link_to(key: str) -> str:
    """The address of a key's page, "" when nobody has one."""
    return next((href for resolver in _resolvers if (href := resolver(key))), "")
