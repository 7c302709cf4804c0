"""Spans of days, read from a query string. Pure."""

from collections.abc import Mapping
from datetime import date, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from catalogsite.common.errors import InvalidInput

DAYS = {"30d": 30, "90d": 90, "1y": 365}
LONGEST = 3_660


def read_zone(name: str) -> ZoneInfo:
    """A time zone by its name; "" is UTC."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidInput("tz must be a time zone such as Europe/Warsaw.", details={"field": "tz"}) from error


def read_span(params: Mapping[str, str], *, today: date, days: int = 90) -> tuple[date, date]:
    """`from` and `to`, both days included; without them the last `days` days."""
    until = _read_day(params, "to") or today
    since = _read_day(params, "from") or until - timedelta(days=days - 1)
    if since > until:
        raise InvalidInput("from must not be after to.", details={"field": "from"})
    if (until - since).days > LONGEST:
        raise InvalidInput("A span may hold ten years at most.", details={"field": "from"})
    return since, until


def _read_day(params: Mapping[str, str], name: str) -> date | None:
    raw = params.get(name)
    if not raw:
        return None
    try:
        return date.fromisoformat(raw)
    except ValueError as error:
        raise InvalidInput(f"{name} must be a day such as 2026-06-25.", details={"field": name}) from error
