"""The shop as Atlas v2 entities. Pure: parsed shop.yaml in, JSON out; qualified names as Hive's bridge makes them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
Shop = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Names:
    """Qualified names in one namespace (the part after @)."""

    namespace: str

    def dataset(self, name: str) -> str:
        return f"{name.lower()}@{self.namespace}"

    def column(self, path: str) -> str:
        return f"{path.lower()}@{self.namespace}"

    def report(self, title: str) -> str:
        return f"bi.{title.lower().replace(' ', '_')}@{self.namespace}"

    def term(self, term: str, glossary: str) -> str:
        return f"{term}@{glossary}"


def reference(type_name: str, qualified_name: str) -> Json:
    return {"typeName": type_name, "uniqueAttributes": {"qualifiedName": qualified_name}}


class Catalog:
    """Makes the entities of the shop, in an order in which each only refers to earlier ones."""

    def __init__(self, shop: Shop, *, namespace: str) -> None:
        self.shop = shop
        self.names = Names(namespace)
        self.namespace = namespace

    def containers_and_topics(self) -> Iterator[Json]:
        for name, database in self.shop["databases"].items():
            yield self._entity("hive_db", self.names.dataset(name), name, database, clusterName=self.namespace)
        for name, topic in self.shop["topics"].items():
            yield self._entity("kafka_topic", self.names.dataset(name), name, topic, topic=name, uri=name)

    def tables(self) -> Iterator[Json]:
        """Each table, followed by its columns."""
        for path, table in self.shop["tables"].items():
            database, name = path.split(".")
            yield self._entity(
                "hive_table",
                self.names.dataset(path),
                name,
                table,
                db=reference("hive_db", self.names.dataset(database)),
                tableType="EXTERNAL_TABLE" if database == "raw" else "MANAGED_TABLE",
                temporary=bool(table.get("temporary", False)),
            )
            for position, line in enumerate(table["columns"]):
                yield self.column(path, line, position=position)

    def column(self, table: str, line: str, *, position: int) -> Json:
        """A column from a line "name type | what the source says"."""
        head, _, says = line.partition("|")
        name, _, data_type = head.strip().partition(" ")
        return {
            "typeName": "hive_column",
            "attributes": {
                "qualifiedName": self.names.column(f"{table}.{name}"),
                "name": name,
                "type": data_type,
                "comment": says.strip() or None,
                "position": position,
                "table": reference("hive_table", self.names.dataset(table)),
            },
        }

    def jobs(self) -> Iterator[Json]:
        """Each job, followed by the column lineages it knows."""
        for name, job in self.shop["jobs"].items():
            qualified = f"spark.{name}@{self.namespace}"
            yield {
                "typeName": "spark_process",
                "attributes": {
                    "qualifiedName": qualified,
                    "name": name,
                    "inputs": [self._dataset_reference(path) for path in job["from"]],
                    "outputs": [self._dataset_reference(path) for path in job["to"]],
                },
            }
            for source, targets in job.get("columns", {}).items():
                for target in targets:
                    yield self._column_lineage(qualified, source, target)

    def _column_lineage(self, job: str, source: str, target: str) -> Json:
        return {
            "typeName": "spark_column_lineage",
            "attributes": {
                "qualifiedName": f"{job.split('@')[0]}:{source}->{target}@{self.namespace}",
                "name": f"{source.split('.')[-1]} to {target.split('.')[-1]}",
                "inputs": [reference("hive_column", self.names.column(source))],
                "outputs": [reference("hive_column", self.names.column(target))],
                "process": reference("spark_process", job),
            },
        }

    def reports(self) -> Iterator[Json]:
        """Each report and the process that fills it."""
        for title, report in self.shop["reports"].items():
            qualified = self.names.report(title)
            yield self._entity("catalog_report", qualified, title, report)
            yield {
                "typeName": "spark_process",
                "attributes": {
                    "qualifiedName": f"refresh:{qualified}",
                    "name": f"refresh {title}",
                    "inputs": [self._dataset_reference(path) for path in report["from"]],
                    "outputs": [reference("catalog_report", qualified)],
                },
            }

    def glossary(self) -> Iterator[Json]:
        glossary = self.shop["glossary"]
        name = glossary["name"]
        yield {
            "typeName": "AtlasGlossary",
            "attributes": {"qualifiedName": name, "name": name, "shortDescription": glossary["says"]},
        }
        for term, entry in glossary["terms"].items():
            yield {
                "typeName": "AtlasGlossaryTerm",
                "attributes": {
                    "qualifiedName": self.names.term(term, name),
                    "name": term,
                    "longDescription": entry["says"] or None,
                    "anchor": reference("AtlasGlossary", name),
                },
            }

    def locate(self, path: str) -> Json:
        """A reference to what a path of the shop means: "core.orders" a table, "core.orders.order_id" a column."""
        if path.count(".") == 2 and path not in self.shop["topics"]:
            return reference("hive_column", self.names.column(path))
        return self._dataset_reference(path)

    def _dataset_reference(self, path: str) -> Json:
        if path in self.shop["topics"]:
            return reference("kafka_topic", self.names.dataset(path))
        if path in self.shop["reports"]:
            return reference("catalog_report", self.names.report(path))
        return reference("hive_table", self.names.dataset(path))

    def _entity(self, type_name: str, qualified: str, name: str, entry: Mapping[str, Any], **more: Any) -> Json:
        attributes = {
            "qualifiedName": qualified,
            "name": name,
            "owner": entry.get("owner") or None,
            "description": entry.get("says") or None,
        }
        return {"typeName": type_name, "attributes": attributes | more}
