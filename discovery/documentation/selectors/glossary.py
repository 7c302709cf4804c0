"""Reading the glossary: its tree, a term's relations, and where a term is assigned."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Case, Count, Q, When
from django.utils.translation import gettext_lazy as _

from catalogsite.common.errors import NotFound
from discovery.atlas.models import Entity, Relationship
from discovery.atlas.selectors.terms import ASSIGNMENT
from discovery.documentation.types import Branch, RelatedTerms, TermRow, Tree

CATEGORIZATION = "AtlasGlossaryTermCategorization"
HIERARCHY = "AtlasGlossaryCategoryHierarchyLink"
CATEGORY = "AtlasGlossaryCategory"
RELATIONS = {
    "AtlasGlossarySynonym": (_("Also called"), _("Also called")),
    "AtlasGlossaryPreferredTerm": (_("Preferred to"), _("Say instead")),
    "AtlasGlossaryReplacementTerm": (_("Replaced by"), _("Replaces")),
    "AtlasGlossaryTranslation": (_("Translations"), _("Translations")),
    "AtlasGlossaryAntonym": (_("Not to be confused"), _("Not to be confused")),
    "AtlasGlossaryIsARelationship": (_("Kinds of it"), _("Is a kind of")),
    "AtlasGlossaryValidValue": (_("Is a value of"), _("Valid values")),
    "AtlasGlossaryRelatedTerm": (_("See also"), _("See also")),
}
"""Relationship type → words when the term stands at end 1, at end 2 (apache/atlas 0011-glossary_model.json)."""
_ACTIVE = Entity.Status.ACTIVE
MOST_ASSIGNED = 200


@dataclass(frozen=True, slots=True)
class Assigned:
    """Where a term is used: at most 200 entities, columns first, and how many there are of each kind."""

    entities: Sequence[Entity]
    columns: int
    others: int


def get_term(guid: str) -> Entity:
    """The term, ACTIVE or DELETED, with its glossary. Raises NotFound, also for an entity that is no term."""
    term = Entity.objects.select_related("parent").filter(guid=guid, kind=Entity.Kind.TERM).first()
    if term is None:
        raise NotFound("There is no term with this guid.", details={"guid": guid})
    return term


def glossary_tree(*, q: str = "", current: str = "") -> Tree:
    """Glossaries with categories and terms; `q` keeps the terms whose name holds it. Four queries."""
    nodes = list(Entity.objects.filter(kind=Entity.Kind.GLOSSARY, status=_ACTIVE).order_by("name", "guid"))
    terms = list(
        Entity.objects.filter(kind=Entity.Kind.TERM, status=_ACTIVE)
        .only("pk", "guid", "name", "display_name", "qualified_name", "parent_id")
        .order_by("name", "guid")
    )
    links = list(
        Relationship.objects.filter(type_name__in=[CATEGORIZATION, HIERARCHY], status=_ACTIVE).values_list(
            "type_name", "end1_id", "end2_id"
        )
    )
    used = _uses()
    kept = [term for term in terms if q.casefold() in term.title.casefold()]
    rows = {
        term.pk: TermRow(term.guid, term.title, used.get(term.pk, 0), is_current=term.guid == current) for term in kept
    }
    growing = _Growing(nodes, kept, links, rows, is_filtered=bool(q))
    return Tree(branches=growing.roots(), total=len(terms), shown=len(kept))


def _uses() -> dict[int, int]:
    rows = Relationship.objects.filter(type_name=ASSIGNMENT, status=_ACTIVE, end2__status=_ACTIVE)
    return dict(rows.values_list("end1_id").annotate(n=Count("pk")))


class _Growing:
    """Puts the tree together: glossary, its categories by hierarchy, their terms; terms in no category at the end."""

    def __init__(
        self,
        nodes: Sequence[Entity],
        terms: Sequence[Entity],
        links: Iterable[tuple[str, int, int]],
        rows: Mapping[int, TermRow],
        *,
        is_filtered: bool,
    ) -> None:
        self.rows = rows
        self.is_filtered = is_filtered
        self.glossaries = [node for node in nodes if node.type_name != CATEGORY]
        self.categories = {node.pk: node for node in nodes if node.type_name == CATEGORY}
        self.children: dict[int, list[int]] = defaultdict(list)
        self.terms: dict[int, list[int]] = defaultdict(list)
        placed, below = set(), set()
        known = {term.pk for term in terms}
        for type_name, parent, child in links:
            if type_name == HIERARCHY and child in self.categories:
                self.children[parent].append(child)
                below.add(child)
            elif child in known and parent in self.categories:
                self.terms[parent].append(child)
                placed.add(child)
        for term in terms:
            if term.pk not in placed and term.parent_id:
                self.terms[term.parent_id].append(term.pk)
        for category in self.categories.values():
            if category.pk not in below and category.parent_id:
                self.children[category.parent_id].append(category.pk)
        self.order = {term.pk: place for place, term in enumerate(terms)}

    def roots(self) -> list[Branch]:
        return [branch for node in self.glossaries if (branch := self.grow(node, frozenset())) is not None]

    def grow(self, node: Entity, above: frozenset[int]) -> Branch | None:
        """A branch; None for one that a filter leaves empty. A category inside itself is left out."""
        ids = sorted(set(self.terms[node.pk]), key=lambda pk: self.order[pk])
        rows = [self.rows[pk] for pk in ids]
        above |= {node.pk}
        children = [self.categories[pk] for pk in self.children[node.pk] if pk not in above]
        branches = [branch for child in children if (branch := self.grow(child, above)) is not None]
        if self.is_filtered and not rows and not branches:
            return None
        is_open = self.is_filtered or any(row.is_current for row in rows) or any(one.is_open for one in branches)
        count = len(rows) + sum(branch.count for branch in branches)
        return Branch(guid=node.guid, name=node.title, count=count, terms=rows, branches=branches, is_open=is_open)


def related_terms(term: Entity) -> list[RelatedTerms]:
    """Terms that stand in a relation to this one, grouped by the relation's words. One query."""
    rows = Relationship.objects.filter(
        Q(end1=term) | Q(end2=term), type_name__in=list(RELATIONS), status=_ACTIVE
    ).select_related("end1", "end2")
    found: dict[str, dict[str, str]] = {}
    for row in rows.order_by("type_name", "pk"):
        is_first = row.end1_id == term.pk
        other = row.end2 if is_first else row.end1
        if other.status == _ACTIVE:
            label = str(RELATIONS[row.type_name][0 if is_first else 1])
            found.setdefault(label, {})[other.guid] = other.title
    return [RelatedTerms(label, tuple(terms.items())) for label, terms in found.items()]


def categories_of(term: Entity) -> list[str]:
    """Names of the categories a term is in."""
    rows = Relationship.objects.filter(type_name=CATEGORIZATION, end2=term, status=_ACTIVE, end1__status=_ACTIVE)
    return list(rows.order_by("end1__name").values_list("end1__name", flat=True))


def namesakes_of(term: Entity) -> list[Entity]:
    """Other ACTIVE terms of the same name, with their glossary."""
    rows = Entity.objects.filter(kind=Entity.Kind.TERM, status=_ACTIVE, name__iexact=term.name)
    return list(rows.exclude(pk=term.pk).select_related("parent").order_by("qualified_name")[:10])


def assigned_to(term: Entity) -> Assigned:
    """ACTIVE entities the term is assigned to. Two queries."""
    edges = Relationship.objects.filter(type_name=ASSIGNMENT, status=_ACTIVE, end1=term).values("end2")
    rows = Entity.objects.filter(pk__in=edges, status=_ACTIVE)
    is_column = Q(kind=Entity.Kind.COLUMN)
    counts = rows.aggregate(columns=Count("pk", filter=is_column), others=Count("pk", filter=~is_column))
    found = rows.select_related("parent__parent").order_by(
        Case(When(is_column, then=0), default=1), "database", "parent__name", "name", "guid"
    )
    return Assigned(entities=list(found[:MOST_ASSIGNED]), **counts)
