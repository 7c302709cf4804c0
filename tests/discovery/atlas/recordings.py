"""Replays what was recorded from a real Apache Atlas against the embedded authority, step by step.

A recording names guids `<guid:1>`, `<guid:2>`, …; a name is bound to ours where an answer first shows it. Only what the
authority and the tables reach is compared: statuses, error codes, mutations, classifications, plain attributes.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.db import transaction

from catalogsite.accounts.types import WriteContext
from catalogsite.common.errors import CatalogError
from discovery.atlas import selectors
from discovery.atlas.authority import ClassificationInput, MutationResult, SaveMode
from discovery.atlas.backends.embedded import EmbeddedAuthority
from discovery.atlas.backends.embedded.classifying import read_input
from discovery.atlas.models import Entity, EntityClassification, Relationship

CONTEXT = WriteContext(actor="admin")
V2 = "/api/atlas/v2"


@dataclass
class Step:
    """One recorded call."""

    number: int
    method: str
    path: str
    query: dict[str, str]
    pairs: list[tuple[str, str]]
    body: Any
    status: int
    answer: Any
    is_cut: bool
    is_raw: bool


@dataclass
class Outcome:
    """What we answered: a status, Atlas's error code when refused, and what the answer shows."""

    status: int
    code: str = ""
    shows: Any = None


class NotReached(Exception):
    pass


def load_steps(path: Path) -> Iterator[Step]:
    for number, step in enumerate(json.loads(path.read_text())["steps"]):
        if "call" not in step:
            continue
        call = step["call"]
        parts = urlsplit(call["path"])
        query = call.get("query") or {}
        pairs = [*parse_qsl(parts.query), *(query.items() if isinstance(query, dict) else map(tuple, query))]
        yield Step(
            number,
            call["method"],
            parts.path.rstrip("/"),
            dict(pairs),
            pairs,
            call.get("body", call.get("raw")),
            step["status"],
            step.get("answer"),
            bool(step.get("cut")),
            "raw" in call,
        )


def atlas_code(answer: Any) -> str:
    """ "404-007" from an answer's "ATLAS-404-00-007"."""
    found = answer.get("errorCode", "") if isinstance(answer, dict) else ""
    match = re.fullmatch(r"ATLAS-(\d{3})-00-(\w+)", found)
    return f"{match[1]}-{match[2]}" if match else found


@dataclass
class Replay:
    """One scenario against our store."""

    guids: dict[str, str] = field(default_factory=dict)
    authority: EmbeddedAuthority = field(default_factory=EmbeddedAuthority)

    def ours(self, value: Any) -> Any:
        """Recorded JSON with our guids in the place of names."""
        if isinstance(value, dict):
            return {key: self.ours(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.ours(each) for each in value]
        if isinstance(value, str):
            return re.sub(r"<guid:\d+>", lambda match: self.guids.get(match[0], match[0]), value)
        return value

    def run(self, step: Step) -> Outcome:
        if step.is_raw and step.method != "PUT":
            raise NotReached("text that is no JSON")
        call = self._find(step)
        try:
            return call()
        except CatalogError as error:
            code = str(error.details.get("errorCode", ""))
            return Outcome(int(code[:3]) if code[:3].isdigit() else error.status, code)

    def _find(self, step: Step) -> Callable[[], Outcome]:
        path = self.ours(step.path).removeprefix(V2)
        routes: list[tuple[str, str, Callable[..., Outcome]]] = [
            ("POST", r"/types/typedefs", self._typedefs),
            ("POST", r"/entity(?:/bulk)?", self._post_entities),
            ("PUT", r"/entity/uniqueAttribute/type/(?P<type_name>[^/]+)", self._put_unique),
            ("PUT", r"/entity/guid/(?P<guid>[^/]+)", self._put_guid),
            ("DELETE", r"/entity/guid/(?P<guid>[^/]+)", self._delete_guid),
            ("DELETE", r"/entity/uniqueAttribute/type/(?P<type_name>[^/]+)", self._delete_unique),
            ("DELETE", r"/entity/bulk", self._delete_many),
            ("GET", r"/entity/guid/(?P<guid>[^/]+)", self._get),
            ("GET", r"/entity/guid/(?P<guid>[^/]+)/header", self._get_header),
            ("GET", r"/entity/uniqueAttribute/type/(?P<type_name>[^/]+)", self._get_unique),
            ("GET", r"/entity/guid/(?P<guid>[^/]+)/classifications", self._classifications),
            ("POST", r"/entity/guid/(?P<guid>[^/]+)/classifications", self._classify),
            ("PUT", r"/entity/guid/(?P<guid>[^/]+)/classifications", self._reclassify),
            ("POST", r"/entity/bulk/classification", self._classify_many),
            ("DELETE", r"/entity/guid/(?P<guid>[^/]+)/classification/(?P<name>[^/]+)", self._unclassify),
            ("POST", r"/relationship", self._post_relationship),
            ("PUT", r"/relationship", self._put_relationship),
            ("DELETE", r"/relationship/guid/(?P<guid>[^/]+)", self._delete_relationship),
            ("PUT", r"/api/atlas/admin/purge", self._purge),
        ]
        for method, pattern, call in routes:
            match = re.fullmatch(pattern, path)
            if method == step.method and match:
                return lambda call=call, match=match: call(step, **match.groupdict())  # type: ignore[misc]
        raise NotReached(f"{step.method} {re.sub('<.*?>', '{guid}', step.path)} is no matter of the store")

    # -- writes ---------------------------------------------------------------------------------------------------

    def _typedefs(self, step: Step) -> Outcome:
        self.authority.save_typedefs(typedefs=self.ours(step.body), context=CONTEXT)
        return Outcome(200)

    def _post_entities(self, step: Step) -> Outcome:
        body = self.ours(step.body)
        if not isinstance(body, dict) or not (body.get("entity") or body.get("entities")):
            raise NotReached("a body without entities")
        entities = body.get("entities") or [body["entity"]]
        return self._mutated(
            step,
            self.authority.save_entities(
                entities=entities, referred=body.get("referredEntities"), mode=SaveMode.FULL, context=CONTEXT
            ),
        )

    def _put_unique(self, step: Step, type_name: str) -> Outcome:
        body = self.ours(step.body)
        if not ((body or {}).get("entity") or {}).get("typeName") or "attr:qualifiedName" not in step.query:
            raise NotReached("an incomplete request is a matter of the door")
        unique = {key.removeprefix("attr:"): value for key, value in step.query.items() if key.startswith("attr:")}
        entity = dict((body or {}).get("entity") or {}) | {"typeName": type_name, "uniqueAttributes": unique}
        entity.pop("guid", None)
        return self._mutated(
            step,
            self.authority.save_entities(
                entities=[entity],
                referred=(body or {}).get("referredEntities"),
                mode=SaveMode.PARTIAL,
                context=CONTEXT,
            ),
        )

    def _put_guid(self, step: Step, guid: str) -> Outcome:
        row = selectors.get_entity(guid)
        name = step.query.get("name", "")
        attribute = selectors.type_registry().get_entity_type(row.type_name).attributes.get(name)
        if not step.is_raw or attribute is None or attribute.type_name not in {"string", "int", "boolean"}:
            raise NotReached("which attributes one PUT takes is a matter of the door")
        try:
            value = json.loads(step.body)
        except ValueError as error:
            raise NotReached("text that is no JSON") from error
        entity = {"guid": guid, "typeName": row.type_name, "attributes": {name: value}}
        return self._mutated(
            step, self.authority.save_entities(entities=[entity], mode=SaveMode.PARTIAL, context=CONTEXT)
        )

    def _delete_guid(self, step: Step, guid: str) -> Outcome:
        hard = step.query.get("deleteType") in {"HARD", "PURGE"}
        return self._mutated(step, self.authority.delete_entities(guids=[guid], hard=hard, context=CONTEXT))

    def _delete_many(self, step: Step) -> Outcome:
        guids = [self.ours(value) for name, value in step.pairs if name == "guid"]
        if not guids:
            raise NotReached("a list without guids is a matter of the door")
        return self._mutated(step, self.authority.delete_entities(guids=guids, context=CONTEXT))

    def _delete_unique(self, step: Step, type_name: str) -> Outcome:
        selectors.type_registry().get_entity_type(type_name)
        name = step.query.get("attr:qualifiedName")
        if name is None:
            raise NotReached("no unique attribute is a matter of the door")
        rows = Entity.objects.filter(qualified_name=name, status="ACTIVE").values_list("guid", flat=True)
        return self._mutated(step, self.authority.delete_entities(guids=list(rows), context=CONTEXT))

    def _purge(self, step: Step) -> Outcome:
        deleted = Entity.objects.filter(guid__in=self.ours(step.body), status="DELETED").values_list("guid", flat=True)
        self.authority.delete_entities(guids=list(deleted), hard=True, context=CONTEXT)
        return Outcome(200)

    def _mutated(self, step: Step, result: MutationResult) -> Outcome:
        answer = step.answer if isinstance(step.answer, dict) else {}
        for handle, name in (answer.get("guidAssignments") or {}).items():
            if handle in result.guid_assignments:
                self.guids.setdefault(name, result.guid_assignments[handle])
        lists = answer.get("mutatedEntities") or {}
        for header in [each for headers in lists.values() for each in headers]:
            self._bind(header)
        return Outcome(
            200,
            shows={
                "CREATE": {header.guid for header in result.created},
                "UPDATE": {header.guid for header in result.updated},
                "DELETE": {header.guid for header in result.deleted},
            },
        )

    def _bind(self, header: dict[str, Any]) -> None:
        """Binds the guid of an answer's header by its qualified name."""
        name = str((header.get("attributes") or {}).get("qualifiedName") or "")
        if header.get("guid") in self.guids or not name:
            return
        rows = Entity.objects.filter(qualified_name=name, type_name=header["typeName"])
        if row := rows.order_by("status", "-pk").exclude(guid__in=self.guids.values()).first():
            self.guids[header["guid"]] = row.guid

    # -- classifications ------------------------------------------------------------------------------------------

    def _inputs(self, step: Step) -> list[ClassificationInput]:
        if not isinstance(step.body, list):
            raise NotReached("a body that is no list")
        return [read_input(each) for each in self.ours(step.body)]

    def _classify(self, step: Step, guid: str) -> Outcome:
        if any(each.get("entityGuid") for each in step.body if isinstance(each, dict)):
            raise NotReached("a tag that names another entity as its source is a matter of the door")
        self.authority.add_classifications(guid=guid, classifications=self._inputs(step), context=CONTEXT)
        return Outcome(204)

    def _reclassify(self, step: Step, guid: str) -> Outcome:
        if any(each.get("entityGuid") for each in step.body if isinstance(each, dict)):
            raise NotReached("a tag that names another entity as its source is a matter of the door")
        self.authority.update_classifications(guid=guid, classifications=self._inputs(step), context=CONTEXT)
        return Outcome(204)

    def _classify_many(self, step: Step) -> Outcome:
        body = self.ours(step.body)
        if not isinstance(body, dict) or not body.get("classification") or step.query:
            raise NotReached("shapes of the bulk call are a matter of the door")
        names = [each["qualifiedName"] for each in body.get("entitiesUniqueAttributes") or []]
        named = [row.guid for name in names for row in selectors.find_by_qualified_name(name)]
        with transaction.atomic():
            for guid in [*(body.get("entityGuids") or []), *named]:
                self.authority.add_classifications(
                    guid=guid, classifications=[read_input(body["classification"])], context=CONTEXT
                )
        return Outcome(204)

    def _unclassify(self, step: Step, guid: str, name: str) -> Outcome:
        source = self.ours(step.query.get("associatedEntityGuid") or "") or None
        self.authority.remove_classification(guid=guid, type_name=name, source_guid=source, context=CONTEXT)
        return Outcome(204)

    def _classifications(self, step: Step, guid: str) -> Outcome:
        selectors.get_entity(guid)
        rows = EntityClassification.objects.filter(entity__guid=guid)
        shown = [
            {
                "typeName": row.type_name,
                "attributes": row.attributes,
                "entityGuid": row.source_guid,
                "entityStatus": row.entity_status,
                "propagate": row.propagate,
                "removePropagationsOnEntityDelete": row.remove_propagations_on_entity_delete,
                "validityPeriods": row.validity_periods,
            }
            for row in rows
        ]
        return Outcome(200, shows=shown)

    # -- reads ----------------------------------------------------------------------------------------------------

    def _get(self, step: Step, guid: str) -> Outcome:
        self._bind_relationships(step.answer)
        return self._shown(selectors.get_entity(guid))

    def _get_unique(self, step: Step, type_name: str) -> Outcome:
        selectors.type_registry().get_entity_type(type_name)
        name = step.query.get("attr:qualifiedName")
        if name is None:
            raise NotReached("the unique attribute is read by the door")
        names = selectors.type_registry().subtypes(type_name)
        row = Entity.objects.filter(type_name__in=names, qualified_name=name, status="ACTIVE").first()
        if row is None:
            return Outcome(404, "404-009")
        self._bind_relationships(step.answer)
        return self._shown(row)

    @staticmethod
    def _shown(row: Entity) -> Outcome:
        return Outcome(200, shows={"status": row.status, "typeName": row.type_name, "attributes": row.attributes})

    def _get_header(self, step: Step, guid: str) -> Outcome:
        row = selectors.get_entity(guid)
        names = EntityClassification.objects.filter(entity=row).values_list("type_name", flat=True)
        return Outcome(200, shows={"status": row.status, "classificationNames": sorted(set(names))})

    # -- relationships --------------------------------------------------------------------------------------------

    def _post_relationship(self, step: Step) -> Outcome:
        made = self.authority.save_relationship(relationship=self.ours(step.body), context=CONTEXT)
        if isinstance(step.answer, dict) and step.answer.get("guid"):
            self.guids.setdefault(step.answer["guid"], made["guid"])
        return Outcome(200, shows={"propagateTags": made["propagateTags"], "status": made["status"]})

    def _put_relationship(self, step: Step) -> Outcome:
        made = self.authority.save_relationship(relationship=self.ours(step.body), context=CONTEXT)
        return Outcome(200, shows={"propagateTags": made["propagateTags"], "status": made["status"]})

    def _delete_relationship(self, step: Step, guid: str) -> Outcome:
        self.authority.delete_relationship(guid=guid, context=CONTEXT)
        return Outcome(204)

    def _bind_relationships(self, answer: Any) -> None:
        """Binds the guids of relationships that an entity's answer shows, by their ends."""
        entity = (answer or {}).get("entity") if isinstance(answer, dict) else None
        if not isinstance(entity, dict):
            return
        for value in (entity.get("relationshipAttributes") or {}).values():
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, dict) and str(each.get("relationshipGuid", "")) not in self.guids:
                    self._bind_relationship(entity, each)

    def _bind_relationship(self, entity: dict[str, Any], shown: dict[str, Any]) -> None:
        ends = {self.ours(entity["guid"]), self.ours(shown.get("guid", ""))}
        edges = Relationship.objects.filter(end1__guid__in=ends, end2__guid__in=ends)
        kind = (shown.get("relationshipAttributes") or {}).get("typeName")
        for edge in edges.order_by("pk"):
            if edge.type_name == kind and edge.guid not in self.guids.values():
                self.guids[shown["relationshipGuid"]] = edge.guid
                return
