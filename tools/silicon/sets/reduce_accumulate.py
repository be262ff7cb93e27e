"""Mean of some tiles in L1 into one, on one core: duration per reduction, many in-kernel repetitions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row, steady
from silicon.sets._common import EXAMPLES, HELPERS, example, no_asserts, numbers, random

PATHS = [f"{EXAMPLES}/reduce_accumulate", HELPERS]
environment = no_asserts


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row; the variants of the package stand in the order library, by hand, chosen by size."""
    package = example("reduce_accumulate")
    by_hand = {"reduce library": 0, "add_tiles accumulate": 1, "auto choice": 2}
    for row in rows:
        found = re.match(r"reduce_(row|col|scalar)", row.op)
        assert found, row.op
        position = next(index for words, index in by_hand.items() if row.variant.startswith(words))
        count = numbers(row.shape)[0]

        def run(device: Any, iterations: int, dim: str = found.group(1), count: int = count,
                variant: str = package.VARIANTS[position]) -> None:
            shape = package.input_shape(dim, count)
            tiles = random(device, shape, package.create_sharded_memory_config(shape))
            package.run_op(tiles, variant=variant, dim=dim, num_tiles=count, accum="fp32", kernel_iters=iterations)

        yield steady([row], run, numbers(row.notes)[0])
