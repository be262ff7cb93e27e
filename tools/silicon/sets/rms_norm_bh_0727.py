"""The rms_norm of one branch on Blackhole: one launch; and its last phase alone, per tile."""

from __future__ import annotations

import importlib.util
import os
import struct
from collections.abc import Iterator
from typing import Any

from silicon.machines import Board
from silicon.rows import Case, Row
from silicon.sets import _rms_norm
from silicon.sets._common import no_asserts, numbers, random

LAB = "tests/ttnn/unit_tests/operations/rms_norm/perf_experiments/rsqrt_lane_and_window"
PATHS = [*_rms_norm.PATHS, LAB]
BOARD = Board("blackhole", columns=11)
environment = no_asserts

PHASES = {"chain baseline": "baseline", "raw fused RC": "raw_fused_rc", "column 0 only": "raw_fused_cskip"}
TILES, GROUP, GRID = 32, 8, (8, 8)


def memory_of(row: Row) -> Any:
    """The shards of a row, or DRAM."""
    import ttnn

    kind = row.placement.split()[0]
    if kind not in ("WIDTH", "BLOCK"):
        return ttnn.DRAM_MEMORY_CONFIG
    shard = numbers(row.placement)[:2]
    grids = {8: (8, 1), 9: (9, 1), 32: (8, 4), 28: (7, 4), 64: (8, 8)}
    across, down = grids[int(row.cores)]
    cores = ttnn.CoreRangeSet([ttnn.CoreRange(ttnn.CoreCoord(0, 0), ttnn.CoreCoord(across - 1, down - 1))])
    spec = ttnn.ShardSpec(cores, shard, ttnn.ShardOrientation.ROW_MAJOR)
    return ttnn.MemoryConfig(getattr(ttnn.TensorMemoryLayout, f"{kind}_SHARDED"), ttnn.BufferType.L1, spec)


def phase_case(row: Row, checkout: str) -> Case:
    """The rows of one tile: 64 cores work on 32 tiles each, and the launch counts per tile."""
    import ttnn

    found = importlib.util.spec_from_file_location("phase4_bench", os.path.join(checkout, LAB, "phase4_bench.py"))
    assert found and found.loader
    bench = importlib.util.module_from_spec(found)
    found.loader.exec_module(bench)
    variant = next(name for words, name in PHASES.items() if words in row.variant)

    def run(device: Any, iterations: int) -> None:
        height = bench.tensor_height(TILES, *GRID)
        memory = bench.sharded_memory_config(TILES, *GRID)
        source = random(device, (height, 32), memory, dtype=ttnn.float32, low=0.5, high=2.0)
        target = ttnn.allocate_tensor_on_device(
            ttnn.Shape([height, 32]), ttnn.bfloat16, ttnn.TILE_LAYOUT, device, memory
        )
        epsilon = struct.unpack("<I", struct.pack("<f", 1e-5))[0]
        bench.run_op(source, target, variant=variant, ht=GROUP, n_groups=TILES // GROUP, eps_bits=epsilon,
                     grid_x=GRID[0], grid_y=GRID[1])

    return Case([row], run, per=TILES)


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row. The first phase ran with the op's own precision, everything later at HiFi2 in 16 bits."""
    import ttnn

    for row in rows:
        if "micro" in row.variant:
            yield phase_case(row, checkout)
            continue

        def run(device: Any, iterations: int, row: Row = row) -> None:
            shape = numbers(row.shape)
            memory = memory_of(row)
            config = ttnn.ComputeConfigDescriptor()
            config.math_fidelity = ttnn.MathFidelity.HiFi2
            config.fp32_dest_acc_en = False
            config.math_approx_mode = False
            more = {} if row.variant.startswith("Phase 0") else {"compute_kernel_config": config}
            if memory.is_sharded():
                more["memory_config"] = memory
            _rms_norm.operation()(random(device, shape, memory), gamma=random(device, (1, 1, 1, shape[-1])),
                                  epsilon=1e-6, **more)

        yield Case([row], run)
