"""GraphQL: the schema put together from the slices' parts, its limits, and the view that answers it at /graphql."""

import json
from collections.abc import Sequence
from typing import Any

import graphene
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from graphene_django.views import GraphQLView, HttpError
from graphql import (
    ExecutionResult,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    InlineFragmentNode,
    OperationDefinitionNode,
    parse,
    validate,
)
from graphql.language.ast import SelectionSetNode
from graphql.validation import ValidationRule

from catalogsite.accounts.api import actor_of_token
from catalogsite.accounts.policy import Action, require
from catalogsite.accounts.selectors import current_actor
from catalogsite.common.errors import CatalogError, NotAllowed
from discovery.atlas import schema as atlas
from discovery.documentation import schema as documentation
from discovery.lineage import schema as lineage
from discovery.search import schema as search
from governance.classification import schema as classification
from governance.coverage import schema as coverage

DEEPEST = 12
"""Levels of fields below the operation, fragments expanded."""
MOST_FIELDS_PER_LEVEL = 30
"""Aliased repetitions of one field in one selection, and root fields of one operation."""
MOST_FIELDS = 500
"""Fields of one request, fragments expanded."""


class Query(atlas.Query, search.Query, lineage.Query, classification.Query, coverage.Query, graphene.ObjectType):
    """Everything that can be asked."""


class Mutation(documentation.Mutation, classification.Mutation, graphene.ObjectType):
    """Everything that can be done."""


schema = graphene.Schema(query=Query, mutation=Mutation)


class Limits(ValidationRule):
    """Refuses a request that is too deep, asks for too many fields, or repeats one field under many aliases.

    It is looked at before the other rules: some of those take long for exactly such requests.
    """

    def enter_operation_definition(self, node: OperationDefinitionNode, *_: Any) -> None:
        if len(node.selection_set.selections) > MOST_FIELDS_PER_LEVEL:
            self.report_error(GraphQLError(f"At most {MOST_FIELDS_PER_LEVEL} fields at the top.", [node]))
        fields, depth = self._measure(node.selection_set, within=frozenset())
        if fields > MOST_FIELDS:
            self.report_error(GraphQLError(f"At most {MOST_FIELDS} fields in one request.", [node]))
        if depth > DEEPEST:
            self.report_error(GraphQLError(f"At most {DEEPEST} levels of fields.", [node]))

    def enter_selection_set(self, node: SelectionSetNode, *_: Any) -> None:
        names = [each.name.value for each in node.selections if isinstance(each, FieldNode)]
        if names and max(names.count(name) for name in set(names)) > MOST_FIELDS_PER_LEVEL:
            self.report_error(GraphQLError(f"At most {MOST_FIELDS_PER_LEVEL} aliases of one field.", [node]))

    def _measure(
        self, selection: SelectionSetNode | None, *, within: frozenset[str], level: int = 0
    ) -> tuple[int, int]:
        """Fields and levels below, fragments expanded; one inside itself is left to the rule about cycles."""
        fields, depth = 0, level
        for each in selection.selections if selection else ():
            if isinstance(each, FragmentSpreadNode):
                name = each.name.value
                fragment: FragmentDefinitionNode | None = self.context.get_fragment(name)
                if fragment is None or name in within:
                    continue
                found = self._measure(fragment.selection_set, within=within | {name}, level=level)
            elif isinstance(each, FieldNode):
                below = self._measure(each.selection_set, within=within, level=level + 1)
                found = (below[0] + (not each.name.value.startswith("__")), below[1])
            elif isinstance(each, InlineFragmentNode):
                found = self._measure(each.selection_set, within=within, level=level)
            else:
                continue
            fields, depth = fields + found[0], max(depth, found[1])
            if fields > MOST_FIELDS or depth > DEEPEST:
                break
        return fields, depth


@method_decorator(csrf_exempt, name="dispatch")
class GraphQLEndpoint(GraphQLView):
    """POST with JSON, or GET for queries only. A session needs its CSRF token, a bearer token does not.

    Exempt from the middleware only so that the check can depend on how the caller signed in; `_sign_in` makes it.
    """

    def __init__(self) -> None:
        super().__init__(schema=schema, graphiql=False)

    def execute_graphql_request(self, request: HttpRequest, data: Any, query: Any, *args: Any, **kwargs: Any) -> Any:
        """Our limits first, then everything GraphQL itself demands of a request."""
        try:
            problems = validate(schema.graphql_schema, parse(query), [Limits]) if query else []
        except GraphQLError:
            problems = []
        if problems:
            return ExecutionResult(data=None, errors=problems)
        return super().execute_graphql_request(request, data, query, *args, **kwargs)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            self._sign_in(request)
        except CatalogError as error:
            return JsonResponse({"errors": [_formatted(error)]}, status=error.status)
        if request.method == "GET" and "query" not in request.GET:
            return query_page(request)
        response: HttpResponse = super().dispatch(request, *args, **kwargs)
        return response

    def parse_body(self, request: HttpRequest) -> Any:
        """JSON only: a form of another site cannot send it without asking the browser first."""
        if request.content_type != "application/json":
            if request.method == "GET":
                return {}
            raise HttpError(HttpResponse(status=415), "Send application/json.")
        try:
            body = json.loads(request.body)
        except ValueError as error:
            raise HttpError(HttpResponse(status=400), f"The body is no JSON: {error}.") from error
        if not isinstance(body, dict):
            raise HttpError(HttpResponse(status=400), "The body must be one JSON object.")
        if not isinstance(body.get("query"), str):
            raise HttpError(HttpResponse(status=400), "query must be a text.")
        return body

    @staticmethod
    def format_error(error: Any) -> Any:
        original = getattr(error, "original_error", None)
        if isinstance(original, CatalogError):
            return {**error.formatted, "extensions": _formatted(original)["extensions"]}
        if isinstance(error, GraphQLError) and original is None:
            return {**error.formatted, "extensions": {"code": "INVALID_QUERY", "details": {}}}
        if isinstance(error, HttpError):
            return {"message": error.message, "extensions": {"code": "INVALID_INPUT", "details": {}}}
        return {"message": "Something broke on our side.", "extensions": {"code": "ERROR", "details": {}}}

    @staticmethod
    def _sign_in(request: HttpRequest) -> None:
        found = actor_of_token(request.headers.get("Authorization", ""))
        if found is not None:
            request.user, request.actor = found  # type: ignore[attr-defined]
        actor = current_actor(request)
        if not actor.is_signed_in and settings.ANONYMOUS_READ:
            return
        require(actor, Action.READ)
        if found is None and request.method == "POST" and _csrf_problem(request):
            raise NotAllowed("The CSRF token is missing or wrong.", code="CSRF")


def _csrf_problem(request: HttpRequest) -> bool:
    check = CsrfViewMiddleware(lambda _: HttpResponse())
    check.process_request(request)
    return check.process_view(request, lambda: None, (), {}) is not None  # type: ignore[arg-type,return-value]


def _formatted(error: CatalogError) -> dict[str, Any]:
    return {"message": error.message, "extensions": {"code": error.error_code, "details": error.details}}


@ensure_csrf_cookie
def query_page(request: HttpRequest) -> HttpResponse:
    """A page to try queries on, made of our own form and script."""
    return render(request, "catalogsite/graphql.html", {"examples": EXAMPLES})


EXAMPLES: Sequence[tuple[str, str]] = (
    (
        "Search",
        """{
  search(q: "orders", first: 5) {
    totalCount
    facets { name values { value count } }
    edges {
      match { band fields columns }
      node { name typeName path owners classifications { typeName origin } }
    }
  }
}""",
    ),
    (
        "A table with its columns",
        """{
  entity(typeName: "hive_table", qualifiedName: "core.customers@prod") {
    name
    path
    description
    owners
    columnCount
    columns(first: 20) {
      name
      dataType
      classifications { typeName origin path }
    }
  }
}""",
    ),
    (
        "Open proposals",
        """{
  proposals(state: ["OPEN"], first: 10) {
    totalCount
    edges {
      node { number title reason proposer changes { guid action classification } }
    }
  }
}""",
    ),
)
