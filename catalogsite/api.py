"""The REST API under /api/v1/: each slice's endpoints put together."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
