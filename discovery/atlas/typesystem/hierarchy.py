"""Inheritance: who descends from whom, found once for all types of a category."""

from collections.abc import Iterable, Mapping

from catalogsite.common.errors import InvalidInput


class Hierarchy:
    """Supertypes and subtypes by name. Every supertype must be among the names. Raises InvalidInput on circles."""

    def __init__(self, parents: Mapping[str, Iterable[str]]) -> None:
        self.parents = {name: tuple(supers) for name, supers in parents.items()}
        self.order: list[str] = []
        """All names, supertypes first."""
        self._ancestors: dict[str, frozenset[str]] = {}
        for name in self.parents:
            self._visit(name, ())
        below: dict[str, set[str]] = {name: set() for name in self.parents}
        for name, above in self._ancestors.items():
            for ancestor in above:
                below[ancestor].add(name)
        self._descendants = {name: frozenset(names) for name, names in below.items()}

    def ancestors(self, name: str) -> frozenset[str]:
        """Every supertype and the type itself."""
        return self._ancestors[name]

    def descendants(self, name: str) -> frozenset[str]:
        """Every subtype and the type itself."""
        return self._descendants[name]

    def _visit(self, name: str, way: tuple[str, ...]) -> frozenset[str]:
        known = self._ancestors.get(name)
        if known is not None:
            return known
        if name in way:
            raise InvalidInput(
                f"{name}: circular supertypes {' → '.join([*way[way.index(name) :], name])}",
                details={"errorCode": "400-002", "field": f"{name}.superTypes"},
            )
        above = {name}
        for parent in self.parents[name]:
            above |= self._visit(parent, (*way, name))
        self._ancestors[name] = frozenset(above)
        self.order.append(name)
        return self._ancestors[name]
