"""The entity page, its fragments, and the note that somebody opened it."""

from discovery.entities.views.page import columns_panel, entity_page, tags_panel, visit_record

__all__ = ["columns_panel", "entity_page", "tags_panel", "visit_record"]
