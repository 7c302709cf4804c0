"""The one place that asks what time it is, so that a test can set it."""

from datetime import UTC, datetime


def now() -> datetime:
    """The current instant, aware, UTC."""
    return datetime.now(UTC)


def now_ms() -> int:
    """The current instant as Atlas counts it: milliseconds since 1970, UTC."""
    return to_ms(now())


def to_ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def from_ms(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
