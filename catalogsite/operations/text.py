"""Status and trace as plain text, to paste into a ticket. Pure."""

from collections.abc import Sequence

from catalogsite.operations.types import Boundary, ComparisonRow, Trace, Verdict
from workflows.reactions.words import PipelineRow


def status_text(
    verdict: Verdict, boundaries: Sequence[Boundary], rows: Sequence[PipelineRow], copies: Sequence[ComparisonRow]
) -> str:
    lines = [f"{verdict.bold} {verdict.rest}".strip(), ""]
    lines += [_line(boundary) for boundary in boundaries]
    lines += ["", "Pipelines"]
    lines += [
        f"  {row.status.name}: {row.state}, {row.status.waiting} waiting, lag {row.lag}, {row.error}" for row in rows
    ]
    lines += ["", "Copies"]
    lines += [f"  {copy.name}: {copy.words}, {copy.found}" for copy in copies]
    return "\n".join(lines)


def trace_text(trace: Trace) -> str:
    lines = [
        f"{trace.type_name} {trace.title} ({trace.guid})",
        f"{trace.verdict.bold} {trace.verdict.rest}".strip(),
        "",
    ]
    return "\n".join([*lines, *(_line(boundary) for boundary in trace.boundaries)])


def _line(boundary: Boundary) -> str:
    at = f" at {boundary.at:%Y-%m-%d %H:%M:%S} UTC" if boundary.at else ""
    words = ", ".join(word for word in (boundary.headline, boundary.detail) if word)
    error = f"\n    {boundary.error}" if boundary.error else ""
    return f"  {boundary.name}: {boundary.state}; {words}{at}{error}"
