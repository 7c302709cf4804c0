"""Where the last change of one entity has got to: the state at each boundary, and the one that broke."""

import re
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogsite.accounts.selectors import display_names
from catalogsite.common import clock
from catalogsite.common.errors import CatalogError, NotFound
from catalogsite.common.ui import Fact
from catalogsite.operations.types import Boundary, BoundaryState, Trace, Verdict
from discovery.atlas.models import Entity
from discovery.atlas.selectors import classifications_of, find_by_qualified_name, get_entity, paths_of
from discovery.search.documents import is_findable
from discovery.search.selectors import search_index
from discovery.search.types import SearchQuery
from governance.ranger.plan import Plan, PlanAction
from governance.ranger.selectors import find_template, get_plan
from workflows.events.selectors import last_events_of
from workflows.events.types import EventRecord, partition_of
from workflows.reactions.registry import pipelines
from workflows.reactions.selectors import list_letters_of, list_pipelines
from workflows.reactions.types import Letter, PipelineStatus
from workflows.reactions.words import duration

GUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
INDEX, RANGER, COVERAGE = "update_search_index", "sync_ranger", "refresh_coverage"


def find_guid(text: str) -> str:
    """The guid meant by a guid, a qualified name or a pasted address. Raises NotFound."""
    text = text.strip()
    address = urlsplit(text)
    if address.scheme in {"http", "https"}:
        parts = [unquote(part) for part in address.path.split("/") if part]
        text = parts[parts.index("entity") + 1] if "entity" in parts[:-1] else text
    if found := GUID.search(text):
        return found.group().lower() if Entity.objects.filter(guid=found.group().lower()).exists() else found.group()
    if Entity.objects.filter(guid=text).exists():
        return text
    if named := find_by_qualified_name(text, limit=1):
        return named[0].guid
    raise NotFound(_("No entity has the guid or the qualified name “%(text)s”.") % {"text": text[:200]})


def get_trace(guid: str) -> Trace:
    """The state at each boundary for one entity. Raises NotFound when the tables do not have it."""
    entity = get_entity(guid)
    events = last_events_of(guid)
    statuses = {status.name: status for status in list_pipelines()}
    letters = list_letters_of([guid])
    boundaries = [
        _tables(entity),
        _log(events),
        _index(entity, _passage(INDEX, statuses, events, letters)),
        *_policies(entity, _passage(RANGER, statuses, events, letters)),
        _counted(_passage(COVERAGE, statuses, events, letters)),
    ]
    return Trace(
        guid=guid,
        title=entity.title,
        type_name=entity.type_name,
        verdict=_verdict(boundaries, entity),
        boundaries=boundaries,
        facts=_facts(entity),
    )


def _tables(entity: Entity) -> Boundary:
    who = display_names({entity.updated_by})[entity.updated_by]
    words = _("%(status)s, version %(version)d, last written by %(who)s")
    detail = words % {"status": entity.status, "version": entity.version, "who": who}
    return Boundary("tables", _("Our tables"), BoundaryState.OK, detail=detail, at=clock.from_ms(entity.updated_ms))


def _log(events: Sequence[EventRecord]) -> Boundary:
    if not events:
        detail = _("No event in the last 90 days.")
        return Boundary("log", _("Event log"), BoundaryState.IDLE, detail=detail)
    last = events[-1]
    words = {"kind": last.kind, "position": f"{last.position:,}", "partition": last.partition}
    detail = _("%(kind)s, event %(position)s of partition %(partition)d") % words
    return Boundary("log", _("Event log"), BoundaryState.OK, detail=detail, at=last.at, href=f"/events/{last.position}")


def _passage(
    name: str,
    statuses: dict[str, PipelineStatus],
    events: Sequence[EventRecord],
    letters: Sequence[Letter],
) -> Boundary:
    """How far a pipeline is with the events of the entity: the state without what the copy itself says."""
    status = statuses.get(name)
    if status is None:
        return Boundary(name, name, BoundaryState.IDLE, detail=_("This pipeline is not in the pipelines file."))
    aside = [letter for letter in letters if letter.pipeline == name]
    taken = [event for event in events if pipelines()[name].takes(event.kind)]
    if aside:
        return Boundary(
            name,
            name,
            BoundaryState.BROKEN,
            detail=_("Stopped here"),
            at=aside[0].at,
            error=aside[0].error,
            meaning=_("%(name)s could not handle event %(position)s and went on without it.")
            % {"name": name, "position": f"{aside[0].position:,}"},
            href=f"/dead-letters?pipeline={name}",
            letters=[letter.id for letter in aside],
        )
    if not taken:
        return Boundary(name, name, BoundaryState.OK)
    return _reached(name, status, taken[-1])


def _reached(name: str, status: PipelineStatus, last: EventRecord) -> Boundary:
    row = next((row for row in status.partitions if row.partition == partition_of(last.key)), None)
    if row and row.position >= last.position:
        return Boundary(name, name, BoundaryState.OK, at=row.last_success_at)
    age = (clock.now() - last.at).total_seconds()
    words = _("Event %(position)s has not been handled for %(age)s.")
    detail = words % {"position": f"{last.position:,}", "age": duration(age)}
    meaning = _("It is on its way.")
    if status.paused_at:
        meaning = _("The pipeline is paused by %(who)s.") % {"who": status.paused_by or _("somebody")}
    elif row and row.retry_at:
        meaning = _("The last attempt failed; the next is at %(time)s UTC.") % {"time": f"{row.retry_at:%H:%M:%S}"}
    is_broken = bool(status.paused_at or (row and row.retry_at) or age > 300)
    return Boundary(
        name,
        name,
        BoundaryState.BROKEN if is_broken else BoundaryState.LATE,
        detail=detail,
        lag=age,
        error=row.last_error if row and row.retry_at else "",
        meaning=meaning,
        href=f"/pipelines/{name}",
    )


def _renamed(passage: Boundary, key: str, name: str, state: BoundaryState, detail: str, **more: str) -> Boundary:
    return Boundary(
        key,
        name,
        state,
        detail=detail or passage.detail,
        lag=passage.lag,
        at=passage.at,
        error=more.get("error", passage.error),
        href=more.get("href", passage.href),
        meaning=more.get("meaning", passage.meaning),
        letters=passage.letters,
    )


def _index(entity: Entity, passage: Boundary) -> Boundary:
    name = _("Index")
    if passage.state in {BoundaryState.BROKEN, BoundaryState.LATE}:
        return _renamed(passage, "index", name, passage.state, "")
    if not is_findable(entity):
        return _renamed(passage, "index", name, BoundaryState.IDLE, _("Entities of this type are not searched."))
    try:
        held = _held(entity)
    except CatalogError as error:
        meaning = _("The index does not answer, so it cannot be said whether it has this entity.")
        return _renamed(
            passage, "index", name, BoundaryState.BROKEN, _("No answer"), error=error.message, meaning=meaning
        )
    if held is None:
        meaning = _("The event was handled, but the index does not hold the entity. A comparison mends that.")
        return _renamed(passage, "index", name, BoundaryState.BROKEN, _("Not in the index"), meaning=meaning)
    if not held:
        meaning = _("The index holds an older state. A comparison mends that.")
        return _renamed(passage, "index", name, BoundaryState.BROKEN, _("Out of date"), meaning=meaning)
    return _renamed(passage, "index", name, BoundaryState.OK, _("Found, as in our tables"))


def _held(entity: Entity) -> bool | None:
    """Whether the index holds the entity as it is; None when it does not hold it at all."""
    query = SearchQuery(
        text=entity.qualified_name or entity.name, statuses=(entity.status,), limit=50, with_facets=False
    )
    hits = search_index().search(query).hits
    document = next((hit.document for hit in hits if hit.document.guid == entity.guid), None)
    if document is None:
        return None
    names = {view.type_name for view in classifications_of([entity.guid]).get(entity.guid, [])}
    return set(document.own_classifications) == names and document.updated_ms == entity.updated_ms


def _policies(entity: Entity, passage: Boundary) -> list[Boundary]:
    """One station for each classification with a template; one that says so when no policy follows."""
    views = classifications_of([entity.guid]).get(entity.guid, [])
    names = [name for name in dict.fromkeys(view.type_name for view in views) if find_template(name)]
    if not names:
        words = _("No classification here has a policy template.") if views else _("Nothing is classified here.")
        return [_renamed(passage, "policies", _("Policy"), BoundaryState.IDLE, words)]
    if passage.state in {BoundaryState.BROKEN, BoundaryState.LATE}:
        return [_renamed(passage, "policies", _("Policy"), passage.state, "")]
    try:
        plan = get_plan()
    except CatalogError as error:
        meaning = _("The policy authority does not answer.")
        return [
            _renamed(
                passage,
                "policies",
                _("Policy"),
                BoundaryState.BROKEN,
                _("No answer"),
                error=error.message,
                meaning=meaning,
            )
        ]
    return [_policy(name, plan, passage) for name in names]


def _policy(classification: str, plan: Plan, passage: Boundary) -> Boundary:
    name = _("Policy for %(classification)s") % {"classification": classification}
    item = next((one for one in plan.items if one.classification == classification), None)
    if item is None or item.action is PlanAction.CREATE:
        meaning = _("The classification is here, but its policy has not been made.")
        return _renamed(
            passage, "policies", name, BoundaryState.BROKEN, _("Not present"), meaning=meaning, href="/ranger"
        )
    if item.action is PlanAction.SAME and item.stored:
        words = {"name": item.name, "version": item.stored.version}
        detail = _("%(name)s v%(version)d is in force") % words
        return _renamed(passage, "policies", name, BoundaryState.OK, detail, href="/ranger?view=same")
    meaning = {
        PlanAction.DRIFT: _("Somebody edited the policy by hand; theirs is in force."),
        PlanAction.BLOCKED: _("A foreign policy holds the name or the tag, so ours could not be made."),
    }.get(item.action, _("The stored policy is older than the template."))
    detail = f"{item.name}: {item.action}"
    return _renamed(passage, "policies", name, BoundaryState.BROKEN, detail, meaning=meaning, href="/ranger")


def _counted(passage: Boundary) -> Boundary:
    detail = passage.detail if passage.state is not BoundaryState.OK else _("Counted")
    return _renamed(passage, "coverage", _("Coverage"), passage.state, detail)


def _verdict(boundaries: Sequence[Boundary], entity: Entity) -> Verdict:
    broken = [one for one in boundaries if one.state is BoundaryState.BROKEN]
    if broken:
        more = ngettext(
            "%(count)d more station is broken.", "%(count)d more stations are broken.", len(broken) - 1
        ) % {"count": len(broken) - 1}  # fmt: skip
        bold = _("%(name)s: %(detail)s.") % {"name": broken[0].name, "detail": broken[0].detail.rstrip(".")}
        return Verdict("broken", bold, f"{broken[0].meaning} {more if len(broken) > 1 else ''}".strip())
    late = next((one for one in boundaries if one.state is BoundaryState.LATE), None)
    if late:
        return Verdict("info", _("The last change is on its way to %(name)s.") % {"name": late.name}, late.detail)
    moment = clock.from_ms(entity.updated_ms)
    words = {"time": f"{moment:%-d %b %Y %H:%M:%S}"}
    return Verdict("quiet", _("Nothing is missing."), _("The change of %(time)s UTC has arrived everywhere.") % words)


def _facts(entity: Entity) -> list[Fact]:
    names = dict.fromkeys(view.type_name for view in classifications_of([entity.guid]).get(entity.guid, []))
    return [
        Fact(_("Type"), entity.type_name, is_code=True),
        Fact(_("Name"), entity.title, href=f"/entity/{entity.guid}", is_code=True),
        Fact(_("Where"), " › ".join(paths_of([entity])[entity.guid]) or "–"),
        Fact(_("Classifications"), ", ".join(names) or _("none")),
        Fact(_("Owner"), entity.owner or _("none")),
        Fact(_("Guid"), entity.guid, is_code=True, copy=entity.guid),
    ]
