"""Addresses of status, trace and health."""

from django.urls import URLPattern, URLResolver, path

from catalogsite.operations import views

app_name = "operations"
urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", views.healthz, name="healthz"),
]
