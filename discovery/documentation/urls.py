"""Addresses of texts and of the glossary."""

from django.urls import path

from discovery.documentation.views import cells, descriptions, glossary

urlpatterns = [
    path("entity/<str:guid>/description", descriptions.description_edit, name="description-edit"),
    path("entity/<str:guid>/description/panel/", descriptions.description_panel, name="description-panel"),
    path("entity/<str:guid>/description/field/", descriptions.description_field, name="description-field"),
    path("entity/<str:guid>/description/preview/", descriptions.description_preview, name="description-preview"),
    path("entity/<str:guid>/description/cell/", cells.description_cell, name="description-cell"),
    path("entity/<str:guid>/description/text", descriptions.description_text, name="description-text"),
    path("entity/<str:guid>/revisions/<int:revision>/restore", descriptions.revision_restore, name="revision-restore"),
    path("entity/<str:guid>/terms/assign", glossary.term_assign, name="term-assign"),
    path("entity/<str:guid>/terms/unassign", glossary.term_unassign, name="term-unassign"),
    path("glossary", glossary.glossary_page, name="glossary-page"),
    path("glossary/<str:guid>", glossary.term_page, name="term-page"),
]
