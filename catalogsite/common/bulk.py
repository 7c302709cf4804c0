"""Writing many rows without starving the pages: SQLite has one writer at a time and those who wait poll.

Measured: transactions of 500 rows with a rest of 20 ms between them keep a page's write under 3 ms at the median;
without the rest it waited for seconds.
"""

import time
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from django.db import connection

T = TypeVar("T")

ROWS_PER_TRANSACTION = 500
REST_SECONDS = 0.02


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
