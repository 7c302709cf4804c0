"""The point of a day on which nothing happened."""

from celery import shared_task

from governance.coverage.services import take_snapshot


@shared_task(name="governance.coverage.snapshot")
def snapshot() -> None:
    take_snapshot()
