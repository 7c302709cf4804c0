"""Home, the search page with its fragments, suggestions, and the CSV of what was found."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from catalogsite.accounts.selectors import current_actor
from catalogsite.accounts.types import Actor
from catalogsite.common.errors import NotFound
from catalogsite.common.spreadsheet import Cell, csv_response
from discovery.search.hits import suggestion_views
from discovery.search.home import build_home
from discovery.search.pages import build_page
from discovery.search.params import read_query
from discovery.search.selectors import find_entities, suggest
from discovery.search.types import SearchDocument, SearchQuery

CSV_HEADER = (
    "name", "qualifiedName", "typeName", "status", "path", "description", "owners", "classifications", "terms",
    "documented", "queries30d", "match", "guid",
)  # fmt: skip
_CSV_PAGE = 200
MOST_SUGGESTIONS = 8


@require_safe
def home_page(request: HttpRequest) -> HttpResponse:
    return render(request, "discovery/search/home.html", {"page": build_home(current_actor(request))})


@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    return render(request, "discovery/search/page.html", {"page": build_page(request)})


@require_safe
def search_results(request: HttpRequest) -> HttpResponse:
    """Fragment: the results alone."""
    return render(request, "discovery/search/_results.html", {"page": build_page(request)})


@require_safe
def search_why(request: HttpRequest) -> HttpResponse:
    """Fragment: why one hit of a page stands where it stands. Raises NotFound when it is no hit of that page."""
    page = build_page(request)
    if page.why is None:
        raise NotFound("This is not among the hits of that page.")
    return render(request, "discovery/search/_why.html", {"why": page.why})


@require_safe
def search_suggest(request: HttpRequest) -> HttpResponse:
    """Fragment: the listbox of suggestions below the box."""
    text = request.GET.get("q", "").strip()
    hits = suggest(text, actor=current_actor(request), limit=MOST_SUGGESTIONS) if text else ()
    context = {"text": text, "suggestions": suggestion_views(hits, text)}
    return render(request, "discovery/search/_suggestions.html", context)


@require_safe
def search_csv(request: HttpRequest) -> HttpResponseBase:
    """Every hit in order, as a table for spreadsheets."""
    query = read_query(request.GET, limit=_CSV_PAGE, with_facets=False)
    rows = _rows(query, current_actor(request))
    return csv_response(name="search.csv", header=CSV_HEADER, rows=rows)


def _rows(query: SearchQuery, actor: Actor) -> Iterator[tuple[Cell, ...]]:
    """The first page is asked for before the answer begins, so that a failure still is an error page."""
    found = find_entities(query, actor=actor)

    def all_pages() -> Iterator[tuple[Cell, ...]]:
        page = found
        while True:
            for hit in page.page.hits:
                yield _cells(hit.document, hit.match.band.name)
            if page.next is None:
                return
            page = find_entities(query, actor=actor, cursor=page.next)

    return all_pages()


def _cells(document: SearchDocument, band: str) -> tuple[Cell, ...]:
    return (
        document.name, document.qualified_name, document.type_name, document.status, ".".join(document.path),
        document.description, ", ".join(document.owners), ", ".join(document.own_classifications),
        ", ".join(document.terms), "yes" if document.is_documented else "no", document.queries_30d, band,
        document.guid,
    )  # fmt: skip
