"""EMAIL_URL as Django's settings: console://, smtp://user:password@host:port?from=address, smtps://…"""

from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit


def email_settings(url: str) -> dict[str, Any]:
    """EMAIL_* settings for a URL; a port left out is the usual one."""
    parts = urlsplit(url)
    sender = parse_qs(parts.query).get("from", ["catalogsite@localhost"])[0]
    if parts.scheme == "console" or not parts.scheme:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend", "DEFAULT_FROM_EMAIL": sender}
    is_secure = parts.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "DEFAULT_FROM_EMAIL": sender,
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or (465 if is_secure else 25),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": is_secure,
        "EMAIL_USE_TLS": not is_secure and parts.port == 587,
        "EMAIL_TIMEOUT": 10,
    }
