"""Means of squares of rows on one core, by reduce_tile or by a product with ones: one launch.

The op's host code is C++; what it says of kernels and CBs is said here again. Which way the helper library sums is a
constant in one of its headers; rows of the other way have another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from silicon.rows import Case, Row
from silicon.sets._common import HELPERS, no_asserts, numbers, random

NORMS = "ttnn/cpp/ttnn/operations/normalization"
DATAFLOW = f"{NORMS}/layernorm_distributed/device/kernels/dataflow"
COMPUTE = f"{NORMS}/rmsnorm_distributed/device/kernels/compute/rmsnorm_pre_allgather.cpp"
PATHS = [COMPUTE, DATAFLOW, HELPERS]
environment = no_asserts

DEVICES = 4  # the row's shape is that of all of them
# Stands before a kernel of the rows that sum by a product: another answer than the header's own.
BY_PRODUCT = """#define reduce_uses_matmul reduce_uses_matmul_as_shipped
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_common.hpp"
#undef reduce_uses_matmul
template <ckernel::PoolType, ckernel::ReduceDim>
constexpr bool reduce_uses_matmul() { return true; }
"""


def program(row: Row, source: Any, target: Any, checkout: str) -> Any:
    """What the op's factory makes for one tile-row."""
    import ttnn

    core = ttnn.CoreCoord(0, 0)
    cores = ttnn.CoreRangeSet([ttnn.CoreRange(core, core)])
    width = int(source.shape[-1]) // 32

    def cb(index: int, dtype: Any, pages: int) -> Any:
        size = ttnn.tile_size(dtype)
        form = ttnn.CBFormatDescriptor(buffer_index=index, data_format=dtype, page_size=size)
        return ttnn.CBDescriptor(total_size=pages * size, core_ranges=cores, format_descriptors=[form])

    def kernel(path: str, compile_time: list[int], runtime: list[int], config: Any) -> Any:
        args = ttnn.RuntimeArgs()
        args[0][0] = runtime
        text = Path(checkout, path).read_text(encoding="utf-8")
        if row.variant == "matmul with ones":
            text = BY_PRODUCT + text
        return ttnn.KernelDescriptor(kernel_source=text, source_type=ttnn.KernelDescriptor.SourceType.SOURCE_CODE,
                                     core_ranges=cores, compile_time_args=compile_time, runtime_args=args,
                                     config=config)

    def place(tensor: Any) -> list[int]:
        return [1, *ttnn.TensorAccessorArgs(tensor).get_compile_time_args()]

    config = ttnn.ComputeConfigDescriptor(math_fidelity=getattr(ttnn.MathFidelity, row.fidelity),
                                          fp32_dest_acc_en=row.fp32_dest_acc.startswith("yes"))
    kernels = [
        kernel(f"{DATAFLOW}/reader_unary_interleaved_ln_rm_gb_pre_allgather.cpp", place(source),
               [source.buffer_address(), 1, width, 0], ttnn.ReaderConfigDescriptor()),
        kernel(f"{DATAFLOW}/writer_unary_interleaved_start_id_blocked.cpp", place(target),
               [target.buffer_address(), 1, 0], ttnn.WriterConfigDescriptor()),
        kernel(COMPUTE, [width, 1], [1], config),
    ]
    cbs = [cb(0, source.dtype, 2 * width), cb(1, source.dtype, 1), cb(6, ttnn.bfloat16, 2 * width),
           cb(14, target.dtype, 1)]
    return ttnn.ProgramDescriptor(kernels=kernels, semaphores=[], cbs=cbs)


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    import ttnn

    for row in rows:

        def run(device: Any, iterations: int, row: Row = row) -> None:
            dtype = ttnn.float32 if row.dtype == "fp32" else ttnn.bfloat16
            source = random(device, (32, numbers(row.shape)[-1] // DEVICES), dtype=dtype)
            target = random(device, (32, 32))
            ttnn.generic_op([source, target], program(row, source, target, checkout))

        yield Case([row], run)
