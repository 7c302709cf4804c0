"""`manage.py write_docs`: writes the generated pages of docs/."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from catalogsite.operations.docs import generated_pages


class Command(BaseCommand):
    help = "Writes docs/settings.md, docs/openapi.yaml and docs/schema.graphql from the code."

    def handle(self, *args: Any, **options: Any) -> None:
        for name, content in generated_pages().items():
            path = settings.BASE_DIR / "docs" / name
            if not path.exists() or path.read_text() != content:
                path.write_text(content)
                self.stdout.write(f"docs/{name} written")
