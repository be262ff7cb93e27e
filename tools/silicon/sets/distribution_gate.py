"""relu of a tensor in DRAM, cut by height, by width or as fits: one launch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row
from silicon.sets._common import EXAMPLES, HELPERS, example, no_asserts, numbers, random

PATHS = [f"{EXAMPLES}/distribution_gate", HELPERS]
environment = no_asserts


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    package = example("distribution_gate")
    for row in rows:

        def run(device: Any, iterations: int, row: Row = row) -> None:
            package.distribution_gate(random(device, numbers(row.shape), low=-1.0), variant=row.variant)

        yield Case([row], run)
