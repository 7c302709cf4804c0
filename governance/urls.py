"""Addresses of governance: each slice's pages put together under one namespace."""

from django.urls import URLPattern, URLResolver

app_name = "governance"
urlpatterns: list[URLPattern | URLResolver] = []
