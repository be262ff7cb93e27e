"""The tilize of one branch on an n150: one launch. The rows of the vendor's own op need its C++ host code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row
from silicon.sets import _tilize
from silicon.sets._common import CONTRACT, HELPERS, no_asserts, numbers, random

PATHS = [_tilize.OP, CONTRACT, HELPERS]
environment = no_asserts


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    import ttnn

    for row in rows:
        if "native" in row.op:
            continue

        def run(device: Any, iterations: int, row: Row = row) -> None:
            source = random(device, numbers(row.shape), layout=ttnn.ROW_MAJOR_LAYOUT)
            _tilize.operation()(source, use_multicore=True)

        yield Case([row], run)
