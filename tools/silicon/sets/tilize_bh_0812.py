"""The tilize of one branch on Blackhole, at the commits where its rows were taken: one launch."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from silicon.machines import Board
from silicon.rows import Case, Row
from silicon.sets import _tilize
from silicon.sets._common import no_asserts, numbers

PATHS = _tilize.PATHS
environment = no_asserts
BOARD = Board("blackhole", columns=11, banks=7)

STUBS = {"read": ["read"], "write": ["write"], "compute": ["compute"], "read+compute": ["read", "compute"],
         "all": ["read", "compute", "write"]}
# Rows that are not of the plain placement, by the name that the bench has for them.
NAMED = {"l1_to_l1": "l1_to_l1", "sharded_small": "sharded_small", "padded_w_tail": "padded_w_tail",
         "same, push": "reshard", "HEIGHT": "reshard_rowwise", "dtype row": "dtype_uint8"}


def levers_of(row: Row) -> dict[str, int]:
    """What the row turns on or off."""
    if "stubbed" in row.variant:
        return {f"stub_{part}": 1 for part in STUBS[row.variant.split()[2]]}
    if row.variant == "single core":
        return {"multicore": 0}
    if row.variant.startswith("wide_short min_blocks"):
        blocks, size = numbers(row.variant)[:2]
        return {"min_blocks_per_core": blocks, "target_read_bytes": size}
    if row.variant.endswith("push"):
        return {"reshard_pull": 0}
    if row.variant.endswith("pull"):
        return {"reshard_pull": 1}
    return {}


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    import ttnn

    bench = _tilize.bench(checkout)
    dispatch = importlib.import_module("ttnn.operations.tilize.tilize")._dispatch
    pushed = [row.id for row in rows if row.variant == "same, push"]
    for row in rows:
        name = next((shape for words, shape in NAMED.items() if row.variant.startswith(words)), "")
        if row.id in pushed[1:]:
            name = "reshard_rowwise"

        def run(device: Any, iterations: int, row: Row = row, name: str = name) -> None:
            memory, out_memory = bench._mem_for(name) if name else (ttnn.DRAM_MEMORY_CONFIG,) * 2
            dtype = ttnn.uint8 if row.dtype == "uint8" else ttnn.bfloat16
            more = {"memory_config": memory} if name else {}
            source = bench._bench_input(tuple(numbers(row.shape)), device, dtype=dtype, **more)
            padding = bench._pad_for(name) if name.startswith("padded") else {}
            dispatch(source, out_memory, use_multicore=True, levers=levers_of(row), **padding)

        yield Case([row], run)
