"""Addresses of status, trace and health."""

from django.urls import URLPattern, URLResolver

app_name = "operations"
urlpatterns: list[URLPattern | URLResolver] = []
