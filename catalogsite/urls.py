"""All addresses. Slices bring their own; this file only puts them together."""

from django.urls import include, path

from catalogsite.common import views as common_views
from catalogsite.schema import GraphQLEndpoint

urlpatterns = [
    path("", include("catalogsite.accounts.urls")),
    path("styleguide/", common_views.styleguide_page, name="styleguide"),
    path("help/", common_views.help_page, name="help"),
    path("favicon.ico", common_views.favicon, name="favicon"),
    path("", include("discovery.urls")),
    path("", include("governance.urls")),
    path("", include("workflows.urls")),
    path("", include("catalogsite.operations.urls")),
    path("api/v1/", include("catalogsite.api")),
    path("api/docs", common_views.api_docs_page, name="api-docs"),
    path("graphql", GraphQLEndpoint.as_view(), name="graphql"),
]
handler400 = common_views.bad_request
handler403 = common_views.forbidden
handler404 = common_views.not_found
handler500 = common_views.server_error
