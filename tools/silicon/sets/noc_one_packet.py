"""Eight cores in a ring write 32 pages each into the next one's L1: one launch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row
from silicon.sets._common import EXAMPLES, example, numbers, random

PATHS = [f"{EXAMPLES}/noc_one_packet"]


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    import ttnn

    package = example("noc_one_packet")
    for row in rows:
        where, variant = row.variant.split()

        def run(device: Any, iterations: int, row: Row = row, spread: bool = where == "dest=spread",
                variant: str = variant) -> None:
            values = numbers(row.shape)[0] // 2
            memory = package.create_sharded_memory_config(device, 8, 32, values, ttnn.bfloat16)
            source, target = (random(device, (8 * 32, values), memory, layout=ttnn.ROW_MAJOR_LAYOUT) for _ in range(2))
            package.noc_one_packet(source, target, variant=variant, num_cores=8, pages_per_core=32, kernel_iters=1,
                                   dest_spread=spread)

        yield Case([row], run)
