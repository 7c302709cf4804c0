"""Pipelines and dead letters as JSON of the REST API. Pure."""

from datetime import datetime
from typing import Any

from workflows.reactions.types import Letter, PipelineStatus


def pipeline_json(status: PipelineStatus) -> dict[str, Any]:
    return {
        "name": status.name,
        "about": status.about,
        "state": str(status.condition),
        "paused": status.paused_at is not None,
        "position": status.position,
        "waiting": status.waiting,
        "lagSeconds": round(status.lag, 3),
        "handled": status.handled,
        "deadLetters": status.dead_letters,
        "lastError": status.last_error or None,
        "lastErrorAt": _time(status.last_error_at),
        "lastSuccessAt": _time(status.last_success_at),
        "retryAt": _time(status.retry_at),
        "kinds": list(status.kinds),
        "partitions": [
            {
                "partition": row.partition,
                "position": row.position,
                "waiting": row.waiting,
                "attempts": row.attempts,
                "retryAt": _time(row.retry_at),
            }
            for row in status.partitions
        ],
    }


def letter_json(letter: Letter) -> dict[str, Any]:
    return {
        "id": str(letter.id),
        "pipeline": letter.pipeline,
        "position": letter.position,
        "kind": letter.event_kind,
        "key": letter.event_key,
        "name": letter.event_title,
        "error": letter.error,
        "attempts": letter.attempts,
        "at": _time(letter.at),
        "retryAt": _time(letter.retry_at),
        "resolvedAt": _time(letter.resolved_at),
        "resolution": letter.resolution or None,
    }


def _time(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
