"""Addresses of discovery: each slice's pages put together under one namespace."""

from django.urls import URLPattern, URLResolver

from discovery.documentation import urls as documentation_urls
from discovery.entities import urls as entities_urls
from discovery.lineage import urls as lineage_urls
from discovery.search import urls as search_urls

app_name = "discovery"
urlpatterns: list[URLPattern | URLResolver] = [
    *lineage_urls.urlpatterns,
    *documentation_urls.urlpatterns,
    *entities_urls.urlpatterns,
    *search_urls.urlpatterns,
]
