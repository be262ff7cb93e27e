"""Chains of element-wise steps, fused and not, in L1 on one core: per evaluation, or per profiler zone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row, Zone, steady
from silicon.sets._common import EXAMPLES, HELPERS, example, no_asserts, numbers, random

PATHS = [f"{EXAMPLES}/compute_fusion", HELPERS]
environment = no_asserts

PROCESSORS = {"unpack": "TRISC_0", "math": "TRISC_1", "pack": "TRISC_2"}


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    package = example("compute_fusion")
    for row in rows:
        scenario = row.op.split()[0]
        words = row.variant.split()
        count = numbers(row.shape)[0]
        block = numbers(words[1])[0] if words[1].startswith("block") else 1
        zoned = row.metric == "zone_ns"

        def run(device: Any, iterations: int, variant: str = f"{scenario}.{words[0]}", count: int = count,
                block: int = block, zoned: bool = zoned) -> None:
            memory = package.create_sharded_memory_config(count)
            inputs = [random(device, (32, 32 * count), memory, low=0.2, high=0.5)]
            if not variant.startswith("reduce_recip"):
                inputs.append(random(device, (32, 32 * count), memory, low=0.5, high=1.5))
            package.run_fusion(inputs, variant=variant, num_tiles=count, block_size=block, kernel_iters=iterations,
                               microbench=zoned)

        if zoned:
            thread = PROCESSORS[words[1].split("=")[1]]
            yield Case([row], run, iterations=16, zone=Zone(row.op.split()[-1], thread, drop=1))
        else:
            yield steady([row], run, numbers(row.notes)[0])
