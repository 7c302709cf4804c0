"""Addresses of workflows: each slice's pages put together under one namespace."""

from django.urls import URLPattern, URLResolver

from workflows.events import urls as events_urls
from workflows.notifications import urls as notifications_urls
from workflows.reactions import urls as reactions_urls

app_name = "workflows"
urlpatterns: list[URLPattern | URLResolver] = [
    *events_urls.urlpatterns,
    *reactions_urls.urlpatterns,
    *notifications_urls.urlpatterns,
]
