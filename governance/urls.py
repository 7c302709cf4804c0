"""Addresses of governance: each slice's pages put together under one namespace."""

from django.urls import URLPattern, URLResolver

from governance.classification import urls as classification_urls
from governance.coverage import urls as coverage_urls
from governance.ranger import urls as ranger_urls

app_name = "governance"
urlpatterns: list[URLPattern | URLResolver] = [
    *classification_urls.urlpatterns,
    *coverage_urls.urlpatterns,
    *ranger_urls.urlpatterns,
]
