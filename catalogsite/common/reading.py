"""How the reader of the current request wants times: relative up to a week, or always absolute."""

from collections.abc import Callable
from contextvars import ContextVar

_absolute_times: ContextVar[Callable[[], bool]] = ContextVar("absolute_times", default=bool)


def choose_times(is_absolute: Callable[[], bool]) -> None:
    """Set once per request; asked only when a page shows a time."""
    _absolute_times.set(is_absolute)


def wants_absolute_times() -> bool:
    return _absolute_times.get()()
