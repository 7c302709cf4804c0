"""Addresses of the lineage pages."""

from django.urls import path

from discovery.lineage import views

urlpatterns = [
    path("entity/<str:guid>/lineage", views.lineage_page, name="lineage-page"),
    path("entity/<str:guid>/lineage/csv", views.lineage_csv, name="lineage-csv"),
    path("entity/<str:guid>/lineage/panel/", views.lineage_panel, name="lineage-panel"),
    path("entity/<str:guid>/lineage/overview/", views.lineage_overview, name="lineage-overview"),
]
