"""What the pages of the pipelines show, put together from the selectors."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from catalogsite.accounts.policy import Action, refusal
from catalogsite.accounts.types import Actor, Target
from catalogsite.common.ui import Fact, Link
from workflows.events.selectors import last_position
from workflows.reactions.registry import pipelines, pipelines_file
from workflows.reactions.selectors import count_letters, find_letters, get_pipeline_status, list_pipelines
from workflows.reactions.services import Replay
from workflows.reactions.types import Letter, PartitionStatus, PipelineStatus
from workflows.reactions.words import PipelineRow, duration, pipeline_row

MOST_LETTERS = 100


@dataclass(frozen=True, slots=True)
class PipelinesPage:
    """The list. `refusal` says why the person may not operate, "" when they may."""

    rows: Sequence[PipelineRow]
    letters: int
    refusal: str


@dataclass(frozen=True, slots=True)
class PipelinePage:
    """One pipeline: its state, its rule in words, its partitions, what it could not do, its part of the file."""

    row: PipelineRow
    facts: Sequence[Fact]
    partitions: Sequence[PartitionStatus]
    letters: Sequence[Letter]
    yaml: str
    file: str
    refusal: str


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """A replay that is asked for: `plan` is what the dry run counted, None before one is made."""

    status: PipelineStatus
    last: int
    plan: Replay | None
    refusal: str


@dataclass(frozen=True, slots=True)
class LettersPage:
    """Dead letters, of one pipeline or of all."""

    letters: Sequence[Letter]
    total: int
    pipeline: str
    views: Sequence[Link]
    with_closed: bool
    open_count: int
    refusal: str


def _refusal(actor: Actor) -> str:
    return refusal(actor, Action.OPERATE, Target())


def pipelines_page(*, actor: Actor) -> PipelinesPage:
    rows = [pipeline_row(status) for status in list_pipelines()]
    return PipelinesPage(rows, sum(row.status.dead_letters for row in rows), _refusal(actor))


def pipeline_page(name: str, *, actor: Actor) -> PipelinePage:
    """Raises NotFound."""
    status = get_pipeline_status(name)
    busy = [row for row in status.partitions if row.waiting or row.last_error or row.handled]
    return PipelinePage(
        row=pipeline_row(status),
        facts=_facts(status),
        partitions=busy,
        letters=find_letters(pipeline=name, limit=10),
        yaml=_yaml_of(name),
        file=pipelines_file().name,
        refusal=_refusal(actor),
    )


def _facts(status: PipelineStatus) -> list[Fact]:
    kinds = ", ".join(status.kinds) if status.kinds else _("every event")
    workers = _("one worker at a time") if status.serial else _("several workers, one a partition")
    return [
        Fact(_("Does"), status.about or "–"),
        Fact(_("Takes"), kinds),
        Fact(_("Reaction"), status.reaction, is_code=True),
        Fact(_("Runs"), _("%(workers)s, up to %(batch)d events at once") % {"workers": workers, "batch": status.batch}),
        Fact(_("Handled"), f"{status.handled:,}"),
        Fact(_("Lag"), duration(status.lag)),
    ]


def _yaml_of(name: str) -> str:
    """The lines of the pipelines file that make this pipeline."""
    lines = pipelines_file().read_text().splitlines()
    start = pipelines()[name].line
    following = [pipeline.line for pipeline in pipelines().values() if pipeline.line > start]
    end = min(following, default=len(lines) + 1)
    return "\n".join(line for line in lines[start - 1 : end - 1] if line.strip())


def replay_page(name: str, *, actor: Actor, plan: Replay | None = None) -> ReplayPage:
    """Raises NotFound."""
    return ReplayPage(get_pipeline_status(name), last_position(), plan, _refusal(actor))


def letters_page(*, actor: Actor, pipeline: str = "", with_closed: bool = False) -> LettersPage:
    open_count = count_letters(pipeline=pipeline)
    of = f"pipeline={pipeline}&" if pipeline else ""
    views = [
        Link(_("Open"), f"?{of}view=open", open_count, not with_closed),
        Link(_("All"), f"?{of}view=all", count_letters(pipeline=pipeline, with_closed=True), with_closed),
    ]
    return LettersPage(
        letters=find_letters(pipeline=pipeline, with_closed=with_closed, limit=MOST_LETTERS),
        total=count_letters(pipeline=pipeline, with_closed=with_closed),
        pipeline=pipeline,
        views=views,
        with_closed=with_closed,
        open_count=open_count,
        refusal=_refusal(actor),
    )
