"""The program of rms_norm: tile-rows of 32 rows, split over the whole grid.

CB    holds                       pages
0     rows of the input           Wt
1     gamma, 32 equal rows        Wt
8     1/W for the reduction       1
9     epsilon                     1
16    rows of the output          Wt
24    the input in tiles          Wt
25    its squares                 Wt
26    their mean per row          1
27    1/sqrt(mean + eps)          1
28    x times that                Wt
29    gamma in tiles              Wt
"""

from __future__ import annotations

import math
import struct
from pathlib import Path

import ttnn

KERNELS = Path(__file__).parent / "kernels"
ROWS_PER_BLOCK = 32


def float_bits(value: float) -> int:
    """The bits of a float32 as kernels receive it."""
    bits: int = struct.unpack("<I", struct.pack("<f", value))[0]
    return bits


def create_program_descriptor(
    x: ttnn.Tensor, gamma: ttnn.Tensor | None, y: ttnn.Tensor, epsilon: float
) -> ttnn.ProgramDescriptor:
    """One program; only addresses, counts and epsilon are runtime arguments."""
    width = x.shape[-1]
    rows = math.prod(x.shape) // width
    tiles_across = width // 32
    blocks = math.ceil(rows / ROWS_PER_BLOCK)
    tile_bytes = ttnn.tile_size(x.dtype)

    grid = x.device().compute_with_storage_grid_size()
    _, cores, group_1, group_2, blocks_1, blocks_2 = ttnn.split_work_to_cores(grid, blocks)

    def cb(index: int, pages: int) -> ttnn.CBDescriptor:
        formats = [ttnn.CBFormatDescriptor(index, x.dtype, tile_bytes)]
        return ttnn.CBDescriptor(pages * tile_bytes, cores, formats)

    wide = [0, 16, 24, 25, 28] + ([1, 29] if gamma is not None else [])
    cbs = [cb(index, tiles_across) for index in wide] + [cb(index, 1) for index in (8, 9, 26, 27)]

    has_gamma = int(gamma is not None)
    accessor_of_gamma = ttnn.TensorAccessorArgs(gamma) if gamma is not None else ttnn.TensorAccessorArgs()
    reader_args, compute_args, writer_args = ttnn.RuntimeArgs(), ttnn.RuntimeArgs(), ttnn.RuntimeArgs()
    first = 0
    for group, count in ((group_1, blocks_1), (group_2, blocks_2)):
        for core in ttnn.corerange_to_cores(group):
            first_row = first * ROWS_PER_BLOCK
            last_row = min(rows, (first + count) * ROWS_PER_BLOCK) - 1
            reader_args[core.x][core.y] = [
                x.buffer_address(),
                gamma.buffer_address() if gamma is not None else 0,
                first_row,
                last_row,
                count,
                float_bits(1.0 / width),
                float_bits(epsilon),
            ]
            compute_args[core.x][core.y] = [count]
            writer_args[core.x][core.y] = [y.buffer_address(), first_row, last_row, count]
            first += count

    reader = ttnn.KernelDescriptor(
        kernel_source=str(KERNELS / "rms_norm_reader.cpp"),
        core_ranges=cores,
        compile_time_args=[
            tiles_across,
            has_gamma,
            *ttnn.TensorAccessorArgs(x).get_compile_time_args(),
            *accessor_of_gamma.get_compile_time_args(),
        ],
        runtime_args=reader_args,
        config=ttnn.ReaderConfigDescriptor(),
    )
    compute = ttnn.KernelDescriptor(
        kernel_source=str(KERNELS / "rms_norm_compute.cpp"),
        core_ranges=cores,
        compile_time_args=[tiles_across, has_gamma],
        runtime_args=compute_args,
        config=ttnn.ComputeConfigDescriptor(math_fidelity=ttnn.MathFidelity.HiFi4),
    )
    writer = ttnn.KernelDescriptor(
        kernel_source=str(KERNELS / "rms_norm_writer.cpp"),
        core_ranges=cores,
        compile_time_args=[tiles_across, *ttnn.TensorAccessorArgs(y).get_compile_time_args()],
        runtime_args=writer_args,
        config=ttnn.WriterConfigDescriptor(),
    )
    return ttnn.ProgramDescriptor(kernels=[reader, compute, writer], cbs=cbs)
