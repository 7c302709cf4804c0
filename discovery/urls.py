"""Addresses of discovery: each slice's pages put together under one namespace."""

from django.urls import URLPattern, URLResolver

from discovery.lineage import urls as lineage_urls

app_name = "discovery"
urlpatterns: list[URLPattern | URLResolver] = [
    *lineage_urls.urlpatterns,
]
