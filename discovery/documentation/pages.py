"""What the glossary pages show: the tree on the left, a term or the start on the right."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from catalogsite.accounts.policy import Action, may
from catalogsite.accounts.types import Actor
from catalogsite.common.ui import Fact, Link
from discovery.atlas.models import Entity
from discovery.atlas.selectors import TermView, terms_of
from discovery.documentation.plain import first_words
from discovery.documentation.reading import Reading, build_reading
from discovery.documentation.selectors import text_history
from discovery.documentation.selectors.glossary import (
    assigned_to,
    categories_of,
    glossary_tree,
    namesakes_of,
    related_terms,
)
from discovery.documentation.types import RelatedTerms, Tree


@dataclass(frozen=True, slots=True)
class UseRow:
    """One entity that carries the term. `place` is what stands before its name, with a dot."""

    guid: str
    kind: str
    type_name: str
    place: str
    name: str
    words: str
    owner: str
    href: str


@dataclass(frozen=True, slots=True)
class GlossaryPage:
    tree: Tree
    q: str


@dataclass(frozen=True, slots=True)
class TermPage:
    tree: Tree
    q: str
    term: Entity
    guid: str
    title: str
    crumbs: Sequence[Link]
    reading: Reading
    rows: Sequence[UseRow]
    columns: int
    others: int
    related: Sequence[RelatedTerms]
    namesakes: Sequence[Entity]
    facts: Sequence[Fact]
    may_edit: bool
    history_href: str

    @property
    def uses(self) -> int:
        return self.columns + self.others


@dataclass(frozen=True, slots=True)
class AssignPage:
    """Terms to choose from for one entity; `assigned` are those it carries."""

    entity: Entity
    back_href: str
    tree: Tree
    q: str
    assigned: Sequence[TermView]
    assigned_guids: frozenset[str]


def build_term(term: Entity, *, actor: Actor, q: str = "") -> TermPage:
    assigned = assigned_to(term)
    may_edit = term.status == Entity.Status.ACTIVE and may(actor, Action.EDIT_TEXT)
    glossary = reverse("discovery:glossary-page")
    crumbs = [Link(term.parent.title if term.parent else _("Glossary"), glossary)]
    crumbs += [Link(name, glossary) for name in categories_of(term)[:1]]
    return TermPage(
        tree=glossary_tree(q=q, current=term.guid),
        q=q,
        term=term,
        guid=term.guid,
        title=term.title,
        crumbs=[*crumbs, Link(term.title, "", is_current=True)],
        reading=build_reading(term, text_history(term), may_edit=may_edit),
        rows=[_use(entity) for entity in assigned.entities],
        columns=assigned.columns,
        others=assigned.others,
        related=related_terms(term),
        namesakes=namesakes_of(term),
        facts=_facts(term),
        may_edit=may_edit,
        history_href=f"{reverse('discovery:entity-page', args=[term.guid])}?tab=history",
    )


def build_assign(entity: Entity, *, q: str, back_href: str) -> AssignPage:
    assigned = terms_of([entity.guid]).get(entity.guid, [])
    return AssignPage(
        entity=entity,
        back_href=back_href,
        tree=glossary_tree(q=q),
        q=q,
        assigned=assigned,
        assigned_guids=frozenset(term.guid for term in assigned),
    )


def _use(entity: Entity) -> UseRow:
    above: list[str] = []
    parent = entity.parent
    while parent is not None and len(above) < 2:
        above.append(parent.title)
        parent = parent.parent
    return UseRow(
        guid=entity.guid,
        kind=entity.kind,
        type_name=entity.type_name,
        place=".".join(reversed(above)),
        name=entity.title,
        words=first_words(entity.text, limit=120),
        owner=", ".join(entity.owners),
        href=reverse("discovery:entity-page", args=[entity.guid]),
    )


def _facts(term: Entity) -> list[Fact]:
    labels = {"abbreviation": _("Short form"), "usage": _("Use it for"), "examples": _("Examples")}
    found = []
    for name, label in labels.items():
        value = term.attributes.get(name)
        if value:
            found.append(Fact(label, ", ".join(map(str, value)) if isinstance(value, list) else str(value)))
    return found
