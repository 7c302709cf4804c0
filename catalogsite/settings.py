"""Django settings. Everything that differs between installations comes from the environment (env.py)."""

import secrets
import sys
from pathlib import Path
from typing import Any

import dj_database_url

from catalogsite.env import BASE_DIR, WrongSetting, read_settings
from catalogsite.mail import email_settings

ENV = read_settings()
DATA_DIR: Path = ENV["DATA_DIR"]


def _secret_key() -> str:
    if ENV["SECRET_KEY"]:
        return str(ENV["SECRET_KEY"])
    path = DATA_DIR / "secret_key"
    try:
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)
            path.write_text(secrets.token_urlsafe(50))
        return path.read_text()
    except OSError as error:
        raise WrongSetting("DATA_DIR", f"cannot write there: {error.strerror}") from error


SECRET_KEY = _secret_key()
DEBUG: bool = ENV["DEBUG"]
DEMO: bool = ENV["DEMO"]
HOST: str = ENV["HOST"]
PORT: int = ENV["PORT"]
ANONYMOUS_READ: bool = ENV["ANONYMOUS_READ"]
ALLOWED_HOSTS: list[str] = ENV["ALLOWED_HOSTS"]
METADATA_NAMESPACE: str = ENV["METADATA_NAMESPACE"]
PIPELINES_FILE: Path = ENV["PIPELINES_FILE"]
RANGER_TAG_SERVICE: str = ENV["RANGER_TAG_SERVICE"]

INSTALLED_APPS = [
    "catalogsite.common",
    "catalogsite.accounts",
    "workflows.events",
    "workflows.reactions",
    "workflows.notifications",
    "discovery.atlas",
    "discovery.usage",
    "discovery.documentation",
    "discovery.search",
    "discovery.lineage",
    "discovery.sources",
    "discovery.entities",
    "governance.classification",
    "governance.ranger",
    "governance.coverage",
    "catalogsite.operations",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "graphene_django",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "catalogsite.common.middleware.RequestId",
    "catalogsite.common.middleware.ContentSecurityPolicy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "catalogsite.accounts.middleware.CurrentActor",
    "catalogsite.common.middleware.ErrorPages",
]

ROOT_URLCONF = "catalogsite.urls"
WSGI_APPLICATION = "catalogsite.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["catalogsite.common.templatetags.ui"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "catalogsite.shell.shell",
            ],
        },
    }
]


def _database() -> dict[str, Any]:
    if ENV["DATABASE_URL"] and not ENV["DATABASE_URL"].startswith("sqlite"):
        return dict(dj_database_url.parse(ENV["DATABASE_URL"], conn_max_age=60, conn_health_checks=True))
    path = ENV["DATABASE_URL"].removeprefix("sqlite://").lstrip("/") if ENV["DATABASE_URL"] else ""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": f"/{path}" if path else DATA_DIR / "catalog.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY; "
                "PRAGMA mmap_size=134217728; PRAGMA cache_size=-20000;"
            ),
        },
    }


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

BACKENDS: dict[str, dict[str, Any]] = {
    "authority": {"BACKEND": "discovery.atlas.backends.embedded.EmbeddedAuthority"},
    "search_index": {"BACKEND": "discovery.search.backends.tantivy.TantivyIndex", "PATH": str(DATA_DIR / "index")},
    "policy_authority": {"BACKEND": "governance.ranger.backends.embedded.EmbeddedPolicyAuthority"},
}

AUTHENTICATION_BACKENDS = ["catalogsite.accounts.backends.PeopleBackend"]
AUTH_PASSWORD_VALIDATORS = [{"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"}]
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/sign-in/"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "catalogsite.common.views.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024

LANGUAGE_CODE = "en"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
USE_THOUSAND_SEPARATOR = False

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "catalogsite.common.storage.HashedStatic"},
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["catalogsite.accounts.api.ActorAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["catalogsite.accounts.api.MayRead"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "catalogsite.common.api.exception_handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    # `?format=csv` belongs to our endpoints, not to content negotiation.
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "catalogsite",
    "DESCRIPTION": "The catalog over REST: search, entities, lineage, proposals, coverage, policies, events.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["catalogsite.accounts.api.MayRead"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}
GRAPHENE = {"SCHEMA": "catalogsite.schema.schema"}

globals().update(email_settings(ENV["EMAIL_URL"]))

CELERY_BROKER_URL = ENV["REDIS_URL"] or "filesystem://localhost/"
CELERY_BROKER_FOLDER = DATA_DIR / "broker"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "stream": sys.stderr}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {"django.request": {"level": "ERROR"}},
}
