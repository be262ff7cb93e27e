"""What the Python module costs besides the work: importing it, and launching a cached generic_op.

    .venv/bin/python bench/python_calls.py [--json]
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time

NOTHING = "void kernel_main() {}\n"


def import_seconds() -> float:
    """Median time of `import tilewright.ttnn` in fresh interpreters, less that of an empty one."""

    def start(code: str) -> float:
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - begin

    pairs = [(start("import numpy"), start("import numpy, tilewright.ttnn")) for _ in range(5)]
    return statistics.median(with_it - without for without, with_it in pairs)


def launch_seconds(cores: int) -> float:
    """Median time of a cached launch of an empty kernel on a row of cores."""
    from tilewright import ttnn

    device = ttnn.open_device(device_id=0)
    try:
        grid = device.compute_with_storage_grid_size()
        width = min(cores, grid.x)
        last = ttnn.CoreCoord(width - 1, (cores + width - 1) // width - 1)
        ranges = ttnn.CoreRangeSet([ttnn.CoreRange(ttnn.CoreCoord(0, 0), last)])
        shape = ttnn.Shape([1, 1, 32, 32])
        tensors = [
            ttnn.allocate_tensor_on_device(shape, ttnn.bfloat16, ttnn.TILE_LAYOUT, device, ttnn.DRAM_MEMORY_CONFIG)
            for _ in range(2)
        ]
        kernel = ttnn.KernelDescriptor(
            kernel_source=NOTHING,
            source_type=ttnn.KernelDescriptor.SourceType.SOURCE_CODE,
            config=ttnn.ReaderConfigDescriptor(),
            core_ranges=ranges,
        )
        program = ttnn.ProgramDescriptor(kernels=[kernel])
        ttnn.generic_op(tensors, program)
        times = []
        for _ in range(200):
            begin = time.perf_counter()
            ttnn.generic_op(tensors, program)
            times.append(time.perf_counter() - begin)
        return statistics.median(times)
    finally:
        ttnn.close_device(device)


def main() -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    results = {"import_ms": import_seconds() * 1e3}
    for cores in (1, 64):
        results[f"cached_launch_{cores}_cores_us"] = launch_seconds(cores) * 1e6
    if arguments.json:
        print(json.dumps(results))
    else:
        for name, value in results.items():
            print(f"{name:28} {value:10.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
