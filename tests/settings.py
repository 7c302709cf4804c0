"""The product's settings with what only tests need: a data folder that goes away, plain static files, fast hashing."""

import os
import tempfile

os.environ.setdefault("DATA_DIR", tempfile.mkdtemp(prefix="catalogsite-test-"))
os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ.setdefault("ALLOWED_HOSTS", "*")

from catalogsite.settings import *  # noqa: F403
from catalogsite.settings import STORAGES

STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
