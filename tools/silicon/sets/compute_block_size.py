"""(A + B) @ C from rows to rows in L1 on one core, in blocks of some tile rows: duration per evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row, steady
from silicon.sets._common import EXAMPLES, HELPERS, MATMUL_SHARED, example, no_asserts, numbers, random

PATHS = [f"{EXAMPLES}/compute_block_size", HELPERS, MATMUL_SHARED]
environment = no_asserts


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    import ttnn

    package = example("compute_block_size")
    for row in rows:
        m, k, n = numbers(row.shape)
        rows_of_block = package.block_rows_for(row.variant.split()[0], m // 32)
        reconfig = "reconfig OFF" not in row.variant

        def run(device: Any, iterations: int, m: int = m, k: int = k, n: int = n, rows_of_block: int = rows_of_block,
                reconfig: bool = reconfig) -> None:
            def place(shape: tuple[int, int], layout: Any) -> Any:
                return random(device, shape, package.create_sharded_memory_config(shape), layout=layout)

            flat = ttnn.ROW_MAJOR_LAYOUT
            inputs = [place((m, k), flat), place((m, k), flat), place((k, n), ttnn.TILE_LAYOUT)]
            package.run_op(inputs, block_rows=rows_of_block, kernel_iters=iterations, reconfig=reconfig)

        yield steady([row], run, 100)
