"""Which tables a query of BigQuery reads. Pure; run in processes of its own, since parsing is what takes the time."""

import logging
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path

_FEW = 60
"""Below so many files a second process costs more than it saves."""


@dataclass(frozen=True, slots=True)
class Query:
    """What was read of one file: full names of the tables it reads, or why that is not known."""

    path: Path
    text: str = ""
    tables: frozenset[str] = frozenset()
    problem: str = ""


def read_queries(paths: list[tuple[Path, str]]) -> Iterator[Query]:
    """Reads the files, each with the project that names without one belong to; when it pays, in processes of their own
    that start at once and work while the caller does something else."""
    workers = min(2, cpu_count() or 1)
    if len(paths) < _FEW or workers == 1:
        return map(_read, paths)
    # A forked child would share the database's connection.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    return _results(pool, pool.map(_read, paths, chunksize=50))


def _results(pool: ProcessPoolExecutor, queries: Iterator[Query]) -> Iterator[Query]:
    with pool:
        yield from queries


def _read(task: tuple[Path, str]) -> Query:
    path, project = task
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        return Query(path, problem=f"cannot be read: {error}")
    if "{{" in text or "{%" in text:
        return Query(path, text, problem="is a template: its lineage is not known")
    try:
        return Query(path, text, frozenset(tables_read(text, project)))
    except ValueError as error:
        return Query(path, text, problem=f"cannot be parsed: {str(error).splitlines()[0][:200]}")


def tables_read(text: str, project: str) -> Iterator[str]:
    """Full names of all tables that are read, without those the statements themselves make. Raises ValueError."""
    # Parsing is slow to import and only importers need it.
    import sqlglot
    from sqlglot import exp
    from sqlglot.errors import SqlglotError

    logging.getLogger("sqlglot").setLevel(logging.ERROR)
    try:
        statements = [each for each in sqlglot.parse(text, dialect="bigquery") if each is not None]
    except (SqlglotError, RecursionError) as error:
        raise ValueError(str(error) or "too deeply nested") from error
    made = {_full_name(each.this, project) for each in statements if isinstance(each, exp.Create)}
    for statement in statements:
        own = {expression.alias_or_name for expression in statement.find_all(exp.CTE)}
        for table in statement.find_all(exp.Table):
            name = _full_name(table, project)
            if name and name not in made and not (table.name in own and not table.db):
                yield name


def _full_name(table: object, project: str) -> str:
    """project.dataset.table; "" for what is no table of a dataset (functions, unnested columns, system views)."""
    from sqlglot import exp

    if isinstance(table, exp.Schema):
        table = table.this
    if not isinstance(table, exp.Table) or not isinstance(table.this, exp.Identifier):
        return ""
    parts = [each for part in table.parts for each in part.name.split(".")]
    if len(parts) < 2 or any("INFORMATION_SCHEMA" in part.upper() for part in parts):
        return ""
    if len(parts) == 2:
        parts = [project, *parts]
    return ".".join(parts[:3])
