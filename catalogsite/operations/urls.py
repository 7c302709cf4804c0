"""Addresses of status, trace and health."""

from django.urls import URLPattern, URLResolver, path

from catalogsite.operations import views

app_name = "operations"
urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", views.healthz, name="healthz"),
    path("status", views.status_page, name="status-page"),
    path("status/results/", views.status_results, name="status-results"),
    path("status/compare", views.status_compare, name="status-compare"),
    path("trace", views.trace_page, name="trace-page"),
    path("home/waiting/", views.home_waiting, name="home-waiting"),
]
