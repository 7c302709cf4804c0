"""Validity periods of classifications: "yyyy/MM/dd HH:mm:ss" and a zone (apache/atlas intg TimeBoundary). Pure."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from catalogsite.common.errors import InvalidInput
from discovery.atlas.backends.embedded.shapes import check_objects

FORMAT = "%Y/%m/%d %H:%M:%S"


def checked(periods: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The periods as they are stored. Raises InvalidInput naming the field of the first one that is wrong."""
    check_objects(periods, "validityPeriods")
    return [_checked(period, f"validityPeriods.{number}") for number, period in enumerate(periods)]


def _checked(period: Mapping[str, Any], place: str) -> dict[str, Any]:
    zone = _zone(period.get("timeZone"), place)
    start = _moment(period.get("startTime"), zone, f"{place}.startTime")
    end = _moment(period.get("endTime"), zone, f"{place}.endTime")
    if start and end and start >= end:
        raise _wrong(f"{place}.endTime", "ends before it starts")
    return {name: period[name] for name in ("startTime", "endTime", "timeZone") if period.get(name)}


def _zone(name: Any, place: str) -> ZoneInfo:
    try:
        return ZoneInfo(str(name)) if name else ZoneInfo("UTC")
    except (ZoneInfoNotFoundError, ValueError, IsADirectoryError) as error:
        raise _wrong(f"{place}.timeZone", f"{name} is no time zone") from error


def _moment(text: Any, zone: ZoneInfo, place: str) -> datetime | None:
    if not text:
        return None
    try:
        return datetime.strptime(str(text), FORMAT).replace(tzinfo=zone)
    except ValueError as error:
        raise _wrong(place, f"{text} is no moment like 2026/01/31 00:00:00") from error


def _wrong(field: str, problem: str) -> InvalidInput:
    return InvalidInput(f"{field}: {problem}", details={"errorCode": "400-01A", "field": field})
