"""Comparing the copies with their sources by the clock."""

from celery import shared_task

from catalogsite.operations.comparing import COPIES, compare


@shared_task(name="catalogsite.operations.compare", ignore_result=True)
def compare_all() -> None:
    """Finds and mends differences of every copy."""
    for copy in COPIES:
        compare(copy)
