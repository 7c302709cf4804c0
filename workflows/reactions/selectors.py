"""Reading where the pipelines stand."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Count, Min, OuterRef, Q, QuerySet, Subquery

from catalogsite.accounts.selectors import display_names
from catalogsite.common import clock
from catalogsite.common.errors import NotFound
from workflows.events.models import Event
from workflows.events.selectors import count_by_kind
from workflows.reactions.config import Pipeline
from workflows.reactions.models import Checkpoint, DeadLetter, PipelineState
from workflows.reactions.registry import get_pipeline, pipelines
from workflows.reactions.types import Letter, PartitionStatus, PipelineCondition, PipelineStatus

STALE_SECONDS = 5.0
"""Work that waits for less than this is on its way, not behind."""


def list_unfinished() -> list[str]:
    """Pipelines that have something to do now: events after a checkpoint, dead letters to retry, or no rows yet."""
    moment = clock.now()
    names = list(pipelines())
    paused = set(PipelineState.objects.filter(is_paused=True).values_list("pipeline", flat=True))
    rows = list(checkpoints(names))
    ready = {row.pipeline for row in rows if is_behind(row) and (row.retry_at is None or row.retry_at <= moment)}
    due = DeadLetter.objects.filter(resolved_at=None, retry_at__lte=moment).values_list("pipeline", flat=True)
    wanted = ready | set(due) | (set(names) - {row.pipeline for row in rows})
    return [name for name in names if name in wanted and name not in paused]


def checkpoints(names: Iterable[str]) -> QuerySet[Checkpoint]:
    """Checkpoints of pipelines, each with `last`: the newest position of its partition. One query."""
    last = Event.objects.filter(partition=OuterRef("partition")).order_by("-position").values("position")[:1]
    return Checkpoint.objects.filter(pipeline__in=list(names)).annotate(last=Subquery(last))


def is_behind(row: Checkpoint) -> bool:
    """Whether a row of `checkpoints` has events after it."""
    return (getattr(row, "last", None) or 0) > row.position


def list_pipelines() -> list[PipelineStatus]:
    """Every pipeline of the file with its state. Six queries, and one more for each pipeline that is behind."""
    return _statuses(list(pipelines().values()))


def get_pipeline_status(name: str) -> PipelineStatus:
    """One pipeline with its partitions. Raises NotFound."""
    return _statuses([get_pipeline(name)])[0]


def _statuses(wanted: Sequence[Pipeline]) -> list[PipelineStatus]:
    names = [pipeline.name for pipeline in wanted]
    rows: dict[str, list[Checkpoint]] = {name: [] for name in names}
    for row in checkpoints(names).order_by("pipeline", "partition"):
        rows[row.pipeline].append(row)
    states = {state.pipeline: state for state in PipelineState.objects.filter(pipeline__in=names)}
    open_letters = DeadLetter.objects.filter(pipeline__in=names, resolved_at=None)
    letters = dict(open_letters.values_list("pipeline").annotate(count=Count("pk")))
    people = display_names({state.changed_by for state in states.values() if state.is_paused})
    recent = count_by_kind(since=clock.now() - timedelta(minutes=1))
    return [
        _status(pipeline, rows[pipeline.name], states.get(pipeline.name), letters.get(pipeline.name, 0), people, recent)
        for pipeline in wanted
    ]


def _status(
    pipeline: Pipeline,
    rows: Sequence[Checkpoint],
    state: PipelineState | None,
    letters: int,
    people: Mapping[str, str],
    recent: Mapping[str, int],
) -> PipelineStatus:
    waiting, oldest = _waiting(pipeline, rows)
    lag = (clock.now() - oldest).total_seconds() if oldest else 0.0
    is_paused = bool(state and state.is_paused)
    failures = sorted((row.last_error_at, row.last_error) for row in rows if row.last_error_at)
    failed_at, error = failures[-1] if failures else (None, "")
    retries = [row.retry_at for row in rows if row.retry_at]
    total = sum(waiting.values())
    arrived = sum(count for kind, count in recent.items() if pipeline.takes(kind))
    return PipelineStatus(
        name=pipeline.name,
        about=pipeline.about,
        reaction=pipeline.reaction,
        kinds=sorted(pipeline.kinds),
        serial=pipeline.serial,
        batch=pipeline.batch,
        condition=_condition(is_paused=is_paused, letters=letters, retries=retries, lag=lag),
        paused_by=people.get(state.changed_by, "") if state and is_paused else "",
        paused_at=state.changed_at if state and is_paused else None,
        position=min((row.position for row in rows if is_behind(row)), default=_last(rows)),
        waiting=total,
        lag=lag,
        per_minute=max(arrived - total, 0),
        handled=sum(row.handled for row in rows),
        dead_letters=letters,
        last_error=error,
        last_error_at=failed_at,
        last_success_at=max((row.last_success_at for row in rows if row.last_success_at), default=None),
        retry_at=min(retries, default=None),
        partitions=[_partition(row, waiting.get(row.partition, 0)) for row in rows],
    )


def _last(rows: Sequence[Checkpoint]) -> int:
    return max((row.position for row in rows), default=0)


def _condition(*, is_paused: bool, letters: int, retries: Sequence[datetime], lag: float) -> PipelineCondition:
    if letters:
        return PipelineCondition.STUCK
    if is_paused:
        return PipelineCondition.PAUSED
    if retries:
        return PipelineCondition.WAITING
    return PipelineCondition.BEHIND if lag > STALE_SECONDS else PipelineCondition.RUNNING


def _waiting(pipeline: Pipeline, rows: Sequence[Checkpoint]) -> tuple[dict[int, int], datetime | None]:
    """Events still to be handled, by partition, and the time of the oldest. One query when the pipeline is behind."""
    later = Q(pk__in=[])
    late = [row for row in rows if is_behind(row)]
    if not late:
        return {}, None
    for row in late:
        later |= Q(partition=row.partition, position__gt=row.position)
    events = Event.objects.filter(later)
    if pipeline.kinds:
        events = events.filter(kind__in=pipeline.kinds)
    found = list(events.values_list("partition").annotate(count=Count("pk"), oldest=Min("at")).order_by("partition"))
    counts = {partition: count for partition, count, _ in found}
    return counts, min((oldest for _, _, oldest in found), default=None)


def _partition(row: Checkpoint, waiting: int) -> PartitionStatus:
    return PartitionStatus(
        partition=row.partition,
        position=row.position,
        waiting=waiting,
        handled=row.handled,
        attempts=row.attempts,
        retry_at=row.retry_at,
        last_error=row.last_error,
        last_error_at=row.last_error_at,
        last_success_at=row.last_success_at,
    )


def find_letters(
    *, pipeline: str = "", with_closed: bool = False, before: int | None = None, limit: int = 50
) -> list[Letter]:
    """Dead letters, newest first, with what their event was about. Two queries."""
    rows = DeadLetter.objects.all()
    if pipeline:
        rows = rows.filter(pipeline=pipeline)
    if not with_closed:
        rows = rows.filter(resolved_at=None)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return _letters(rows.order_by("-pk")[:limit])


def count_letters(*, pipeline: str = "", with_closed: bool = False) -> int:
    rows = DeadLetter.objects.filter(pipeline=pipeline) if pipeline else DeadLetter.objects.all()
    return (rows if with_closed else rows.filter(resolved_at=None)).count()


def list_letters_of(keys: Iterable[str]) -> list[Letter]:
    """Open dead letters of some keys, e.g. of one entity."""
    return _letters(DeadLetter.objects.filter(event_key__in=list(keys), resolved_at=None).order_by("-pk")[:50])


def get_letter(letter_id: int) -> Letter:
    """Raises NotFound."""
    found = _letters(DeadLetter.objects.filter(pk=letter_id))
    if not found:
        raise NotFound("There is no such dead letter.")
    return found[0]


def _letters(rows: Iterable[DeadLetter]) -> list[Letter]:
    rows = list(rows)
    payloads = dict(Event.objects.filter(pk__in=[row.position for row in rows]).values_list("position", "payload"))
    return [
        Letter(
            id=row.pk,
            pipeline=row.pipeline,
            position=row.position,
            event_key=row.event_key,
            event_kind=row.event_kind,
            event_title=_title(payloads.get(row.position), row.event_key),
            error=row.error,
            attempts=row.attempts,
            at=row.at,
            retry_at=row.retry_at,
            resolved_at=row.resolved_at,
            resolution=row.resolution,
        )
        for row in rows
    ]


def _title(payload: Mapping[str, object] | None, key: str) -> str:
    return str((payload or {}).get("name") or (payload or {}).get("qualifiedName") or key)
