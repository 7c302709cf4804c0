"""Comparing the copies with their sources: asked every minute and when a worker starts, done when an hour is over."""

from datetime import timedelta
from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from catalogsite.operations.comparing import compare, list_due

HOUR = timedelta(hours=1)


@shared_task(name="catalogsite.operations.compare", ignore_result=True)
def compare_due() -> None:
    """Finds and mends differences of every copy that was not compared in the last hour."""
    for copy in list_due(older_than=HOUR):
        compare(copy)


@worker_ready.connect
def compare_at_start(**_: Any) -> None:
    """After a stop, or a new layout of the index, nobody should have to wait for the clock."""
    compare_due.apply_async(expires=60, retry=False)
