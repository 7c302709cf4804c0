"""Tables as CSV files that a spreadsheet may open without running anything."""

import csv
from collections.abc import Iterable, Iterator, Sequence

from django.http import StreamingHttpResponse

_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
Cell = str | int | float | None


class _Echo:
    """What csv.writer writes to: it hands each line back."""

    def write(self, line: str) -> str:
        return line


def guard(cell: Cell) -> Cell:
    """A text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay numbers."""
    if isinstance(cell, str) and cell.lstrip(" ").startswith(_STARTS_A_FORMULA):
        return f"'{cell}"
    return cell


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """CSV text line by line, guarded."""
    writer = csv.writer(_Echo())
    yield writer.writerow(header)
    for row in rows:
        yield writer.writerow([guard(cell) for cell in row])


def csv_response(*, name: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> StreamingHttpResponse:
    """A download. `name` is a plain file name; other characters are replaced."""
    safe = "".join(character if character.isalnum() or character in "._-" else "_" for character in name)
    response = StreamingHttpResponse(csv_lines(header, rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = (
        f'attachment; filename="{safe.encode("ascii", "replace").decode().replace("?", "_")}"'
    )
    return response
