"""Reductions of blocks of tiles in L1 on one core: duration per block, many in-kernel repetitions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row, steady
from silicon.sets._common import EXAMPLES, HELPERS, example, no_asserts, numbers, random

PATHS = [f"{EXAMPLES}/reduce_block", HELPERS]
environment = no_asserts

# A scalar reduction of so many tiles into one has this height and width in the sweep.
SQUARE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 8: (2, 4), 16: (4, 4), 32: (4, 8)}


def block_of(row: Row) -> tuple[str, int, int, int]:
    """Reduced dimension, height, width and batches in tiles."""
    found = re.match(r"reduce_(row|col|scalar)", row.op)
    assert found, row.op
    dim = found.group(1)
    sizes = numbers(row.shape)
    if "block" in row.op:
        return dim, sizes[0], sizes[1], sizes[2]
    count = sizes[0]
    height, width = {"row": (1, count), "col": (count, 1), "scalar": SQUARE[count]}[dim]
    return dim, height, width, 1


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    import ttnn

    package = example("reduce_block")
    for row in rows:
        dim, height, width, batches = block_of(row)
        variant = "accumulate_via_add" if row.variant.startswith("accumulate") else "reduce_tile"
        shape = package.input_shape(height, width, batches)
        fidelity = getattr(ttnn.MathFidelity, row.fidelity)

        def run(device: Any, iterations: int, dim: str = dim, height: int = height, width: int = width,
                batches: int = batches, variant: str = variant, shape: Any = shape, fidelity: Any = fidelity) -> None:
            block = random(device, shape, package.create_sharded_memory_config(shape))
            package.run_op(block, variant=variant, dim=dim, Ht=height, Wt=width, NC=batches, accum="fp32",
                           kernel_iters=iterations, math_fidelity=fidelity)

        yield steady([row], run, numbers(row.notes)[0])
