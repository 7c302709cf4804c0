"""Reading texts and their revisions.

The authority holds the text; revisions tell how it came about. Where the two differ, somebody wrote to the authority
directly: that text counts as one more revision, which is stored as soon as the next one follows.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import BooleanField, Case, ExpressionWrapper, JSONField, Max, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Concat, JSONObject

from catalogsite.accounts.selectors import display_names
from catalogsite.common import clock
from catalogsite.common.errors import NotFound
from catalogsite.common.pagination import Page, decode_cursor, encode_cursor
from discovery.atlas.models import Entity
from discovery.atlas.selectors import type_registry
from discovery.documentation.models import TextRevision
from discovery.documentation.types import Author, Documentation, TextHistory

WRITTEN_ELSEWHERE = "ingest:atlas"
"""Origin of a text that came straight through the authority."""
_ATTRIBUTES = ("userDescription", "longDescription", "description")


def text_attribute(type_name: str) -> str:
    """The attribute that holds a person's words; "" for a type that has none. Glossary terms have `longDescription`."""
    attributes = type_registry().get_entity_type(type_name).attributes
    return next((name for name in _ATTRIBUTES if name in attributes), "")


def own_text(entity: Entity) -> str:
    """What a person says of an entity; "" while only its source speaks."""
    if entity.user_description:
        return entity.user_description
    attribute = text_attribute(entity.type_name)
    return "" if attribute == "userDescription" else str(entity.attributes.get(attribute) or "")


def documentation_of(guids: Iterable[str]) -> dict[str, Documentation]:
    """Text, revision, author and time for each guid, also for those nobody wrote about. Two queries."""
    wanted = list(dict.fromkeys(guids))
    entities = list(Entity.objects.filter(guid__in=wanted))
    return {guid: Documentation(guid=guid) for guid in wanted} | documentation_of_entities(entities)


def documentation_of_entities(entities: Sequence[Entity]) -> dict[str, Documentation]:
    """The same for entities that are at hand. One query."""
    newest = TextRevision.objects.filter(guid__in=[entity.guid for entity in entities])
    last = newest.values("guid").annotate(last=Max("pk")).values("last")
    rows = {row.guid: row for row in TextRevision.objects.filter(pk__in=last)}
    found = {}
    for entity in entities:
        row, text = rows.get(entity.guid), own_text(entity)
        is_recorded = row is not None and row.text == text
        found[entity.guid] = _documentation(entity, text, row, is_recorded=is_recorded)
    return found


def _documentation(entity: Entity, text: str, row: TextRevision | None, *, is_recorded: bool) -> Documentation:
    if row is not None and is_recorded:
        return Documentation(
            guid=entity.guid, revision=row.revision, origin=row.origin, at=row.at, by=row.by, text=text
        )
    if row is None and not text:
        return Documentation(guid=entity.guid)
    return Documentation(
        guid=entity.guid,
        revision=(row.revision if row else 0) + 1,
        origin=WRITTEN_ELSEWHERE,
        at=clock.from_ms(entity.updated_ms),
        by=entity.updated_by,
        text=text,
    )


def list_revisions(guid: str, *, limit: int = 50, cursor: str | None = None) -> Page[TextRevision]:
    """Stored revisions, newest first."""
    rows = TextRevision.objects.filter(guid=guid)
    total = rows.count()
    if key := decode_cursor("revisions", cursor):
        rows = rows.filter(revision__lt=key[0])
    found = list(rows.order_by("-revision")[: limit + 1])
    more = len(found) > limit
    found = found[:limit]
    following = encode_cursor("revisions", [found[-1].revision]) if more and found else None
    return Page(results=found, total=total, next=following)


def find_revision(guid: str, revision: int) -> TextRevision | None:
    return TextRevision.objects.filter(guid=guid, revision=revision).first()


def get_revision(guid: str, revision: int) -> TextRevision:
    """Raises NotFound when this entity has no such revision."""
    row = find_revision(guid, revision)
    if row is None:
        raise NotFound(f"There is no revision {revision} of this text.", details={"guid": guid, "revision": revision})
    return row


def text_history(entity: Entity) -> TextHistory:
    """The text, who wrote it, how many revisions there are and by whom. One query."""
    person = get_user_model().objects.filter(username=OuterRef("by"))
    text = own_text(entity)
    stands = ExpressionWrapper(Q(text=text), output_field=BooleanField())
    rows = list(
        TextRevision.objects.filter(guid=entity.guid)
        .defer("text")
        .annotate(name=Subquery(person.values(full=Concat("first_name", Value(" "), "last_name"))), stands=stands)
        .order_by("-revision")
    )
    newest = rows[0] if rows else None
    current = _documentation(entity, text, newest, is_recorded=bool(newest and newest.stands))
    names = {row.by: (row.name or "").strip() or row.by for row in rows}
    counts = Counter(row.by for row in rows if row.origin == "human")
    return TextHistory(
        current=current,
        by_name=names.get(current.by) or _full_name(current.by),
        revisions=current.revision,
        authors=[Author(by, names[by], count) for by, count in counts.most_common()],
    )


def texts_of_revisions(guid: str, *, limit: int = 200) -> list[TextRevision]:
    """The newest revisions with their texts, newest first."""
    return list(TextRevision.objects.filter(guid=guid).order_by("-revision")[:limit])


def last_revision() -> Subquery:
    """The newest revision of each entity of a query, without its text, as one JSON value for `history_of`."""
    person = get_user_model().objects.filter(username=OuterRef("by"))
    stands = Case(When(text=OuterRef("user_description"), then=Value(1)), default=Value(0))
    rows = TextRevision.objects.filter(guid=OuterRef("guid")).annotate(
        stands=stands, name=Subquery(person.values(full=Concat("first_name", Value(" "), "last_name")))
    )
    fields = JSONObject(revision="revision", by="by", at="at", origin="origin", stands="stands", name="name")
    return Subquery(rows.order_by("-revision").values(json=fields)[:1], output_field=JSONField())


def history_of(entity: Entity) -> TextHistory | None:
    """What the trust line says, of an entity that was read with `last_revision`; None when it cannot be told so."""
    text = own_text(entity)
    if text != entity.user_description:
        return None
    last: dict[str, Any] | None = getattr(entity, "last_revision", None)
    row = None
    if last:
        at = datetime.fromisoformat(last["at"])
        moment = at if at.tzinfo else at.replace(tzinfo=UTC)
        row = TextRevision(revision=last["revision"], by=last["by"], at=moment, origin=last["origin"])
    current = _documentation(entity, text, row, is_recorded=bool(last and last["stands"]))
    name = str((last or {}).get("name") or "").strip() or current.by
    is_ours = row is not None and current.by == row.by
    authors = [Author(current.by, name, 0)] if current.origin == "human" else []
    return TextHistory(
        current=current,
        by_name=name if is_ours else _full_name(current.by),
        revisions=current.revision,
        authors=authors,
    )


def _full_name(username: str) -> str:
    """Asked only for texts that came by another door: their author stands on the entity alone."""
    return display_names({username})[username] if username else ""
