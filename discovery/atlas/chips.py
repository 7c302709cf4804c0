"""Classifications as the chips that pages show. Pure: a classification and the type registry in, a Chip out."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from catalogsite.common.ui import Chip, ChipOrigin
from discovery.atlas.sensitivity import is_sensitive
from discovery.atlas.typesystem import TypeRegistry


class Classified(Protocol):
    """The part of a ClassificationView that a chip needs."""

    @property
    def type_name(self) -> str: ...
    @property
    def attributes(self) -> Mapping[str, Any] | None: ...
    @property
    def origin(self) -> str: ...
    @property
    def source_title(self) -> str: ...
    @property
    def source_path(self) -> Sequence[str]: ...
    @property
    def validity_periods(self) -> Sequence[Mapping[str, Any]]: ...


def chip_of(view: Classified, registry: TypeRegistry, *, at: datetime, href: str = "", is_short: bool = False) -> Chip:
    """A chip that tells the origin; `href` leads to where it comes from. A short one leaves attributes out."""
    origin = ChipOrigin.PROPAGATED if view.origin == "PROPAGATED" else ChipOrigin.DIRECT
    if not is_valid(view.validity_periods, at):
        origin = ChipOrigin.INACTIVE
    source = ""
    if view.origin == "PROPAGATED":
        source = ".".join([*view.source_path[1:], view.source_title])
    pairs = () if is_short else tuple((name, str(value)) for name, value in (view.attributes or {}).items() if value)
    return Chip(
        name=view.type_name,
        origin=origin,
        is_sensitive=is_sensitive_type(view.type_name, registry),
        source=source,
        href=href,
        attributes=pairs,
    )


def is_sensitive_type(name: str, registry: TypeRegistry) -> bool:
    """A classification type is sensitive when it, or one of its super types, is known as such."""
    definition = registry.classification_types.get(name)
    return is_sensitive({name, *(definition.all_super_types if definition else ())})


def is_valid(periods: Sequence[Mapping[str, Any]], at: datetime) -> bool:
    """True without periods, or inside one of them. Atlas writes them as "2026/01/31 00:00:00" with a time zone."""
    return not periods or any(_contains(period, at) for period in periods)


def _contains(period: Mapping[str, Any], at: datetime) -> bool:
    moment = f"{at:%Y/%m/%d %H:%M:%S}"
    start, end = str(period.get("startTime") or ""), str(period.get("endTime") or "")
    return (not start or start <= moment) and (not end or moment <= end)
