"""The WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "catalogsite.settings")
application = get_wsgi_application()

import catalogsite.celery  # noqa: E402, F401 – nudges go to the configured broker; needs Django to be set up
