"""Static files with hashed names, also for what our ES modules import; all sheets of the frame become one file."""

import re
from collections.abc import Iterator
from typing import Any

from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

_, _IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns  # type: ignore[attr-defined]
SITE_SHEET = "css/site.css"
_SHEET_IMPORT = re.compile(r'@import url\("(?P<name>[^"]+)"\);\n?')


class HashedStatic(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Rewrites imports in static/js only: scripts that come with packages name modules that nobody serves."""

    patterns = (*HashedFilesMixin.patterns, ("js/*.js", _IMPORTS))
    manifest_strict = False

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        if SITE_SHEET in paths and not dry_run:
            self._join_sheets(paths)
            paths = paths | {SITE_SHEET: (self, SITE_SHEET)}
        yield from super().post_process(paths, dry_run, **options)

    def _join_sheets(self, paths: dict[str, Any]) -> None:
        """Writes the sheet that imports all others with their text in it: one request in place of a chain of 25."""
        joined = _SHEET_IMPORT.sub(lambda found: _text(paths, f"css/{found['name']}"), _text(paths, SITE_SHEET))
        self.delete(SITE_SHEET)
        self._save(SITE_SHEET, ContentFile(joined.encode()))


def _text(paths: dict[str, Any], name: str) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        content: bytes = file.read()
    return content.decode()
