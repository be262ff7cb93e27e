"""Reads, writes and copies of DRAM pages by eight cores in a line, on either network: a launch of 8 repetitions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row
from silicon.sets._common import EXAMPLES, example, numbers, random

PATHS = [f"{EXAMPLES}/noc_placement"]

OPERATIONS = {"DRAM->DRAM copy": "copy", "DRAM read only": "read", "DRAM write only": "write"}


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    package = example("noc_placement")
    for row in rows:
        height, width, repeats = numbers(row.shape)
        noc = "noc1" if "placement NoC1" in row.variant else "noc0"

        def run(device: Any, iterations: int, row: Row = row, shape: tuple[int, int] = (height, width),
                noc: str = noc) -> None:
            package.noc_placement(random(device, shape), op=OPERATIONS[row.op], noc=noc,
                                  placement=row.variant.split()[0], num_cores=8, kernel_iters=iterations, block=16)

        yield Case([row], run, iterations=repeats)
