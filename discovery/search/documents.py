"""Entity rows as search documents, many at once: about eight queries for a batch, whatever its size."""

from collections.abc import Iterable, Iterator, Sequence

from django.db.models import QuerySet

from discovery.atlas.models import Entity, EntityClassification
from discovery.atlas.selectors import paths_of, terms_of, type_registry
from discovery.atlas.typesystem import TypeRegistry
from discovery.search.types import SearchDocument
from discovery.usage.models import Usage

MOST_COLUMNS = 5_000
BATCH = 500
_COLUMN_LINEAGE = "_column_lineage"
_LONGEST_TEXT = 100_000


def is_findable(entity: Entity) -> bool:
    """Internal entities are nobody's to find, and steps of column lineage are read in the picture of their job."""
    if entity.kind == Entity.Kind.INTERNAL or entity.type_name.startswith("__"):
        return False
    return not entity.type_name.endswith(_COLUMN_LINEAGE)


def entity_rows() -> QuerySet[Entity]:
    """Entities with what documents are made of: their JSON and their parent's stay in the table."""
    unread = ("attributes", "custom_attributes", "business_attributes")
    parents = (f"parent__{name}" for name in (*unread, "labels", "description", "user_description"))
    return Entity.objects.select_related("parent").defer(*unread, *parents)


def all_documents() -> Iterator[SearchDocument]:
    """Every findable entity, in batches by primary key, so that writers are never locked out."""
    last = 0
    while rows := list(entity_rows().filter(pk__gt=last).order_by("pk")[:BATCH]):
        last = rows[-1].pk
        yield from documents_of(rows)


def documents_of(entities: Iterable[Entity]) -> list[SearchDocument]:
    """Documents of the findable ones among `entities` (with their parents loaded), at most BATCH at a time."""
    rows = [entity for entity in entities if is_findable(entity)]
    if not rows:
        return []
    guids = [row.guid for row in rows]
    registry = type_registry()
    paths, terms = paths_of(rows), terms_of(guids)
    classifications, columns = _classifications(rows), _columns(rows)
    usage = {row.guid: row for row in Usage.objects.filter(guid__in=guids)}
    return [
        _document(
            row,
            path=paths[row.guid],
            own=tuple(classifications.get(row.pk, ())),
            terms=tuple(term.name for term in terms.get(row.guid, ())),
            columns=tuple(columns.get(row.pk, ())[:MOST_COLUMNS]),
            usage=usage.get(row.guid),
            registry=registry,
        )
        for row in rows
    ]


def _document(
    row: Entity,
    *,
    path: tuple[str, ...],
    own: tuple[str, ...],
    terms: tuple[str, ...],
    columns: tuple[str, ...],
    usage: Usage | None,
    registry: TypeRegistry,
) -> SearchDocument:
    entity_type = registry.entity_types.get(row.type_name)
    is_column = row.kind == Entity.Kind.COLUMN
    owners = row.owners or (row.parent.owners if is_column and row.parent else [])
    return SearchDocument(
        guid=row.guid,
        type_name=row.type_name,
        super_types=tuple(sorted(entity_type.all_super_types - {row.type_name})) if entity_type else (),
        kind=row.kind,
        status=row.status,
        name=row.name or row.title,
        qualified_name=row.qualified_name,
        path=path,
        platform=row.platform,
        database=row.database,
        description=row.text[:_LONGEST_TEXT],
        source_description=row.description[:_LONGEST_TEXT] if row.user_description else "",
        owners=tuple(owners),
        classifications=_with_super_types(own, registry),
        own_classifications=own,
        terms=terms,
        labels=tuple(str(label) for label in row.labels),
        columns=columns,
        is_documented=row.is_documented,
        queries_30d=usage.queries_30d if usage else 0,
        updated_ms=row.updated_ms,
        people_30d=usage.people_30d if usage else 0,
        data_type=row.data_type,
        parent_guid=row.parent.guid if is_column and row.parent else "",
    )


def _with_super_types(names: Sequence[str], registry: TypeRegistry) -> tuple[str, ...]:
    found = dict.fromkeys(names)
    for name in names:
        if definition := registry.classification_types.get(name):
            found.update(dict.fromkeys(sorted(definition.all_super_types)))
    return tuple(found)


def _classifications(rows: Sequence[Entity]) -> dict[int, list[str]]:
    """Entity id → names of its classifications, each once, sorted."""
    found: dict[int, list[str]] = {}
    pairs = EntityClassification.objects.filter(entity__in=[row.pk for row in rows]).values_list("entity", "type_name")
    for entity, name in pairs.distinct().order_by("type_name"):
        found.setdefault(entity, []).append(name)
    return found


def _columns(rows: Sequence[Entity]) -> dict[int, list[str]]:
    """Dataset id → names of its columns in order."""
    datasets = [row.pk for row in rows if row.kind == Entity.Kind.DATASET]
    if not datasets:
        return {}
    found: dict[int, list[str]] = {}
    columns = Entity.objects.filter(parent__in=datasets, kind=Entity.Kind.COLUMN, status=Entity.Status.ACTIVE)
    for parent, name in columns.order_by("position", "pk").values_list("parent_id", "name"):
        if parent is not None:
            found.setdefault(parent, []).append(name)
    return found
