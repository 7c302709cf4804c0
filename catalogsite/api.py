"""The REST API under /api/v1/: each slice's endpoints put together."""

from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularJSONAPIView

from discovery.documentation import api as documentation_api
from discovery.entities import api as entities_api
from discovery.lineage import api as lineage_api
from discovery.search import api as search_api
from governance.classification import api as classification_api
from governance.coverage import api as coverage_api
from governance.ranger import api as ranger_api
from workflows.events import api as events_api
from workflows.reactions import api as reactions_api

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("catalogsite.operations.api")),
    *events_api.urlpatterns,
    *reactions_api.urlpatterns,
    *entities_api.urlpatterns,
    *documentation_api.urlpatterns,
    *lineage_api.urlpatterns,
    *classification_api.urlpatterns,
    *coverage_api.urlpatterns,
    *ranger_api.urlpatterns,
    *search_api.urlpatterns,
    path("openapi.json", SpectacularJSONAPIView.as_view(), name="api-schema"),
]
