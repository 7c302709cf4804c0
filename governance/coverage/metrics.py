"""What is counted, and shares of it. Pure.

Measured are datasets that live, are complete and not temporary, and whose name no exclusion pattern catches. Jobs,
containers, terms and the product's own entities are not; columns are counted by themselves.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

FEWEST_FOR_A_SHARE = 5
"""A share of fewer things says nothing: pages show the count only."""


def coverage_ratio(part: int, whole: int) -> float | None:
    """A share between 0 and 1; None when there is nothing to count."""
    return part / whole if whole else None


@dataclass(frozen=True, slots=True)
class ColumnCounts:
    """Columns of measured datasets."""

    total: int = 0
    documented: int = 0
    classified: int = 0

    @property
    def ratio(self) -> float | None:
        return coverage_ratio(self.documented, self.total)

    @property
    def classified_ratio(self) -> float | None:
        return coverage_ratio(self.classified, self.total)


@dataclass(frozen=True, slots=True)
class Counts:
    """Measured datasets of one group (or of all), and their columns."""

    total: int = 0
    documented: int = 0
    owned: int = 0
    classified: int = 0
    """With a classification on itself or on one of its columns, direct or propagated."""
    columns: ColumnCounts = ColumnCounts()

    @property
    def ratio(self) -> float | None:
        return coverage_ratio(self.documented, self.total)

    @property
    def owned_ratio(self) -> float | None:
        return coverage_ratio(self.owned, self.total)

    @property
    def classified_ratio(self) -> float | None:
        return coverage_ratio(self.classified, self.total)

    @property
    def is_too_few(self) -> bool:
        return self.total < FEWEST_FOR_A_SHARE

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def counts_from_json(stored: Mapping[str, object]) -> Counts:
    """The counts of a stored point; members that are missing count as 0."""
    columns = stored.get("columns")
    inner = columns if isinstance(columns, Mapping) else {}
    return Counts(
        **{name: _whole(stored.get(name)) for name in ("total", "documented", "owned", "classified")},
        columns=ColumnCounts(**{name: _whole(inner.get(name)) for name in ("total", "documented", "classified")}),
    )


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def sum_counts(many: Iterable[Counts]) -> Counts:
    """One group out of several that do not overlap."""
    rows = list(many)
    return Counts(
        total=sum(row.total for row in rows),
        documented=sum(row.documented for row in rows),
        owned=sum(row.owned for row in rows),
        classified=sum(row.classified for row in rows),
        columns=ColumnCounts(
            total=sum(row.columns.total for row in rows),
            documented=sum(row.columns.documented for row in rows),
            classified=sum(row.columns.classified for row in rows),
        ),
    )


def points_of_change(before: float | None, now: float | None) -> float | None:
    """Percentage points between two shares; None when one was not measured."""
    return None if before is None or now is None else (now - before) * 100
