"""What would follow from a proposal: who inherits, by which path, and which policies begin, change or stop to apply."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import F

from discovery.atlas.models import Entity, EntityClassification
from discovery.atlas.preview import Reached, would_propagate_to
from discovery.atlas.selectors import propagation_path
from governance.classification.selectors.entities import places_of
from governance.classification.sentences import Place
from governance.classification.types import ChangeAction, ChangeInput
from governance.ranger.selectors import count_in_use, find_template, list_applied, would_be_desired
from governance.ranger.types import Effect, PolicyTemplate
from governance.ranger.words import effect_sentence

SHOWN_PATHS = 12
"""Inheriting entities that are shown with their path; the others are counted."""


Key = tuple[str, str]
"""Classification and guid."""


class PolicyStep(StrEnum):
    """What happens to the policy of a classification."""

    CREATE = "create"
    MATCH = "match"
    """It is there already and begins to apply to more."""
    STOP = "stop"
    """It no longer applies to the entities concerned."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Inherits:
    """One entity that inherits (or, on removal, loses) a classification, with the hops from its source."""

    classification: str
    path: Sequence[Place]

    @property
    def target(self) -> Place:
        return self.path[-1]


@dataclass(frozen=True, slots=True)
class PolicyConsequence:
    """The policy of one classification. `sentence` tells its effect; without a template nothing follows."""

    classification: str
    step: PolicyStep
    name: str = ""
    sentence: str = ""
    effect: Effect | None = None


@dataclass(frozen=True, slots=True)
class Consequences:
    """What follows from a proposal's changes, as of now."""

    inherits: Sequence[Inherits]
    inherit_count: int
    """Datasets and columns; jobs that only pass it on are counted apart."""
    job_count: int
    databases: Sequence[str]
    policies: Sequence[PolicyConsequence]
    is_removal: bool = False
    is_cut: bool = False

    @property
    def created_policies(self) -> int:
        return sum(policy.step is PolicyStep.CREATE for policy in self.policies)

    @property
    def matching_policies(self) -> int:
        return sum(policy.step is PolicyStep.MATCH for policy in self.policies)


def consequences(changes: Iterable[ChangeInput]) -> Consequences:
    """Reads, never writes: walks where each change would propagate and asks the templates."""
    listed = list(changes)
    reached, is_cut = _reached(listed)
    people_see = {key: entity for key, entity in reached.items() if entity.kind != Entity.Kind.PROCESS}
    shown = list(people_see.items())[:SHOWN_PATHS]
    places = places_of(guid for _, entity in shown for guid in entity.path)
    return Consequences(
        inherits=[Inherits(name, [places[guid] for guid in entity.path]) for (name, _), entity in shown],
        inherit_count=len(people_see),
        job_count=len(reached) - len(people_see),
        databases=_databases(places, shown),
        policies=_policies(listed),
        is_removal=bool(listed) and all(change.action is ChangeAction.REMOVE for change in listed),
        is_cut=is_cut,
    )


def _databases(places: dict[str, Place], shown: Sequence[tuple[Key, Reached]]) -> list[str]:
    wheres = (places[entity.path[-1]].where for _, entity in shown)
    return list(dict.fromkeys(where for where in wheres if where))


def _reached(changes: Sequence[ChangeInput]) -> tuple[dict[Key, Reached], bool]:
    """Who would inherit or lose what, each once, without the entities the changes themselves speak of."""
    own = {(change.classification, change.guid) for change in changes}
    reached: dict[Key, Reached] = {}
    is_cut = False
    for name in dict.fromkeys(change.classification for change in changes):
        same = [change for change in changes if change.classification == name and not change.source_guid]
        found = _would_lose(name, [change.guid for change in same if change.action is ChangeAction.REMOVE])
        if sources := _propagating(name, [change for change in same if change.action is not ChangeAction.REMOVE]):
            preview = would_propagate_to(guids=sources, type_name=name)
            found += preview.reached
            is_cut |= preview.is_cut
        for entity in found:
            if (name, entity.guid) not in own:
                reached.setdefault((name, entity.guid), entity)
    return reached, is_cut


def _propagating(classification: str, changes: Sequence[ChangeInput]) -> list[str]:
    """Which entities would pass it on: as said, else as it is now on UPDATE, else yes as in Atlas."""
    unsaid = [each.guid for each in changes if each.propagate is None and each.action is ChangeAction.UPDATE]
    kept = EntityClassification.objects.filter(
        entity__guid__in=unsaid, source_guid__in=unsaid, type_name=classification, propagate=False
    )
    silent = set(kept.values_list("entity__guid", flat=True)) if unsaid else set()
    return [each.guid for each in changes if each.propagate is not False and each.guid not in silent]


def _would_lose(classification: str, guids: Sequence[str]) -> list[Reached]:
    """Who carries it from these entities now. The path is read back for those that are shown."""
    if not guids:
        return []
    rows = (
        EntityClassification.objects.filter(source_guid__in=guids, type_name=classification)
        .filter(entity__status=Entity.Status.ACTIVE)
        .exclude(entity__guid=F("source_guid"))
        .order_by("pk")
        .values_list("entity__guid", "entity__kind", "source_guid")
    )
    found = []
    for number, (guid, kind, source) in enumerate(rows):
        path: tuple[str, ...] = (source, guid)
        if number < SHOWN_PATHS:
            hops = tuple(hop.guid for hop in propagation_path(guid, classification, source))
            path = hops if len(hops) > 1 else path
        found.append(Reached(guid, kind, path))
    return found


def _policies(changes: Sequence[ChangeInput]) -> list[PolicyConsequence]:
    adds = {change.classification for change in changes if change.action is not ChangeAction.REMOVE}
    removes = {change.classification for change in changes} - adds
    applied = list_applied()
    names = {policy.classification: policy.name for policy in would_be_desired(adds | removes).values()}
    in_use = count_in_use() if removes else {}
    return [
        _policy(classification, names.get(classification, ""), classification in removes, set(applied), in_use)
        for classification in sorted(adds | removes)
    ]


def _policy(
    classification: str, name: str, is_removed: bool, applied: set[str], in_use: dict[str, int]
) -> PolicyConsequence:
    template: PolicyTemplate | None = find_template(classification)
    if template is None:
        return PolicyConsequence(classification, PolicyStep.NONE)
    if is_removed:
        step = PolicyStep.STOP if in_use.get(classification) else PolicyStep.NONE
    else:
        step = PolicyStep.MATCH if name in applied else PolicyStep.CREATE
    return PolicyConsequence(classification, step, name, effect_sentence(template), template.effect)
