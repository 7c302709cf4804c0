"""The type registry of this process, made from the stored typedefs and made anew when they change.

`Setup.types_version` moves with every change, whoever makes it. It is read at each call, but inside a web request only
once. It is a moment and no counter: a number that was rolled back never comes again with other types behind it.
"""

import time
from contextvars import ContextVar
from threading import Lock
from typing import Any

from django.core.signals import request_finished, request_started

from discovery.atlas.models import Setup, TypeDef
from discovery.atlas.typesystem import TypeRegistry

_lock = Lock()
_kept: tuple[int, TypeRegistry] | None = None
_in_request: ContextVar[bool] = ContextVar("in_request", default=False)
_of_request: ContextVar[TypeRegistry | None] = ContextVar("registry_of_request", default=None)


def type_registry() -> TypeRegistry:
    """All types as they are stored now."""
    pinned = _of_request.get()
    if pinned is not None:
        return pinned
    registry = _current()
    if _in_request.get():
        _of_request.set(registry)
    return registry


def types_changed() -> None:
    """Tells every process that typedefs changed. Call it in the transaction of the change."""
    setup, _ = Setup.objects.get_or_create(pk=1)
    Setup.objects.filter(pk=setup.pk).update(types_version=time.time_ns())
    forget_registry()


def forget_registry() -> None:
    """Makes the next call look at the tables."""
    global _kept
    with _lock:
        _kept = None
    _of_request.set(None)


def _current() -> TypeRegistry:
    global _kept
    version = Setup.objects.values_list("types_version", flat=True).first() or 0
    kept = _kept
    if kept is not None and kept[0] == version:
        return kept[1]
    registry = TypeRegistry.build(TypeDef.objects.order_by("id").values_list("definition", flat=True))
    with _lock:
        _kept = (version, registry)
    return registry


def _request_started(**_: Any) -> None:
    _in_request.set(True)
    _of_request.set(None)


def _request_finished(**_: Any) -> None:
    _in_request.set(False)
    _of_request.set(None)


request_started.connect(_request_started, dispatch_uid="discovery.atlas.registry")
request_finished.connect(_request_finished, dispatch_uid="discovery.atlas.registry")
