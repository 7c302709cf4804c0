"""Addresses of discovery: each slice's pages put together under one namespace."""

from django.urls import URLPattern, URLResolver

app_name = "discovery"
urlpatterns: list[URLPattern | URLResolver] = []
