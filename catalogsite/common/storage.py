"""Static files with hashed names, also for what our ES modules and style sheets import from each other."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_, _IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns  # type: ignore[attr-defined]


class HashedStatic(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Rewrites imports in static/js only: scripts that come with packages name modules that nobody serves."""

    patterns = (*HashedFilesMixin.patterns, ("js/*.js", _IMPORTS))
    manifest_strict = False
