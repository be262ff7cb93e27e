"""The program of softmax: lines of tiles along the reduced dimension, split over the whole grid.

A line is a tile-row (dim -1) or a tile-column (dim -2). Its n tiles are read, kept in L1 and written back; only the
distance from one tile of a line to the next differs between the two.

  CB    holds                pages
  0     a line of the input  2n, so that the next one is read meanwhile
  8     1 for reductions     1
  16    a line of the output 2n
  24    the maximum          1
  25    exp(x - max)         n
  26    1 / sum              1
"""

from __future__ import annotations

import math
from pathlib import Path

import ttnn

KERNELS = Path(__file__).parent / "kernels"


def create_program_descriptor(x: ttnn.Tensor, y: ttnn.Tensor, dim: int) -> ttnn.ProgramDescriptor:
    """One program per shape and dimension."""
    tiles_down, tiles_across = x.shape[-2] // 32, x.shape[-1] // 32
    planes = math.prod(x.shape) // (x.shape[-2] * x.shape[-1])
    along = tiles_across if dim == -1 else tiles_down
    lines = planes * (tiles_down if dim == -1 else tiles_across)
    tile_bytes = ttnn.tile_size(x.dtype)
    scaler_bytes = ttnn.tile_size(ttnn.bfloat16)

    grid = x.device().compute_with_storage_grid_size()
    _, cores, group_1, group_2, lines_1, lines_2 = ttnn.split_work_to_cores(grid, lines)

    def cb(index: int, pages: int, dtype: ttnn.DataType = x.dtype, page_bytes: int = tile_bytes) -> ttnn.CBDescriptor:
        return ttnn.CBDescriptor(pages * page_bytes, cores, [ttnn.CBFormatDescriptor(index, dtype, page_bytes)])

    cbs = [
        cb(0, 2 * along),
        cb(8, 1, ttnn.bfloat16, scaler_bytes),
        cb(16, 2 * along),
        cb(24, 1),
        cb(25, along),
        cb(26, 1),
    ]

    reader_args, compute_args, writer_args = ttnn.RuntimeArgs(), ttnn.RuntimeArgs(), ttnn.RuntimeArgs()
    first = 0
    for group, count in ((group_1, lines_1), (group_2, lines_2)):
        for core in ttnn.corerange_to_cores(group):
            reader_args[core.x][core.y] = [x.buffer_address(), first, count]
            compute_args[core.x][core.y] = [count]
            writer_args[core.x][core.y] = [y.buffer_address(), first, count]
            first += count

    # Line l starts at tile (l / per_plane) * plane + (l % per_plane) * to_next_line; its tiles lie to_next_tile apart.
    per_plane, to_next_line, to_next_tile = (
        (tiles_down, tiles_across, 1) if dim == -1 else (tiles_across, 1, tiles_across)
    )
    walk = [along, per_plane, tiles_down * tiles_across, to_next_line, to_next_tile]
    fp32 = x.dtype == ttnn.float32
    reader = ttnn.KernelDescriptor(
        kernel_source=str(KERNELS / "softmax_reader.cpp"),
        core_ranges=cores,
        compile_time_args=[*walk, *ttnn.TensorAccessorArgs(x).get_compile_time_args()],
        runtime_args=reader_args,
        config=ttnn.ReaderConfigDescriptor(),
    )
    compute = ttnn.KernelDescriptor(
        kernel_source=str(KERNELS / "softmax_compute.cpp"),
        core_ranges=cores,
        compile_time_args=[along, int(dim == -1)],
        runtime_args=compute_args,
        config=ttnn.ComputeConfigDescriptor(math_fidelity=ttnn.MathFidelity.HiFi4, fp32_dest_acc_en=fp32),
    )
    writer = ttnn.KernelDescriptor(
        kernel_source=str(KERNELS / "softmax_writer.cpp"),
        core_ranges=cores,
        compile_time_args=[*walk, *ttnn.TensorAccessorArgs(y).get_compile_time_args()],
        runtime_args=writer_args,
        config=ttnn.WriterConfigDescriptor(),
    )
    return ttnn.ProgramDescriptor(kernels=[reader, compute, writer], cbs=cbs)
