"""Which rows are measured: the one definition behind every number, list and point."""

from django.db.models import Q, QuerySet

from discovery.atlas.models import Entity, EntityClassification
from governance.coverage.targets import targets

ACTIVE = Entity.Status.ACTIVE
DATASET, COLUMN = Entity.Kind.DATASET, Entity.Kind.COLUMN

COLUMN_BY_ITSELF = {"entity__kind__endswith": "column", "entity__parent__isnull": False}
"""The same as `kind = column`, in a form no index serves: SQLite would walk all columns, not the few rows here."""


def measured_datasets() -> QuerySet[Entity]:
    """Living, complete datasets that are neither temporary nor excluded by name."""
    return Entity.objects.filter(kind=DATASET, status=ACTIVE, is_incomplete=False, is_temporary=False).exclude(
        _excluded()
    )


def measured_columns() -> QuerySet[Entity]:
    """Living columns of measured datasets (and of no dataset at all)."""
    left_out = Entity.objects.filter(kind=DATASET).filter(
        Q(is_incomplete=True) | Q(is_temporary=True) | ~Q(status=ACTIVE) | _excluded()
    )
    return Entity.objects.filter(kind=COLUMN, status=ACTIVE, is_incomplete=False).filter(
        Q(parent__isnull=True) | ~Q(parent__in=left_out.values("pk"))
    )


def _excluded() -> Q:
    """True for names an exclusion pattern catches; never true without patterns."""
    found = Q(pk__in=[])
    for pattern in targets().exclude:
        lookup, text = pattern.lookup
        found |= Q(**{f"name__{lookup}": text})
    return found


def is_classified() -> Q:
    """Something is classified on the entity itself or on one of its columns."""
    own = EntityClassification.objects.values("entity_id")
    by_column = EntityClassification.objects.filter(**COLUMN_BY_ITSELF).exclude(entity__status=Entity.Status.DELETED)
    return Q(pk__in=own) | Q(pk__in=by_column.values("entity__parent_id"))


def is_classified_column() -> Q:
    return Q(pk__in=EntityClassification.objects.values("entity_id"))
