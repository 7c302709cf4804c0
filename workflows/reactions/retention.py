"""How long events are kept: 90 days, but never past the slowest checkpoint or an open dead letter."""

from datetime import timedelta

from catalogsite.common import clock
from catalogsite.common.bulk import in_batches
from workflows.events.models import Event
from workflows.events.types import PARTITIONS, partition_of
from workflows.reactions.models import Checkpoint, DeadLetter
from workflows.reactions.registry import pipelines

KEEP_DAYS = 90


def purge_events(*, keep_days: int = KEEP_DAYS) -> int:
    """Deletes events that are old and that nobody needs any more; returns how many.

    What a configured pipeline has not handled stays, however old; so does all from an open dead letter on.
    """
    cutoff = clock.now() - timedelta(days=keep_days)
    purged = 0
    for partition, needed in _first_needed().items():
        old = Event.objects.filter(partition=partition, position__lt=needed, at__lt=cutoff)
        for batch in in_batches(list(old.values_list("pk", flat=True))):
            purged += Event.objects.filter(pk__in=batch).delete()[0]
    return purged


def _first_needed() -> dict[int, int]:
    """The first position of each partition that some pipeline still needs; 0 as long as one has no checkpoint there."""
    names = list(pipelines())
    positions: dict[int, list[int]] = {partition: [] for partition in range(PARTITIONS)}
    for partition, position in Checkpoint.objects.filter(pipeline__in=names).values_list("partition", "position"):
        positions[partition].append(position + 1)
    needed = {
        partition: min(found) if len(found) == len(names) and found else 0 for partition, found in positions.items()
    }
    for key, position in DeadLetter.objects.filter(resolved_at=None).values_list("event_key", "position"):
        partition = partition_of(key)
        needed[partition] = min(needed[partition], position)
    return needed
