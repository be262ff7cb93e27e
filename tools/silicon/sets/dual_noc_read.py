"""Two operands read from DRAM by one data-movement processor or two, on one core: one launch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row
from silicon.sets._common import EXAMPLES, HELPERS, example, no_asserts, numbers, random

PATHS = [f"{EXAMPLES}/dual_noc_read", HELPERS]
environment = no_asserts


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row. The rows of fixed bytes read the same tensors in smaller transactions."""
    package = example("dual_noc_read")
    for row in rows:
        words = row.variant.split()
        options = {name: int(value.rstrip("B")) for name, value in (word.split("=") for word in words[1:])}
        whole = row.op.startswith("C=A*B")

        def run(device: Any, iterations: int, row: Row = row, words: list[str] = words, whole: bool = whole,
                options: dict[str, int] = options) -> None:
            shape = numbers(row.shape)[:2] if whole else [1024, 128]
            package.dual_noc_read(random(device, shape), random(device, shape), variant=words[0],
                                  block=options["block"], do_math=whole and "mul removed" not in row.op,
                                  txn_bytes=options.get("txn"))

        yield Case([row], run)
