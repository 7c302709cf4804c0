"""What a proposer saw, and what changed since: a reviewer decides about the entity as it is now. Pure."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

LONGEST_TEXT = 500


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is no longer as the proposer saw it. `what`: status, type, dataType, description, classifications.

    `needs_confirmation` is False for what does not touch the question: another classification came or went.
    """

    guid: str
    what: str
    before: str
    after: str
    needs_confirmation: bool = True


def snapshot(
    *, status: str, type_name: str, data_type: str, text: str, classifications: Iterable[str], updated_ms: int
) -> dict[str, Any]:
    """What is kept of an entity: enough to tell what changed, with the head of a long text and a digest of all of it.

    `classifications`: those set on the entity itself, with attributes as text ("PII kind: EMAIL").
    """
    return {
        "status": status,
        "type": type_name,
        "dataType": data_type,
        "description": text[:LONGEST_TEXT],
        "descriptionDigest": hashlib.sha256(text.encode()).hexdigest(),
        "classifications": sorted(classifications),
        "updatedMs": updated_ms,
    }


def absent() -> dict[str, Any]:
    """The snapshot of an entity that is gone for good."""
    return snapshot(status="PURGED", type_name="", data_type="", text="", classifications=(), updated_ms=0)


def differences(
    guid: str, before: Mapping[str, Any], after: Mapping[str, Any], *, about: Iterable[str]
) -> list[Difference]:
    """What changed between two snapshots; `about`: the classifications the proposal is about.

    A new index, a new visit or a new time alone is no change.
    """
    if after["status"] == "PURGED" and before.get("status") != "PURGED":
        return [Difference(guid, "status", str(before.get("status", "")), "PURGED")]
    found = [
        Difference(guid, what, str(before.get(what, "")), str(after.get(what, "")))
        for what in ("status", "type", "dataType")
        if before.get(what) != after.get(what)
    ]
    if before.get("descriptionDigest") != after.get("descriptionDigest"):
        found.append(Difference(guid, "description", before.get("description", ""), after.get("description", "")))
    old, new = (list(side.get("classifications", ())) for side in (before, after))
    if old != new:
        moved = {text.partition(" ")[0] for text in set(old) ^ set(new)}
        touches = not moved.isdisjoint(about)
        found.append(Difference(guid, "classifications", ", ".join(old), ", ".join(new), needs_confirmation=touches))
    return found


def revision(snapshots: Mapping[str, Mapping[str, Any]]) -> str:
    """A short name for the state of all entities of a proposal; who approves after a change says which one was seen."""
    relevant = {
        guid: {key: value for key, value in state.items() if key != "updatedMs"} for guid, state in snapshots.items()
    }
    return hashlib.sha256(json.dumps(relevant, sort_keys=True).encode()).hexdigest()[:16]
