"""rsqrt and recip on parts of a tile: the MATH thread's zone around a loop of 2000 calls, per call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row, Zone
from silicon.sets._common import EXAMPLES, HELPERS, example, random

PATHS = [f"{EXAMPLES}/sfpu_tile_scope", HELPERS]


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    package = example("sfpu_tile_scope")
    for row in rows:

        def run(device: Any, iterations: int, row: Row = row) -> None:
            tile = random(device, (32, 32), package.create_sharded_memory_config(), low=0.5, high=2.0)
            package.run_op(tile, variant=row.variant, func=row.op.split()[1], reps=iterations)

        yield Case([row], run, iterations=2000, per=2000, short=(40, 80), zone=Zone("STS_SFPU", "TRISC_1"))
