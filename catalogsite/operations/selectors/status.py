"""How every station of the road is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogsite.common import clock
from catalogsite.common.backends import get_backend
from catalogsite.common.errors import CatalogError
from catalogsite.operations.comparing import INDEX, POLICIES
from catalogsite.operations.models import Comparison
from catalogsite.operations.types import Boundary, BoundaryState, ComparisonRow, Verdict
from discovery.atlas.models import Entity
from discovery.search.selectors import search_index
from governance.ranger.selectors import count_drift, policy_authority
from workflows.events.selectors import count_by_kind, last_position, newest_event
from workflows.reactions.selectors import list_pipelines
from workflows.reactions.types import PipelineCondition, PipelineStatus
from workflows.reactions.words import PipelineRow, duration, pipeline_row


@dataclass(frozen=True, slots=True)
class Status:
    """The page of status: one sentence, the road, the pipelines, the copies."""

    verdict: Verdict
    boundaries: Sequence[Boundary]
    rows: Sequence[PipelineRow]
    comparisons: Sequence[ComparisonRow]
    letters: int
    read_at: datetime


def get_status() -> Status:
    """Reads everything now. A backend that does not answer makes its station broken, never the page."""
    pipelines = list_pipelines()
    compared = {row.copy: row for row in Comparison.objects.all()}
    boundaries = [
        _authority(),
        _tables(),
        _log(),
        _pipelines(pipelines),
        _index(pipelines, compared.get(INDEX)),
        _policies(pipelines, compared.get(POLICIES)),
    ]
    return Status(
        verdict=_verdict(boundaries, pipelines),
        boundaries=boundaries,
        rows=[pipeline_row(status) for status in pipelines],
        comparisons=[
            _comparison(_("Index against tables"), compared.get(INDEX)),
            _comparison(_("Policies against plan"), compared.get(POLICIES)),
        ],
        letters=sum(status.dead_letters for status in pipelines),
        read_at=clock.now(),
    )


def _authority() -> Boundary:
    name = str(getattr(get_backend("authority"), "name", "embedded"))
    return Boundary("authority", _("Authority"), BoundaryState.OK, _("answers"), name)


def _tables() -> Boundary:
    count = Entity.objects.filter(status=Entity.Status.ACTIVE).count()
    return Boundary("tables", _("Tables"), BoundaryState.OK, f"{count:,}", _("entities"))


def _log() -> Boundary:
    minute = sum(count_by_kind(since=clock.now() - timedelta(minutes=1)).values())
    newest = newest_event()
    detail = _("%(count)s a minute") % {"count": f"{minute:,}"}
    at = newest.at if newest else None
    return Boundary("log", _("Event log"), BoundaryState.OK, f"{last_position():,}", detail, at=at, href="/events")


def _pipelines(pipelines: Sequence[PipelineStatus]) -> Boundary:
    stuck = [one for one in pipelines if one.condition is PipelineCondition.STUCK]
    late = [one for one in pipelines if one.condition in {PipelineCondition.WAITING, PipelineCondition.PAUSED}]
    waiting = sum(one.waiting for one in pipelines)
    detail = ngettext("%(count)s event waits", "%(count)s events wait", waiting) % {"count": f"{waiting:,}"}
    state, headline = BoundaryState.OK, _("flowing")
    if late:
        state = BoundaryState.LATE
        headline = ngettext("%(count)d stopped", "%(count)d stopped", len(late)) % {"count": len(late)}
    if stuck:
        state = BoundaryState.BROKEN
        headline = ngettext("%(count)d stuck", "%(count)d stuck", len(stuck)) % {"count": len(stuck)}
    return Boundary(
        "pipelines",
        _("Pipelines"),
        state,
        headline,
        detail,
        lag=max((one.lag for one in pipelines), default=0.0),
        at=max((one.last_success_at for one in pipelines if one.last_success_at), default=None),
        error=next((one.last_error for one in (*stuck, *late) if one.last_error), ""),
        href="/pipelines",
    )


def _copy(
    key: str, name: str, *, feeder: PipelineStatus | None, compared: Comparison | None, detail: str, problem: str
) -> Boundary:
    """The index or the policies: fed by a pipeline, compared by the clock."""
    left = compared.differences - compared.mended if compared else None
    state, headline = BoundaryState.OK, _("equal")
    if compared is None:
        headline, detail = detail, _("not compared yet")
    if left:
        state = BoundaryState.LATE
        headline = ngettext("%(count)d differs", "%(count)d differ", left) % {"count": left}
    if feeder and feeder.waiting and feeder.lag > 60:
        state, headline = BoundaryState.LATE, _("%(lag)s behind") % {"lag": duration(feeder.lag)}
    if problem:
        state, headline = BoundaryState.BROKEN, _("no answer")
    return Boundary(
        key,
        name,
        state,
        headline,
        detail,
        lag=feeder.lag if feeder else None,
        at=feeder.last_success_at if feeder else None,
        error=problem or (feeder.last_error if feeder and not feeder.has_healed else ""),
        differences=left,
    )


def _index(pipelines: Sequence[PipelineStatus], compared: Comparison | None) -> Boundary:
    problem, documents = "", 0
    try:
        health = search_index().health()
        documents, problem = health.documents, "" if health.is_available else health.detail
    except CatalogError as error:
        problem = error.message
    detail = ngettext("%(count)s document", "%(count)s documents", documents) % {"count": f"{documents:,}"}
    feeder = _named(pipelines, "update_search_index")
    found = _copy("index", _("Index"), feeder=feeder, compared=compared, detail=detail, problem=problem)
    if documents or problem or not Entity.objects.exclude(kind=Entity.Kind.INTERNAL).exists():
        return found
    meaning = _("It holds nothing yet; the next comparison builds it.")
    return replace(found, state=BoundaryState.LATE, headline=_("empty"), detail=detail, meaning=meaning)


def _policies(pipelines: Sequence[PipelineStatus], compared: Comparison | None) -> Boundary:
    problem = ""
    try:
        problem = policy_authority().health()
    except CatalogError as error:
        problem = error.message
    drift = count_drift()
    feeder = _named(pipelines, "sync_ranger")
    detail = ngettext("%(count)d drift", "%(count)d drift", drift) % {"count": drift} if drift else _("as planned")
    found = _copy("policies", _("Policies"), feeder=feeder, compared=compared, detail=detail, problem=problem)
    if not drift or found.state is BoundaryState.BROKEN:
        return found
    return replace(
        found,
        state=BoundaryState.LATE,
        headline=detail,
        detail=compared.detail if compared and compared.detail else _("edited by hand"),
        differences=max(drift, found.differences or 0),
        href="/ranger?view=drift",
        meaning=_("Somebody edited a policy of ours by hand; theirs is in force until you decide."),
    )


def _named(pipelines: Sequence[PipelineStatus], name: str) -> PipelineStatus | None:
    return next((one for one in pipelines if one.name == name), None)


def _comparison(name: str, row: Comparison | None) -> ComparisonRow:
    if row is None:
        return ComparisonRow(name, BoundaryState.IDLE, _("not compared yet"), "–", None, 0.0)
    if row.problem:
        return ComparisonRow(name, BoundaryState.BROKEN, _("could not be compared"), row.problem, row.at, row.seconds)
    left = row.differences - row.mended
    words = ngettext("%(count)d differs", "%(count)d differ", left) % {"count": left} if left else _("equal")
    numbers = {"found": f"{row.differences:,}", "of": f"{row.compared:,}", "mended": f"{row.mended:,}"}
    found = _("%(found)s of %(of)s") % numbers
    if row.mended:
        found = _("%(found)s of %(of)s, %(mended)s mended") % numbers
    return ComparisonRow(
        name,
        BoundaryState.LATE if left else BoundaryState.OK,
        words,
        f"{found}: {row.detail}" if row.detail else found,
        row.at,
        row.seconds,
    )


def _verdict(boundaries: Sequence[Boundary], pipelines: Sequence[PipelineStatus]) -> Verdict:
    stuck = next((one for one in pipelines if one.condition is PipelineCondition.STUCK), None)
    dead = next((one for one in boundaries if one.state is BoundaryState.BROKEN and one.key != "pipelines"), None)
    if dead:
        return Verdict("broken", _("%(name)s does not answer.") % {"name": dead.name}, dead.error)
    if stuck:
        words = ngettext(
            "%(name)s set %(count)d event aside.", "%(name)s set %(count)d events aside.", stuck.dead_letters
        )
        href = f"/dead-letters?pipeline={stuck.name}"
        bold = words % {"name": stuck.name, "count": stuck.dead_letters}
        return Verdict("broken", bold, _("Everything else flows."), href, _("See why"))
    for one in pipelines:
        if one.condition is PipelineCondition.PAUSED:
            who = one.paused_by or _("somebody")
            bold = _("%(name)s is paused by %(who)s.") % {"name": one.name, "who": who}
            wait = ngettext("%(count)s event waits.", "%(count)s events wait.", one.waiting)
            return Verdict("warn", bold, wait % {"count": f"{one.waiting:,}"}, f"/pipelines/{one.name}", _("See it"))
        if one.condition is PipelineCondition.WAITING:
            bold = _("%(name)s waits and tries again.") % {"name": one.name}
            return Verdict("warn", bold, one.last_error.splitlines()[0][:200], f"/pipelines/{one.name}", _("See it"))
    late = next((one for one in boundaries if one.state is BoundaryState.LATE), None)
    if late:
        bold = _("%(name)s: %(words)s.") % {"name": late.name, "words": late.headline}
        return Verdict("warn", bold, late.meaning, late.href, _("See it") if late.href else "")
    behind = next((one for one in pipelines if one.condition is PipelineCondition.BEHIND), None)
    if behind:
        bold = _("%(name)s is %(lag)s behind.") % {"name": behind.name, "lag": duration(behind.lag)}
        return Verdict("info", bold, _("It is catching up."))
    return Verdict(
        "quiet", _("Everything flows."), _("What is written is found, protected and counted within seconds.")
    )
