"""Addresses of the entity page. The lineage page of an entity belongs to the lineage slice."""

from django.urls import path

from discovery.entities import views

urlpatterns = [
    path("entity/<str:guid>", views.entity_page, name="entity-page"),
    path("entity/<str:guid>/columns/panel/", views.columns_panel, name="entity-columns"),
    path("entity/<str:guid>/tags/panel/", views.tags_panel, name="entity-tags"),
    path("entity/<str:guid>/visit", views.visit_record, name="entity-visit"),
]
