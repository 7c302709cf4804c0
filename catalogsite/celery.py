"""The Celery application. Messages are nudges only: the event log and the checkpoints are the truth."""

import os
from typing import Any

from celery import Celery
from django.conf import settings

from catalogsite import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "catalogsite.settings")


def _filesystem_transport() -> dict[str, Any]:
    folder = settings.CELERY_BROKER_FOLDER
    for name in ("messages", "control"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    return {
        "data_folder_in": str(folder / "messages"),
        "data_folder_out": str(folder / "messages"),
        "control_folder": str(folder / "control"),
        "store_processed": False,
        "polling_interval": 0.1,
    }


broker.install()
app = Celery("catalogsite")
app.conf.update(
    broker_url=settings.CELERY_BROKER_URL,
    broker_connection_retry_on_startup=True,
    task_ignore_result=True,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_redirect_stdouts=False,
    worker_enable_remote_control=False,
    task_default_queue="catalogsite",
    timezone="UTC",
    beat_schedule={
        "tick": {"task": "workflows.reactions.tick", "schedule": 2.0, "options": {"expires": 2.0}},
        "mail": {"task": "workflows.notifications.send_mail", "schedule": 10.0, "options": {"expires": 10.0}},
        "purge": {"task": "workflows.reactions.purge", "schedule": 86400.0, "options": {"expires": 3600.0}},
        "coverage": {"task": "governance.coverage.snapshot", "schedule": 3600.0, "options": {"expires": 3600.0}},
        "compare": {"task": "catalogsite.operations.compare", "schedule": 60.0, "options": {"expires": 60.0}},
    },
)
if settings.CELERY_BROKER_URL.startswith("filesystem"):
    app.conf.broker_transport_options = _filesystem_transport()
app.autodiscover_tasks(
    ["workflows.reactions", "workflows.notifications", "governance.coverage", "catalogsite.operations"]
)
