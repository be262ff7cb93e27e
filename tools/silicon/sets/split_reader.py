"""One core gathers 64 tiles from eight others with reads of several sizes, by one processor or two: one launch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row
from silicon.sets._common import EXAMPLES, example, numbers, random

PATHS = [f"{EXAMPLES}/split_reader"]


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    package = example("split_reader")
    for row in rows:

        def run(device: Any, iterations: int, row: Row = row) -> None:
            shape = (8 * 8 * 32, 32)
            source = random(device, shape, package.make_row_sharded_memory_config(shape, 8))
            package.row_gather_copy(source, split_reader=row.variant == "split on", num_cores=8, block_tiles=8,
                                    transaction_bytes=numbers(row.shape)[0])

        yield Case([row], run)
