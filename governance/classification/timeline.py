"""The road of a proposal, from the wish to the proof: what happened, when, by which receipt, what is to come. Pure.

Times after the approval are told as offsets from it ("+0.82 s").
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogsite.common.ui import Step, StepState
from governance.classification.types import FINAL, Decision, ProposalState
from workflows.events.types import EventKind, EventRecord

INDEX, RANGER, NOTIFY = "update_search_index", "sync_ranger", "notify"
"""Pipelines whose receipts are steps of the road."""

CLASSIFICATION_KINDS = frozenset(
    {EventKind.CLASSIFICATION_ADD, EventKind.CLASSIFICATION_UPDATE, EventKind.CLASSIFICATION_DELETE}
)


@dataclass(frozen=True, slots=True)
class Said:
    """A review, with the reviewer's full name."""

    who: str
    decision: str
    comment: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Arrival:
    """How far a pipeline is with the events of this proposal. `problem`: why it does not get on, "" when it does."""

    is_done: bool = False
    at: datetime | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """All that the road is drawn from."""

    state: ProposalState
    proposer: str
    created_at: datetime
    reviews: Sequence[Said] = ()
    deciders: Sequence[str] = ()
    decided_at: datetime | None = None
    finished_at: datetime | None = None
    problem: str = ""
    events: Sequence[EventRecord] = ()
    arrivals: Mapping[str, Arrival] = field(default_factory=dict)
    policies: Sequence[str] = ()
    """Policies that protect the classifications concerned, by name; empty when none follows."""
    drift: Sequence[EventRecord] = ()
    is_embedded: bool = True


@dataclass(frozen=True, slots=True)
class RoadStep:
    """One step with a stable key for programs."""

    key: str
    step: Step


def build_timeline(facts: Facts) -> list[RoadStep]:
    """The steps in order. What was refused or withdrawn ends there; what is under way shows the road still to go."""
    steps = [RoadStep("PROPOSED", Step(_("Proposed"), StepState.DONE, facts.proposer, at=facts.created_at))]
    steps += [_comment(said) for said in facts.reviews if said.decision == Decision.COMMENT]
    steps.append(_review(facts))
    if facts.state in {ProposalState.REJECTED, ProposalState.WITHDRAWN}:
        return [*steps, _notified(facts)]
    steps.append(_held(facts))
    if facts.state is ProposalState.FAILED:
        return [*steps, _notified(facts)]
    return [*steps, _indexed(facts), _enforced(facts), _notified(facts), *(_drifted(event) for event in facts.drift)]


def is_settled(facts: Facts) -> bool:
    """True when nothing moves any more: decided against, failed, or applied and arrived everywhere."""
    if facts.state not in FINAL:
        return False
    if facts.state is not ProposalState.APPLIED:
        return True
    return all(facts.arrivals.get(name, Arrival(is_done=True)).is_done for name in (INDEX, RANGER, NOTIFY))


def arrival(
    events: Iterable[EventRecord], *, positions: Mapping[int, int], last_at: datetime | None, problem: str = ""
) -> Arrival:
    """Whether a pipeline's checkpoints (partition → position) are past all these events; none means nothing to do."""
    last: dict[int, int] = {}
    for event in events:
        last[event.partition] = max(event.position, last.get(event.partition, 0))
    is_done = bool(last) and all(positions.get(partition, -1) >= position for partition, position in last.items())
    return Arrival(is_done=is_done, at=last_at if is_done else None, problem="" if is_done else problem)


def offset(at: datetime | None, start: datetime | None) -> str:
    """ "+0.82 s" after a start; longer waits in minutes or hours."""
    if at is None or start is None or at < start:
        return ""
    seconds = (at - start).total_seconds()
    if seconds < 60:
        return f"+{seconds:.2f} s"
    return f"+{seconds / 60:.0f} min" if seconds < 3600 else f"+{seconds / 3600:.0f} h"


def _comment(said: Said) -> RoadStep:
    return RoadStep("COMMENTED", Step(_("%(who)s said") % {"who": said.who}, StepState.DONE, said.comment, at=said.at))


def _review(facts: Facts) -> RoadStep:
    if facts.state is ProposalState.OPEN:
        detail = _("Nobody can decide this now. An administrator can grant the right.")
        if facts.deciders:
            detail = _("%(people)s can decide.") % {"people": _or(facts.deciders)}
        return RoadStep("REVIEW", Step(_("Review"), StepState.NOW, detail))
    if facts.state is ProposalState.WITHDRAWN:
        return RoadStep("WITHDRAWN", Step(_("Withdrawn"), StepState.SKIPPED, facts.proposer, at=facts.decided_at))
    decided = next((said for said in facts.reviews if said.decision != Decision.COMMENT), None)
    detail = "" if decided is None else f"{decided.who}: “{decided.comment}”" if decided.comment else decided.who
    if facts.state is ProposalState.REJECTED:
        return RoadStep("REJECTED", Step(_("Rejected"), StepState.BROKEN, detail, at=facts.decided_at))
    return RoadStep("APPROVED", Step(_("Approved"), StepState.DONE, detail, at=facts.decided_at))


def _or(names: Sequence[str]) -> str:
    shown = list(names[:3])
    if len(names) > 3:
        return _("%(names)s or %(count)d more") % {"names": ", ".join(shown), "count": len(names) - 3}
    if len(shown) < 2:
        return "".join(shown)
    return _("%(names)s or %(last)s") % {"names": ", ".join(shown[:-1]), "last": shown[-1]}


def _held(facts: Facts) -> RoadStep:
    """The authority has it; where the authority is ours, that is the same as our tables."""
    what = _("In our tables") if facts.is_embedded else _("Atlas holds it")
    if facts.state is ProposalState.FAILED:
        return RoadStep("FAILED", _after(facts, what, StepState.BROKEN, facts.problem, facts.finished_at))
    if facts.state is ProposalState.APPLIED:
        return RoadStep("APPLIED", _after(facts, what, StepState.DONE, _what_was_written(facts), facts.finished_at))
    state = StepState.NEXT if facts.state is ProposalState.OPEN else StepState.NOW
    return RoadStep("APPLIED", Step(what, state))


def _what_was_written(facts: Facts) -> str:
    written = [event for event in facts.events if event.kind in CLASSIFICATION_KINDS]
    if not written:
        return _("It was there already, nothing had to be written.")
    direct = sum(event.payload.get("origin") != "PROPAGATED" for event in written)
    kinds = ", ".join(dict.fromkeys(event.kind for event in written))
    inherited = len(written) - direct
    words = ngettext("%(kind)s on %(count)d entity", "%(kind)s on %(count)d entities", direct)
    sentence = words % {"kind": kinds, "count": direct}
    if inherited:
        sentence += ngettext(", %(count)d inherits", ", %(count)d inherit", inherited) % {"count": inherited}
    return sentence


def _indexed(facts: Facts) -> RoadStep:
    return RoadStep("INDEXED", _of_pipeline(facts, INDEX, _("Index finds it"), ""))


def _enforced(facts: Facts) -> RoadStep:
    what = _("Ranger enforces it")
    synced = [event for event in facts.events if event.kind == EventKind.POLICY_SYNCED]
    if synced:
        detail = ", ".join(
            _("%(name)s v%(version)s, policy %(id)s")
            % {key: event.payload.get(key) for key in ("name", "version", "id")}
            for event in synced
        )
        return RoadStep("ENFORCED", _after(facts, what, StepState.DONE, detail, synced[-1].at))
    if not facts.policies:
        return RoadStep("ENFORCED", Step(what, StepState.SKIPPED, _("No policy follows.")))
    names = ", ".join(facts.policies)
    return RoadStep("ENFORCED", _of_pipeline(facts, RANGER, what, _("%(names)s is there") % {"names": names}))


def _notified(facts: Facts) -> RoadStep:
    detail = _("Inbox of %(who)s") % {"who": facts.proposer}
    return RoadStep("NOTIFIED", _of_pipeline(facts, NOTIFY, _("Notified"), detail))


def _of_pipeline(facts: Facts, pipeline: str, what: str, detail: str) -> Step:
    found = facts.arrivals.get(pipeline, Arrival())
    if facts.state not in FINAL:
        return Step(what, StepState.NEXT)
    if found.problem:
        return Step(what, StepState.BROKEN, found.problem)
    if not found.is_done:
        return Step(what, StepState.NOW)
    return _after(facts, what, StepState.DONE, detail, found.at)


def _after(facts: Facts, what: str, state: StepState, detail: str, at: datetime | None) -> Step:
    return Step(what, state, detail, at=at, offset=offset(at, facts.decided_at))


def _drifted(event: EventRecord) -> RoadStep:
    words = {"who": event.payload.get("by") or _("Somebody"), "name": event.payload.get("name")}
    detail = _("%(who)s changed %(name)s by hand.") % words
    return RoadStep("DRIFTED", Step(_("Drift found"), StepState.BROKEN, detail, at=event.at, href="/ranger"))
