"""Addresses of coverage."""

from django.urls import path

from governance.coverage import views

urlpatterns = [
    path("coverage", views.coverage_page, name="coverage-page"),
    path("coverage/list", views.coverage_list, name="coverage-list"),
    path("coverage/csv", views.coverage_csv, name="coverage-csv"),
]
