"""What happened in the shop's catalog: sources arrived, people wrote, classified and proposed, each act on its day.

Played once, through the services everybody uses, with the clock set back. A part that is there already changes nothing.
"""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings

from catalogsite.accounts.selectors import find_actor
from catalogsite.accounts.services import save_person
from catalogsite.accounts.types import SYSTEM, Actor, Role, Scope, WriteContext
from catalogsite.common import clock
from catalogsite.common.bulk import in_batches
from catalogsite.common.errors import NotFound
from catalogsite.operations.demo.catalog import Catalog, Json
from discovery.atlas import services as atlas
from discovery.atlas.authority import ClassificationInput, SaveMode
from discovery.atlas.models import Entity, Setup
from discovery.atlas.selectors import classifications_of, get_entity_by_qualified_name
from discovery.documentation.selectors import documentation_of
from discovery.documentation.services import save_description
from discovery.usage.services import UsageCounts, record_usage
from governance.classification.models import Proposal
from governance.classification.services import submit_proposal
from governance.classification.types import ChangeAction, ChangeInput
from governance.coverage.services import take_snapshot
from governance.ranger import services as ranger
from governance.ranger.selectors import policy_authority

BEGAN_DAYS_AGO = 62
SHOP = Path(__file__).parent / "shop.yaml"


def play() -> None:
    """The whole story; afterwards the catalog is marked as filled."""
    story = Story(yaml.safe_load(SHOP.read_text()), namespace=settings.METADATA_NAMESPACE)
    story.people()
    story.sources()
    story.usage()
    story.months_of_work()
    story.hand_edit()
    setup, _ = Setup.objects.get_or_create(pk=1)
    setup.demo_loaded_at = clock.now()
    setup.save(update_fields=["demo_loaded_at"])


class Story:
    def __init__(self, shop: Mapping[str, Any], *, namespace: str) -> None:
        self.shop = shop
        self.catalog = Catalog(shop, namespace=namespace)

    @cached_property
    def now(self) -> Any:
        return clock.now()

    def on_day(self, days_ago: float) -> Any:
        """The clock set to that many days ago."""
        return clock.fixed_at(self.now - timedelta(days=days_ago))

    def people(self) -> None:
        for username, person in self.shop["people"].items():
            save_person(
                username=username,
                first_name=person["first"],
                last_name=person["last"],
                role=Role(person["role"]),
                scopes=[Scope(database, classification) for database, classification in person.get("scopes", [])],
                groups=person["groups"],
            )

    def sources(self) -> None:
        """Hive, Kafka, Spark and the report tool bring what they know; the glossary is written by hand."""
        catalog = self.catalog
        with self.on_day(BEGAN_DAYS_AGO):
            self._bring("hive", catalog.containers_and_topics())
            self._bring("hive", catalog.tables())
            self._bring("spark", catalog.jobs())
            self._bring("bi", catalog.reports())
        with self.on_day(BEGAN_DAYS_AGO - 2):
            self._bring("glossary", catalog.glossary())
            self._assign_terms()

    def _bring(self, source: str, entities: Iterable[Json]) -> None:
        context = WriteContext(actor=source, origin=f"ingest:{source}")
        for batch in in_batches(entities):
            atlas.save_entities(actor=SYSTEM, entities=batch, mode=SaveMode.FULL, context=context)

    def _assign_terms(self) -> None:
        glossary = self.shop["glossary"]
        for term, entry in glossary["terms"].items():
            row = get_entity_by_qualified_name("AtlasGlossaryTerm", self.catalog.names.term(term, glossary["name"]))
            guids = [self._entity(path).guid for path in entry["about"]]
            atlas.assign_term(actor=SYSTEM, term_guid=row.guid, guids=guids, context=WriteContext(actor="priya"))

    def usage(self) -> None:
        counts: dict[str, UsageCounts] = {}
        for group in ("topics", "tables", "reports"):
            for path, entry in self.shop[group].items():
                queries, people = entry["use"]
                counts[self._entity(path).guid] = UsageCounts(queries, people, weekly=_weeks(queries, seed=len(path)))
        record_usage(counts)

    def months_of_work(self) -> None:
        """Texts, classifications, schema changes, proposals and a coverage point a week, oldest first."""
        acts: list[tuple[float, Any, Any]] = [
            *((text["days"], self._write, text) for text in self.shop["texts"]),
            *((act["days"], self._classify, act) for act in self.shop["classifications"]),
            *((act["days"], self._change_schema, act) for act in self.shop["schema_changes"]),
            *((act["days"], self._propose, act) for act in self.shop["proposals"]),
            *((days, self._measure, None) for days in range(BEGAN_DAYS_AGO - 3, 0, -4)),
        ]
        for days, act, entry in sorted(acts, key=lambda each: -each[0]):
            with self.on_day(days):
                act(entry)

    def _write(self, text: Mapping[str, Any]) -> None:
        guid = self._entity(text["about"]).guid
        revision = documentation_of([guid])[guid].revision
        save_description(actor=self._actor(text["by"]), guid=guid, text=text["text"].strip(), revision=revision)

    def _classify(self, act: Mapping[str, Any]) -> None:
        entity = self._entity(act["about"])
        if any(view.type_name == act["name"] for view in classifications_of([entity.guid]).get(entity.guid, [])):
            return
        added = ClassificationInput(act["name"], act.get("attributes"), propagate=act.get("propagate", True))
        context = WriteContext(actor=act["by"])
        atlas.add_classifications(actor=SYSTEM, guid=entity.guid, classifications=[added], context=context)
        ranger.sync(context=WriteContext(actor=SYSTEM.username, origin="system"))

    def _change_schema(self, act: Mapping[str, Any]) -> None:
        position = len(self.shop["tables"][act["about"]]["columns"])
        self._bring("hive", [self.catalog.column(act["about"], act["column"], position=position)])

    def _propose(self, act: Mapping[str, Any]) -> None:
        if Proposal.objects.filter(proposer__username=act["by"]).exists():
            return
        changes = [
            ChangeInput(guid=self._entity(path).guid, action=ChangeAction.ADD, classification=act["name"])
            for path in act["about"]
        ]
        submit_proposal(actor=self._actor(act["by"]), reason=act["reason"], changes=changes)

    def _measure(self, _: None) -> None:
        take_snapshot()

    def hand_edit(self) -> None:
        """Somebody loosens a policy by hand, so that drift has something to show."""
        authority = policy_authority()
        policies = authority.list_policies(service=settings.RANGER_TAG_SERVICE)
        loosened = next((each for each in policies if "CONFIDENTIAL" in str(each.document.get("resources"))), None)
        if loosened is None:
            raise NotFound("The demo has no policy for CONFIDENTIAL to edit.")
        document = dict(loosened.document)
        document["isEnabled"] = False
        with self.on_day(1.2):
            authority.put_policy(document=document, context=WriteContext(actor="ranger-admin", origin="system"))

    def _entity(self, path: str) -> Entity:
        place = self.catalog.locate(path)
        return get_entity_by_qualified_name(place["typeName"], place["uniqueAttributes"]["qualifiedName"])

    @staticmethod
    def _actor(username: str) -> Actor:
        actor = find_actor(username)
        if actor is None:
            raise NotFound(f"The demo has no person {username!r}.")
        return actor


def _weeks(queries: int, *, seed: int) -> tuple[int, ...]:
    """Twelve weeks that end near a quarter of the monthly count, with an even, repeatable wobble."""
    weekly = queries / 4.3
    return tuple(round(weekly * (0.6 + 0.035 * week + 0.12 * ((week * seed) % 5 - 2) / 2)) for week in range(12))
