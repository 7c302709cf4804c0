"""A folder as bigquery-etl keeps it: project/dataset/table/{metadata.yaml, schema.yaml, query.sql, view.sql}.

Each dataset, table and field becomes an entity, each query a process between the tables it reads and the one it fills.
Tables that only queries name come in too, with nothing but their name, so that lineage does not end in the void.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from discovery.sources.base import Found, Item, Noted, Refused, Source
from discovery.sources.bigquery_schema import Column, Schemas
from discovery.sources.bigquery_sql import Query, read_queries

METADATA, DATASET, SCHEMA = "metadata.yaml", "dataset_metadata.yaml", "schema.yaml"
QUERIES = ("query.sql", "view.sql")
_ENOUGH = 200
"""Folders looked at before a folder is said not to be of this format."""

Json = dict[str, Any]


class BigQueryEtl(Source):
    key = "bigquery-etl"
    title = "bigquery-etl folder"

    def detect(self, path: Path) -> bool:
        return path.is_dir() and _root(path) is not None

    def read(self, path: Path) -> Iterator[Item]:
        root = _root(path) or path
        yield from _Reading(root).items(path)


def _root(path: Path) -> Path | None:
    """The folder whose children are projects: found from the first table below, three levels up."""
    for number, found in enumerate(path.rglob("*.yaml")):
        if found.name in (METADATA, SCHEMA) and len(found.parents) > 4:
            return found.parents[3]
        if found.name == DATASET and len(found.parents) > 3:
            return found.parents[2]
        if number > _ENOUGH:
            return None
    return None


def qualified(name: str) -> str:
    return f"{name}@bigquery"


def reference(type_name: str, name: str) -> Json:
    return {"typeName": type_name, "uniqueAttributes": {"qualifiedName": qualified(name)}}


class _Reading:
    """One pass over a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.schemas = Schemas(root.resolve())
        self.tables: set[str] = set()
        self.datasets: set[str] = set()

    def items(self, path: Path) -> Iterator[Item]:
        names = {METADATA, SCHEMA, DATASET, *QUERIES}
        folders = sorted({each.parent for each in path.rglob("*") if each.name in names and each.is_file()})
        described = [folder for folder in folders if (folder / DATASET).is_file()]
        tables = [folder for folder in folders if len(folder.relative_to(self.root).parts) == 3]
        queries = read_queries(self._queries(tables))
        for folder in described:
            yield from self._dataset(folder)
        for folder in tables:
            yield from self._table(folder)
        yield from self._lineage(queries)

    def _name(self, folder: Path) -> str:
        return ".".join(folder.relative_to(self.root).parts)

    def _load(self, path: Path) -> tuple[Json, Refused | None]:
        if not path.is_file():
            return {}, None
        try:
            content = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            return {}, Refused(str(path), f"broken YAML: {_one_line(error)}")
        if content is not None and not isinstance(content, Mapping):
            return {}, Refused(str(path), "must be a mapping")
        return dict(content or {}), None

    # Datasets

    def _dataset(self, folder: Path) -> Iterator[Item]:
        given, problem = self._load(folder / DATASET)
        if problem:
            yield problem
        yield from self._dataset_entity(self._name(folder), given, str(folder / DATASET))

    def _dataset_entity(self, name: str, given: Json, place: str) -> Iterator[Item]:
        if name in self.datasets:
            return
        self.datasets.add(name)
        project, _, dataset = name.partition(".")
        attributes = {
            "qualifiedName": qualified(name),
            "name": dataset,
            "project": project,
            "displayName": given.get("friendly_name"),
            "description": given.get("description"),
        }
        yield Found(place, {"typeName": "bigquery_dataset", "attributes": attributes})

    # Tables and columns

    def _table(self, folder: Path) -> Iterator[Item]:
        given, problem = self._load(folder / METADATA)
        if problem:
            yield problem
        name = self._name(folder)
        is_view = (folder / "view.sql").is_file()
        yield from self._table_entity(name, given, str(folder / METADATA), table_type="VIEW" if is_view else "TABLE")
        yield from self._columns(folder, name)

    def _table_entity(self, name: str, given: Json, place: str, *, table_type: str) -> Iterator[Item]:
        self.tables.add(name)
        project, dataset, table = name.split(".", 2)
        yield from self._dataset_entity(f"{project}.{dataset}", {}, place)
        owners = given.get("owners")
        attributes: Json = {
            "qualifiedName": qualified(name),
            "name": table,
            "project": project,
            "tableType": table_type,
            "dataset": reference("bigquery_dataset", f"{project}.{dataset}"),
        }
        if given:
            attributes |= {
                "displayName": given.get("friendly_name"),
                "description": given.get("description"),
                "owner": ", ".join(str(owner) for owner in owners) if isinstance(owners, list) else owners,
                "parameters": _parameters(given),
                **_storage(given.get("bigquery")),
            }
        yield Found(place, {"typeName": "bigquery_table", "attributes": attributes, "labels": _labels(given)})

    def _columns(self, folder: Path, table: str) -> Iterator[Item]:
        path = folder / SCHEMA
        if not path.is_file():
            return
        missing: set[str] = set()
        try:
            columns = self.schemas.columns(path.resolve(), missing)
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            yield Refused(str(path), f"broken schema: {_one_line(error)}")
            return
        if missing:
            yield Noted(str(path), f"takes fields from what is not there: {', '.join(sorted(missing))}")
        for position, column in enumerate(columns):
            yield Found(f"{path}: {column.name}", _column(table, column, position))

    # Lineage

    def _queries(self, folders: list[Path]) -> list[tuple[Path, str]]:
        return [
            (folder / file, folder.relative_to(self.root).parts[0])
            for folder in folders
            for file in QUERIES
            if (folder / file).is_file()
        ]

    def _lineage(self, queries: Iterable[Query]) -> Iterator[Item]:
        for query in queries:
            target = self._name(query.path.parent)
            if query.problem:
                yield Noted(str(query.path), query.problem)
                continue
            sources = sorted(query.tables - {target})
            for source in sources:
                if source not in self.tables:
                    yield from self._table_entity(source, {}, str(query.path), table_type="UNKNOWN")
            if sources:
                yield Found(str(query.path), _process(query, target, sources))


def _column(table: str, column: Column, position: int) -> Json:
    return {
        "typeName": "bigquery_column",
        "attributes": {
            "qualifiedName": qualified(f"{table}.{column.name}"),
            "name": column.name,
            "type": column.type,
            "mode": column.mode,
            "description": column.description or None,
            "position": position,
            "table": reference("bigquery_table", table),
        },
    }


def _process(query: Query, target: str, sources: list[str]) -> Json:
    kind = "view" if query.path.name == "view.sql" else "query"
    return {
        "typeName": "bigquery_process",
        "attributes": {
            "qualifiedName": qualified(f"{target}:{kind}"),
            "name": f"{kind} of {target.rpartition('.')[2]}",
            "queryText": query.text,
            "inputs": [reference("bigquery_table", source) for source in sources],
            "outputs": [reference("bigquery_table", target)],
        },
    }


def _parameters(given: Json) -> dict[str, str] | None:
    """What has no attribute of its own: schedule, deprecation, labels with their values."""
    found = {}
    scheduling = given.get("scheduling")
    if isinstance(scheduling, Mapping) and scheduling.get("dag_name"):
        found["dag_name"] = str(scheduling["dag_name"])
    for name in ("deprecated", "deletion_date"):
        if given.get(name) is not None:
            found[name] = str(given[name])
    labels = given.get("labels")
    for name, value in labels.items() if isinstance(labels, Mapping) else ():
        found[f"label.{name}"] = str(value)
    return found or None


def _storage(given: Any) -> Json:
    if not isinstance(given, Mapping):
        return {}
    found: Json = {}
    partitioning = given.get("time_partitioning")
    if isinstance(partitioning, Mapping):
        found["partitionField"] = partitioning.get("field")
        found["partitionType"] = partitioning.get("type")
        found["expirationDays"] = partitioning.get("expiration_days")
    clustering = given.get("clustering")
    if isinstance(clustering, Mapping):
        found["clusterFields"] = clustering.get("fields")
    return found


def _labels(given: Json) -> list[str]:
    """Labels as Atlas allows them: `level-gold`, and the name alone for what is just true. People are no labels."""
    labels = given.get("labels")
    found = []
    for name, value in labels.items() if isinstance(labels, Mapping) else ():
        if value in (False, None) or str(name).startswith("owner"):
            continue
        text = str(name) if value is True or value == "" else f"{name}-{value}"
        found.append(re.sub(r"[^\w-]", "_", text)[:50])
    return sorted(set(found))


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__
