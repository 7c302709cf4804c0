"""The road of a proposal from facts alone."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from catalogsite.common.ui import StepState
from governance.classification.timeline import (
    INDEX,
    NOTIFY,
    RANGER,
    Arrival,
    Facts,
    Said,
    arrival,
    build_timeline,
    is_settled,
    offset,
)
from governance.classification.types import ProposalState
from workflows.events.types import EventRecord

START = datetime(2026, 11, 30, 16, 40, 2, tzinfo=UTC)


def event(kind: str, position: int = 1, *, seconds: float = 0.3, partition: int = 0, **payload: Any) -> EventRecord:
    at = START + timedelta(seconds=seconds)
    return EventRecord(position, partition, "k", kind, payload, "stella", "human", at, None, "proposal:7")


def facts(state: ProposalState, **more: Any) -> Facts:
    decided = None if state is ProposalState.OPEN else START
    return Facts(
        **{"state": state, "proposer": "Ana", "created_at": START - timedelta(days=2), "decided_at": decided} | more
    )


def steps(found: Facts) -> dict[str, tuple[StepState, str]]:
    return {step.key: (step.step.state, step.step.detail) for step in build_timeline(found)}


def test_open_proposal_names_who_can_decide_and_draws_the_road_to_go() -> None:
    found = steps(facts(ProposalState.OPEN, deciders=["Jonas", "Ana Beck"], policies=["pii"]))
    assert list(found) == ["PROPOSED", "REVIEW", "APPLIED", "INDEXED", "ENFORCED", "NOTIFIED"]
    assert found["REVIEW"] == (StepState.NOW, "Jonas or Ana Beck can decide.")
    assert found["ENFORCED"][0] is StepState.NEXT


def test_open_proposal_that_nobody_can_decide_says_so() -> None:
    assert "Nobody can decide" in steps(facts(ProposalState.OPEN))["REVIEW"][1]


def test_applied_proposal_shows_receipts_with_offsets_from_the_approval() -> None:
    done = Arrival(is_done=True, at=START + timedelta(seconds=0.82))
    applied = facts(
        ProposalState.APPLIED,
        finished_at=START + timedelta(seconds=0.36),
        reviews=[Said("Jonas", "APPROVE", "Agreed", START)],
        events=[
            event("CLASSIFICATION_ADD", origin="DIRECT"),
            event("CLASSIFICATION_ADD", 2, origin="PROPAGATED"),
            event("POLICY_SYNCED", 3, seconds=1.44, name="catalogsite:PII:mask", id=41, version=13),
        ],
        arrivals={INDEX: done, RANGER: done, NOTIFY: done},
        policies=["catalogsite:PII:mask"],
    )
    offsets = {step.key: step.step.offset for step in build_timeline(applied)}
    assert offsets["APPLIED"] == "+0.36 s"
    assert offsets["INDEXED"] == "+0.82 s"
    assert offsets["ENFORCED"] == "+1.44 s"
    found = steps(applied)
    assert found["APPROVED"] == (StepState.DONE, "Jonas: “Agreed”")
    assert found["APPLIED"][1] == "CLASSIFICATION_ADD on 1 entity, 1 inherits"
    assert found["ENFORCED"][1] == "catalogsite:PII:mask v13, policy 41"
    assert is_settled(applied)


def test_applied_proposal_is_not_settled_before_it_arrived_everywhere() -> None:
    applied = facts(ProposalState.APPLIED, arrivals={INDEX: Arrival()}, policies=["p"])
    assert not is_settled(applied)
    assert steps(applied)["INDEXED"][0] is StepState.NOW


def test_without_template_the_step_of_ranger_is_skipped() -> None:
    assert steps(facts(ProposalState.APPLIED))["ENFORCED"] == (StepState.SKIPPED, "No policy follows.")


def test_stuck_pipeline_is_broken_with_its_error() -> None:
    applied = facts(ProposalState.APPLIED, arrivals={RANGER: Arrival(problem="Ranger is away")}, policies=["p"])
    assert steps(applied)["ENFORCED"] == (StepState.BROKEN, "Ranger is away")


def test_failed_proposal_ends_with_its_reason() -> None:
    found = steps(facts(ProposalState.FAILED, problem="The entity was deleted."))
    assert found["FAILED"] == (StepState.BROKEN, "The entity was deleted.")
    assert "INDEXED" not in found


@pytest.mark.parametrize("state", [ProposalState.REJECTED, ProposalState.WITHDRAWN])
def test_road_ends_where_it_was_decided_against(state: ProposalState) -> None:
    found = steps(facts(state))
    assert list(found) == ["PROPOSED", state.value, "NOTIFIED"]
    assert is_settled(facts(state))


def test_later_drift_joins_the_road() -> None:
    found = steps(facts(ProposalState.APPLIED, drift=[event("POLICY_DRIFTED", by="kadmin", name="pii.mask")]))
    assert found["DRIFTED"] == (StepState.BROKEN, "kadmin changed pii.mask by hand.")


def test_pipeline_has_arrived_when_each_partition_is_past_its_last_event() -> None:
    events = [event("A", 5, partition=0), event("A", 9, partition=0), event("A", 7, partition=3)]
    assert arrival(events, positions={0: 9, 3: 7}, last_at=START).is_done
    assert not arrival(events, positions={0: 8, 3: 7}, last_at=START).is_done
    assert not arrival(events, positions={0: 9}, last_at=START, problem="x").is_done
    assert not arrival([], positions={}, last_at=None).is_done


def test_offsets_grow_coarser() -> None:
    assert offset(START + timedelta(seconds=0.824), START) == "+0.82 s"
    assert offset(START + timedelta(minutes=5), START) == "+5 min"
    assert offset(START + timedelta(hours=3), START) == "+3 h"
    assert offset(None, START) == ""
