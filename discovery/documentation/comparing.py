"""Two revisions of one text beside each other, or as one text with what came and went."""

from collections.abc import Sequence
from dataclasses import dataclass

from catalogsite.accounts.selectors import display_names
from catalogsite.common.ui import WordChange
from discovery.documentation.models import TextRevision
from discovery.documentation.selectors import get_revision
from discovery.documentation.worddiff import diff_words, is_too_large


@dataclass(frozen=True, slots=True)
class Comparison:
    """`words` is empty when the texts are too large to be compared on a page."""

    first: TextRevision | None
    second: TextRevision
    words: Sequence[WordChange]
    is_too_large: bool
    by_name: str


def compare(guid: str, first: int, second: int) -> Comparison:
    """From the earlier to the later of two revisions; 0 is the time before the first. Raises NotFound."""
    first, second = sorted((first, second))
    before = get_revision(guid, first) if first else None
    after = get_revision(guid, second)
    old = before.text if before else ""
    too_large = is_too_large(old, after.text)
    words = [] if too_large else diff_words(old, after.text)
    return Comparison(
        first=before, second=after, words=words, is_too_large=too_large, by_name=display_names({after.by})[after.by]
    )
