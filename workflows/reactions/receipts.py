"""Receipts: when a pipeline handled events of an undertaking that somebody watches."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import F

from workflows.events.types import EventRecord
from workflows.reactions.models import Receipt


def write_receipts(pipeline: str, events: Sequence[EventRecord], moment: datetime) -> None:
    """Counts handled events of each trace; in the transaction that moves the checkpoint, so each counts once."""
    by_trace: dict[str, list[EventRecord]] = {}
    for event in events:
        if event.trace:
            by_trace.setdefault(event.trace, []).append(event)
    for trace, traced in by_trace.items():
        last = max(event.position for event in traced)
        receipt, is_new = Receipt.objects.get_or_create(
            pipeline=pipeline,
            trace=trace,
            defaults={"handled": len(traced), "first_at": moment, "last_at": moment, "last_position": last},
        )
        if not is_new:
            Receipt.objects.filter(pk=receipt.pk).update(
                handled=F("handled") + len(traced), last_at=moment, last_position=max(last, receipt.last_position)
            )
