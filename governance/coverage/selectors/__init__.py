"""Reading coverage: counts by group, the course of days, and what to document next."""

from governance.coverage.selectors.counting import GROUPS, Group, count_all, count_shells, list_groups, whole_of
from governance.coverage.selectors.days import Point, list_edits, list_points
from governance.coverage.selectors.lists import LISTS, ListedEntity, list_entities
from governance.coverage.selectors.worklist import WorkItem, list_next

__all__ = [
    "GROUPS",
    "LISTS",
    "Group",
    "ListedEntity",
    "Point",
    "WorkItem",
    "count_all",
    "count_shells",
    "list_edits",
    "list_entities",
    "list_groups",
    "list_next",
    "list_points",
    "whole_of",
]
