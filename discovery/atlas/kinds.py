"""What the pages make of an entity type: dataset, column, container, process, term, … Pure."""

from discovery.atlas.typesystem.definitions import EntityType

_CONTAINER_ENDINGS = (
    "_db", "_database", "_schema", "_catalog", "_instance", "_namespace", "_dataset", "_project", "_bucket",
    "_volume", "_account", "_container", "_cluster", "_keyspace",
)  # fmt: skip
_COLUMN_ENDINGS = ("_column", "_field", "_column_family")


def kind_of(entity_type: EntityType) -> str:
    """A value of Entity.Kind for a type, from its supertypes first and its name after that."""
    ancestors, name = entity_type.all_super_types, entity_type.name
    if "AtlasGlossaryTerm" in ancestors:
        return "term"
    if ancestors & {"AtlasGlossary", "AtlasGlossaryCategory"}:
        return "glossary"
    if name.startswith("__") or "__internal" in ancestors:
        return "internal"
    if ancestors & {"Process", "ProcessExecution"}:
        return "process"
    if name.endswith(_COLUMN_ENDINGS):
        return "column"
    if name.endswith(_CONTAINER_ENDINGS):
        return "container"
    return "dataset" if "DataSet" in ancestors else "other"
