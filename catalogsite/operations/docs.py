"""The pages of docs/ that are made from the code, so that they cannot be wrong."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer

from catalogsite.env import SETTINGS, Setting
from catalogsite.schema import schema


def settings_page() -> str:
    """docs/settings.md: every setting with its default and help."""
    rows = [
        f"| `{setting.name}` | {f'`{setting.default}`' if setting.default else 'unset'} | {_help(setting)} |"
        for setting in SETTINGS
    ]
    head = [
        "# Settings",
        "",
        "All settings are environment variables and have a default that works. A wrong value stops the start with one",
        "line that names the setting. This page is made by `make docs`.",
        "",
        "| setting | default | meaning |",
        "|---|---|---|",
    ]
    return "\n".join([*head, *rows]) + "\n"


def _help(setting: Setting) -> str:
    return (
        f"{setting.help} Comes with a later version; setting it stops the start." if setting.is_later else setting.help
    )


def openapi_page() -> str:
    """docs/openapi.yaml: the REST API as OpenAPI 3."""
    generator: Any = SchemaGenerator
    renderer: Any = OpenApiYamlRenderer
    document = generator().get_schema(request=None, public=True)
    return bytes(renderer().render(document, renderer_context={})).decode()


def graphql_page() -> str:
    """docs/schema.graphql: the GraphQL schema."""
    return f"{schema}\n"


def generated_pages() -> Mapping[str, str]:
    """File name below docs/ → content."""
    return {"settings.md": settings_page(), "openapi.yaml": openapi_page(), "schema.graphql": graphql_page()}
