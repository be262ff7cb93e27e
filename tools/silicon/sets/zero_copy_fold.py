"""tilize of shards in L1, by three kernels or by the compute kernel alone: duration per repetition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row, steady
from silicon.sets._common import EXAMPLES, HELPERS, example, no_asserts, numbers, random

PATHS = [f"{EXAMPLES}/zero_copy_fold", HELPERS]
environment = no_asserts


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    import ttnn

    package = example("zero_copy_fold")
    alone = "compute_only"
    apart = next(name for name in package.VARIANTS if name != alone)
    for row in rows:
        height, width = numbers(row.shape)

        def run(device: Any, iterations: int, row: Row = row, height: int = height, width: int = width) -> None:
            cores = int(row.cores)
            memory = package.sharded_memory_config(height, width, cores)
            sticks = random(device, (height, width), memory, layout=ttnn.ROW_MAJOR_LAYOUT)
            variant = alone if row.variant == "compute kernel only" else apart
            package.run_op(sticks, variant=variant, ncores=cores, kernel_iters=iterations)

        yield steady([row], run, 100)
