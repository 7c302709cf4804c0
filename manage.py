#!/usr/bin/env python
"""Django's command line for catalogsite."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "catalogsite.settings")
    import catalogsite.celery  # noqa: F401 – what a command writes nudges the configured broker

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
