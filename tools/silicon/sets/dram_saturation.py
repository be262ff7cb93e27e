"""A copy from DRAM to DRAM by so many cores: one launch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row
from silicon.sets._common import EXAMPLES, example, numbers, random

PATHS = [f"{EXAMPLES}/dram_saturation"]


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    package = example("dram_saturation")
    for row in rows:

        def run(device: Any, iterations: int, row: Row = row) -> None:
            package.dram_saturation(random(device, numbers(row.shape)), variant=row.variant.split()[0],
                                    num_cores=int(row.cores))

        yield Case([row], run)
