"""The one place that asks what time it is, so that a test or the demo's history can set it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

_fixed: ContextVar[datetime | None] = ContextVar("fixed_time", default=None)


def now() -> datetime:
    """The current instant, aware, UTC."""
    return _fixed.get() or datetime.now(UTC)


@contextmanager
def fixed_at(moment: datetime) -> Iterator[None]:
    """Inside, it is always `moment`, for this thread."""
    token = _fixed.set(moment)
    try:
        yield
    finally:
        _fixed.reset(token)


def now_ms() -> int:
    """The current instant as Atlas counts it: milliseconds since 1970, UTC."""
    return to_ms(now())


def to_ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def from_ms(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
