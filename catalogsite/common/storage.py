"""Static files with hashed names, also for what ES modules and CSS import from each other."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStatic(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    support_js_module_import_aggregation = True
    manifest_strict = False
