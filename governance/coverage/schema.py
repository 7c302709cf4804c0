"""GraphQL: documentation coverage, in the numbers of the page."""

from collections.abc import Sequence
from typing import Any

import graphene

from governance.coverage.metrics import Counts
from governance.coverage.selectors import Group, count_all, list_groups


class CoverageCounts(graphene.ObjectType):
    """Counts and shares. A ratio is null when there is nothing to count."""

    total = graphene.Int(required=True)
    documented = graphene.Int(required=True)
    ratio = graphene.Float()
    owned = graphene.Int(required=True)
    classified = graphene.Int(required=True)
    columns_total = graphene.Int(required=True)
    columns_documented = graphene.Int(required=True)
    columns_ratio = graphene.Float()

    @staticmethod
    def resolve_columns_total(counts: Counts, info: graphene.ResolveInfo) -> int:
        return counts.columns.total

    @staticmethod
    def resolve_columns_documented(counts: Counts, info: graphene.ResolveInfo) -> int:
        return counts.columns.documented

    @staticmethod
    def resolve_columns_ratio(counts: Counts, info: graphene.ResolveInfo) -> float | None:
        return counts.columns.ratio


class CoverageGroup(graphene.ObjectType):
    key = graphene.String(required=True)
    counts = graphene.Field(CoverageCounts, required=True)


class Coverage(graphene.ObjectType):
    """All datasets, and the same by group."""

    counts = graphene.Field(CoverageCounts, required=True)
    groups = graphene.List(
        graphene.NonNull(CoverageGroup),
        required=True,
        by=graphene.String(default_value="db", description="db, owner, type or classification"),
    )

    @staticmethod
    def resolve_counts(root: Any, info: graphene.ResolveInfo) -> Counts:
        return count_all()

    @staticmethod
    def resolve_groups(root: Any, info: graphene.ResolveInfo, by: str) -> Sequence[Group]:
        return list_groups(by)


class Query(graphene.ObjectType):
    """Coverage."""

    coverage = graphene.Field(Coverage, required=True)

    @staticmethod
    def resolve_coverage(root: None, info: graphene.ResolveInfo) -> Coverage:
        return Coverage()
