"""Reading proposals: one with everything, the queue by segment, who may decide."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Prefetch, Q, QuerySet

from catalogsite.accounts.policy import Action, may
from catalogsite.accounts.selectors import list_deciders
from catalogsite.accounts.types import Actor, Role, Target, TokenKind
from catalogsite.common.errors import NotFound
from catalogsite.common.pagination import Page, decode_cursor, encode_cursor
from governance.classification.models import Proposal, ProposalChange, Review
from governance.classification.selectors.entities import places_of
from governance.classification.sentences import Place, Title, short, title
from governance.classification.types import ProposalState, Segment

NAMED = 3
"""Changes of a proposal that a line of the queue names; the others are counted."""


@dataclass(frozen=True, slots=True)
class QueueRow:
    """One proposal as a line: what and where, how much, since when, and in whose hands."""

    proposal: Proposal
    title: Title
    what: str
    where: str
    actions: tuple[str, ...]
    classifications: tuple[str, ...]
    changes: int
    first_changes: Sequence[ProposalChange]


def get_proposal(proposal_id: int | str) -> Proposal:
    """A proposal with its people, changes and reviews. Raises NotFound."""
    rows = Proposal.objects.select_related("proposer", "decided_by").prefetch_related(
        Prefetch("changes", ProposalChange.objects.order_by("pk")),
        Prefetch("reviews", Review.objects.select_related("reviewer").order_by("at", "pk")),
    )
    found = rows.filter(pk=int(proposal_id)).first() if str(proposal_id).isdecimal() else None
    if found is None:
        raise NotFound(f"There is no proposal {proposal_id}.")
    return found


def find_proposals(
    *,
    actor: Actor,
    segment: Segment,
    q: str = "",
    cursor: str | None = None,
    limit: int = 50,
) -> Page[QueueRow]:
    """One page of a segment. Open ones oldest first, for they wait longest; decided ones by their last decision."""
    rows = _segment(actor, segment)
    if q:
        rows = rows.filter(
            Q(reason__icontains=q) | Q(changes__classification__icontains=q) | Q(changes__name__icontains=q)
        ).distinct()
    order = {Segment.MINE: "-created_at", Segment.DECIDED: "-decided_at"}.get(segment, "created_at")
    return _page(rows, f"proposals:{segment}", order=order, cursor=cursor, limit=limit)


def list_proposals(
    *, states: Iterable[str] = (), mine: Actor | None = None, cursor: str | None = None, limit: int = 50
) -> Page[QueueRow]:
    """All proposals newest first, for programs. `mine`: only those of this actor."""
    rows: QuerySet[Proposal] = Proposal.objects.all()
    if mine is not None:
        rows = rows.filter(proposer__username=mine.username)
    if wanted := list(states):
        rows = rows.filter(state__in=wanted)
    return _page(rows, "proposals", order="-created_at", cursor=cursor, limit=limit)


def count_segments(actor: Actor) -> dict[Segment, int]:
    """How many proposals each segment holds."""
    return {segment: _segment(actor, segment).count() for segment in Segment}


def count_waiting(actor: Actor) -> int:
    """Proposals this person could decide now: the number beside "Proposals" in the side."""
    return _segment(actor, Segment.WAITING).count()


def list_waiting_ids(actor: Actor) -> list[int]:
    """Ids of what waits for this person, in the order of the queue."""
    return list(_segment(actor, Segment.WAITING).order_by("created_at", "pk").values_list("pk", flat=True)[:500])


def list_for_entities(guids: Iterable[str], *, limit: int = 50) -> list[Proposal]:
    """Proposals that would change one of these entities, newest first, with changes."""
    rows = Proposal.objects.filter(changes__guid__in=list(guids)).distinct().select_related("proposer", "decided_by")
    return list(rows.prefetch_related("changes").order_by("-created_at", "-pk")[:limit])


def count_open_by_classification() -> dict[str, int]:
    """Open proposals for each classification they speak of."""
    rows = ProposalChange.objects.filter(proposal__state=ProposalState.OPEN).values_list("classification")
    return dict(rows.annotate(proposals=Count("proposal", distinct=True)))


def list_targets(proposal: Proposal) -> list[Target]:
    """What a decision is about, one target for each database: a decider's scope must cover every one of them."""
    by_database: dict[str, set[str]] = {}
    for change in proposal.changes.all():
        by_database.setdefault(change.database, set()).add(change.classification)
    proposer = proposal.proposer.get_username()
    return [
        Target(database=database, classifications=frozenset(names), proposer=proposer)
        for database, names in sorted(by_database.items())
    ]


def list_eligible(proposal: Proposal) -> list[Actor]:
    """Everyone who may decide this proposal now. Computed on reading: rights that came or went count at once."""
    targets = list_targets(proposal)
    return [actor for actor in list_deciders() if all(may(actor, Action.DECIDE, target) for target in targets)]


def _segment(actor: Actor, segment: Segment) -> QuerySet[Proposal]:
    rows: QuerySet[Proposal] = Proposal.objects.all()
    if segment is Segment.MINE:
        return rows.filter(proposer__username=actor.username)
    if segment is Segment.DECIDED:
        return rows.exclude(state=ProposalState.OPEN)
    rows = rows.filter(state=ProposalState.OPEN)
    return rows if segment is Segment.OPEN else _decidable(rows, actor)


def _decidable(rows: QuerySet[Proposal], actor: Actor) -> QuerySet[Proposal]:
    """What `accounts.policy` lets this actor decide, as a query: the same rule, proved equal by a test."""
    if actor.token_kind is TokenKind.SERVICE or actor.role not in {Role.STEWARD, Role.ADMINISTRATOR}:
        return rows.none()
    rows = rows.exclude(proposer__username=actor.username)
    if actor.role is Role.ADMINISTRATOR:
        return rows
    covered = Q(pk__in=[])
    for scope in actor.scopes:
        part = Q()
        if scope.database:
            part &= Q(database=scope.database)
        if scope.classification:
            part &= Q(classification=scope.classification)
        covered |= part if part else Q(pk__isnull=False)
    outside = ProposalChange.objects.filter(proposal__state=ProposalState.OPEN).exclude(covered)
    return rows.exclude(pk__in=outside.values("proposal"))


def _page(rows: QuerySet[Proposal], kind: str, *, order: str, cursor: str | None, limit: int) -> Page[QueueRow]:
    """Keyset paging by a time (with "-" newest first), then by id."""
    total = rows.count()
    field, sign, word = order.lstrip("-"), order[: -len(order.lstrip("-"))], "lt" if order.startswith("-") else "gt"
    key = decode_cursor(kind, cursor)
    if key is not None:
        at, pk = datetime.fromisoformat(key[0]), int(key[1])
        rows = rows.filter(Q(**{f"{field}__{word}": at}) | Q(**{field: at, f"pk__{word}": pk}))
    ids = list(rows.order_by(order, f"{sign}pk").values_list("pk", flat=True)[: limit + 1])
    found = _load(ids[:limit])
    cut = found[-1] if found and len(ids) > limit else None
    return Page(
        results=_queue_rows(found),
        total=total,
        next=encode_cursor(kind, [getattr(cut, field).isoformat(), cut.pk]) if cut else None,
    )


def _load(ids: Sequence[int]) -> list[Proposal]:
    first = Prefetch("changes", ProposalChange.objects.order_by("pk")[:NAMED], to_attr="first_changes")
    rows = Proposal.objects.filter(pk__in=ids).select_related("proposer", "decided_by").prefetch_related(first)
    by_id = {row.pk: row for row in rows.annotate(change_count=Count("changes"))}
    return [by_id[pk] for pk in ids if pk in by_id]


def _queue_rows(proposals: Sequence[Proposal]) -> list[QueueRow]:
    changes = {proposal.pk: list(getattr(proposal, "first_changes", ())) for proposal in proposals}
    places = places_of(change.guid for some in changes.values() for change in some)
    return [_row(proposal, changes[proposal.pk], places) for proposal in proposals]


def _row(proposal: Proposal, changes: Sequence[ProposalChange], places: dict[str, Place]) -> QueueRow:
    named = list(dict.fromkeys(places[change.guid] for change in changes))
    total = int(getattr(proposal, "change_count", len(changes)))
    actions = tuple(dict.fromkeys(change.action for change in changes))
    classifications = tuple(dict.fromkeys(change.classification for change in changes))
    wheres = list(dict.fromkeys(place.where for place in named if place.where))
    return QueueRow(
        proposal=proposal,
        title=title(actions, classifications, named, total=total),
        what=short(named, total=total),
        where=", ".join(wheres[:2]),
        actions=actions,
        classifications=classifications,
        changes=total,
        first_changes=changes,
    )
