"""Markdown to HTML that is safe in every place: pages, previews, mails, GraphQL's html field.

Raw HTML in the text is shown as text; what remains passes an allow-list (nh3): http, https, mailto, relative links.
"""

from functools import cache

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

_TAGS = {
    "p", "br", "hr", "strong", "em", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a", "h1", "h2", "h3", "h4",
    "h5", "h6", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href", "title"}, "th": {"align"}, "td": {"align"}, "ol": {"start"}}
_SCHEMES = {"http", "https", "mailto"}
LONGEST_RENDERED = 200_000
"""Characters of Markdown that are rendered; longer texts are shown as plain text up to here, stored in full."""


@cache
def _renderer() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])


def render_markdown(text: str) -> SafeString:
    """Sanitised HTML for a Markdown text; a single line break stays visible."""
    html = _renderer().render(text[:LONGEST_RENDERED])
    clean = nh3.clean(html, tags=_TAGS, attributes=_ATTRIBUTES, url_schemes=_SCHEMES, link_rel="noopener nofollow")
    return mark_safe(clean)  # noqa: S308 – this is the sanitiser
