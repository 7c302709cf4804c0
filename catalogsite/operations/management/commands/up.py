"""`manage.py up`: everything one installation needs, in the foreground. `make run` ends here."""

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from catalogsite.common.errors import CatalogError
from catalogsite.operations import setup
from catalogsite.operations.supervisor import AlreadyRunning, Child, Supervisor, lock_folder

WEB_THREADS = 8
WORKER_THREADS = 4


class Command(BaseCommand):
    help = "Prepares the tables and starts web, worker and scheduler. Ctrl-C stops all of it."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            lock = lock_folder(settings.DATA_DIR)
        except AlreadyRunning as error:
            raise CommandError(f"DATA_DIR: catalogsite already runs on {error}.") from error
        except OSError as error:
            raise CommandError(f"DATA_DIR: cannot write there ({error.strerror}).") from error
        with lock:
            try:
                self._prepare()
            except CatalogError as error:
                raise CommandError(error.message) from error
            self._announce()
            status = Supervisor(_children(), setup.child_environment()).run()
        if status:
            sys.exit(status)

    def _prepare(self) -> None:
        setup.check_address(settings.HOST, settings.PORT)
        setup.check_pipelines()
        setup.prepare_tables()
        setup.prepare_broker()
        setup.prepare_static()
        if setup.prepare_demo():
            self.stdout.write("The demo catalog is loaded.")
        setup.prepare_index()

    def _announce(self) -> None:
        self.stdout.write(f"catalogsite: http://{settings.HOST}:{settings.PORT}/")
        if settings.DEMO:
            self.stdout.write("Sign in with one click as analyst, steward or admin. Ctrl-C stops.")
        else:
            self.stdout.write("The first administrator is made with: .venv/bin/python manage.py createsuperuser")
        self.stdout.flush()


def _children() -> list[Child]:
    host = f"[{settings.HOST}]" if ":" in settings.HOST else settings.HOST
    celery = ("celery", "-A", "catalogsite.celery", "--quiet")
    worker = ("worker", "--pool=threads", f"--concurrency={WORKER_THREADS}", "--without-mingle", "--without-gossip")
    web = ("waitress", f"--listen={host}:{settings.PORT}", f"--threads={WEB_THREADS}", "catalogsite.wsgi:application")
    return [
        Child("web", web),
        # The pages first: three starts at once on two cores would make people wait for all of them.
        Child("worker", (*celery, *worker, "--loglevel=WARNING"), delay=2.5),
        Child(
            "scheduler",
            (*celery, "beat", "--loglevel=WARNING", "--schedule", str(settings.DATA_DIR / "beat"), "--pidfile="),
            delay=4.0,
        ),
    ]
