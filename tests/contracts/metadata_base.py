"""What the parts of the MetadataAuthority contract share: the adapter, names that do not collide, reading back."""

import uuid
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from catalogsite.accounts.types import WriteContext
from catalogsite.common.errors import CatalogError
from discovery.atlas.authority import ClassificationInput, MetadataAuthority, MutationResult, SaveMode
from discovery.atlas.models import Entity
from discovery.atlas.selectors import ClassificationView, classifications_of, get_entity

CONTEXT = WriteContext(actor="admin")
TAG = "contract_tag"
"""A classification type with attributes `level` (int) and `note` (string)."""
SUBTAG = "contract_subtag"


def reference(type_name: str, qualified_name: str) -> dict[str, Any]:
    return {"typeName": type_name, "uniqueAttributes": {"qualifiedName": qualified_name}}


class MetadataAuthorityBase:
    """Adapters give `authority`; one whose tables follow later overrides `settle`."""

    @pytest.fixture
    def authority(self) -> MetadataAuthority:
        raise NotImplementedError

    @pytest.fixture(autouse=True)
    def classification_types(self, authority: MetadataAuthority) -> None:
        attributes = [
            {"name": "level", "typeName": "int", "isOptional": True},
            {"name": "note", "typeName": "string", "isOptional": True},
        ]
        types = [
            {"name": TAG, "superTypes": [], "attributeDefs": attributes},
            {"name": SUBTAG, "superTypes": [TAG], "attributeDefs": []},
        ]
        authority.save_typedefs(typedefs={"classificationDefs": types}, context=CONTEXT)
        self.name = uuid.uuid4().hex[:8]

    def settle(self) -> None:
        """Waits until our tables show what the authority has accepted."""

    def qualified(self, name: str) -> str:
        return f"{self.name}.{name}@contract"

    def dataset(self, name: str, /, **attributes: Any) -> dict[str, Any]:
        known = {"qualifiedName": self.qualified(name), "name": name}
        return {"typeName": "hive_table", "attributes": known | attributes}

    def column(self, table: str, name: str, /, **attributes: Any) -> dict[str, Any]:
        known = {
            "qualifiedName": self.qualified(f"{table}.{name}"),
            "name": name,
            "type": "string",
            "table": reference("hive_table", self.qualified(table)),
        }
        return {"typeName": "hive_column", "attributes": known | attributes}

    def process(self, name: str, inputs: Sequence[str], outputs: Sequence[str]) -> dict[str, Any]:
        attributes = {
            "qualifiedName": self.qualified(name),
            "name": name,
            "inputs": [reference("hive_table", self.qualified(each)) for each in inputs],
            "outputs": [reference("hive_table", self.qualified(each)) for each in outputs],
        }
        return {"typeName": "spark_process", "attributes": attributes}

    def save(
        self, authority: MetadataAuthority, *entities: Mapping[str, Any], mode: SaveMode = SaveMode.FULL
    ) -> MutationResult:
        result = authority.save_entities(entities=list(entities), mode=mode, context=CONTEXT)
        self.settle()
        return result

    def guid(self, name: str) -> str:
        """Guid of the newest entity of this name."""
        rows = Entity.objects.filter(qualified_name=self.qualified(name)).order_by("-created_ms", "-pk")
        return rows.values_list("guid", flat=True)[0]

    def row(self, name: str) -> Entity:
        return get_entity(self.guid(name))

    def chain(self, authority: MetadataAuthority, *names: str) -> None:
        """Data sets that flow into each other: a → a_b → b → …"""
        self.save(authority, *(self.dataset(name) for name in names))
        for before, after in pairwise(names):
            self.save(authority, self.process(f"{before}_{after}", [before], [after]))

    def classify(self, authority: MetadataAuthority, name: str, type_name: str = TAG, **given: Any) -> None:
        inputs = [ClassificationInput(type_name, **given)]
        authority.add_classifications(guid=self.guid(name), classifications=inputs, context=CONTEXT)
        self.settle()

    def reclassify(self, authority: MetadataAuthority, name: str, type_name: str = TAG, **given: Any) -> None:
        inputs = [ClassificationInput(type_name, **given)]
        authority.update_classifications(guid=self.guid(name), classifications=inputs, context=CONTEXT)
        self.settle()

    def unclassify(
        self, authority: MetadataAuthority, name: str, type_name: str = TAG, source: str | None = None
    ) -> None:
        authority.remove_classification(
            guid=self.guid(name), type_name=type_name, source_guid=source and self.guid(source), context=CONTEXT
        )
        self.settle()

    def tags(self, name: str) -> list[ClassificationView]:
        guid = self.guid(name)
        return classifications_of([guid]).get(guid, [])

    def carriers(self, *names: str) -> set[str]:
        """Those of `names` that carry TAG."""
        return {name for name in names if any(view.type_name == TAG for view in self.tags(name))}


def code_of(refusal: pytest.ExceptionInfo[CatalogError]) -> str:
    return str(refusal.value.details.get("errorCode"))
