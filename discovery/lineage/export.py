"""The list in full as rows of a CSV file. Pure."""

from collections.abc import Iterable, Iterator

from discovery.lineage.impact import ImpactRow

HEADER = (
    "direction",
    "steps",
    "typeName",
    "name",
    "place",
    "qualifiedName",
    "owners",
    "madeBy",
    "queries30d",
    "guid",
)


def impact_cells(rows: Iterable[ImpactRow]) -> Iterator[tuple[str | int, ...]]:
    """One line a dataset, in the order of HEADER."""
    for row in rows:
        node = row.node
        yield (
            str(row.direction),
            row.hops,
            node.type_name,
            node.name,
            node.place,
            node.qualified_name,
            ", ".join(node.owners),
            ", ".join(row.made_by),
            node.use,
            node.guid,
        )
