"""A product of 16 by 16 tiles in L1 on one core, in output blocks of several shapes: a launch of 100 repetitions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row
from silicon.sets._common import EXAMPLES, HELPERS, MATMUL_SHARED, example, no_asserts, numbers, random

PATHS = [f"{EXAMPLES}/matmul_output_subblock", HELPERS, MATMUL_SHARED]
environment = no_asserts


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    package = example("matmul_output_subblock")
    for row in rows:
        m, n, k, repeats = numbers(row.shape)

        def run(device: Any, iterations: int, row: Row = row, m: int = m, n: int = n, k: int = k) -> None:
            a = random(device, (32 * m, 32 * k), package.create_sharded_memory_config(m, k))
            b = random(device, (32 * k, 32 * n), package.create_sharded_memory_config(k, n))
            package.matmul_output_subblock(a, b, variant=row.variant, kernel_iters=iterations)

        yield Case([row], run, iterations=repeats, short=(2, 4))
