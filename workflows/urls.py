"""Addresses of workflows: each slice's pages put together under one namespace."""

from django.urls import URLPattern, URLResolver

app_name = "workflows"
urlpatterns: list[URLPattern | URLResolver] = []
