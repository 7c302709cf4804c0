"""Reading how the road of data is: all of it, or for one entity."""

from catalogsite.operations.selectors.status import Status, get_status
from catalogsite.operations.selectors.trace import find_guid, get_trace

__all__ = ["Status", "find_guid", "get_status", "get_trace"]
