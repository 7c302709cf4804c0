"""Events as JSON of the REST API. Pure."""

from typing import Any

from workflows.events.types import EventRecord


def event_json(event: EventRecord) -> dict[str, Any]:
    return {
        "position": event.position,
        "partition": event.partition,
        "kind": event.kind,
        "key": event.key,
        "payload": event.payload,
        "actor": event.actor,
        "origin": event.origin,
        "at": event.at.isoformat(),
        "cause": event.cause,
        "trace": event.trace or None,
    }
