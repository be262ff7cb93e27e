"""The program of shift_max_rm: the plan of the C++ op and the same kernels."""

from __future__ import annotations

import math
import struct
from pathlib import Path

import ttnn

KERNELS = Path(__file__).parents[1] / "device" / "kernels"
L1_BYTES = 1_300_000  # what CBs may take on each core


def bits(value: float) -> int:
    """A number as the kernels take it: float32 bits."""
    return struct.unpack("<I", struct.pack("<f", value))[0]


def cbs_for(tensors, result, kind: str, tiles: int, depth: int, lines_stay: bool):
    """(index, dtype, pages) of every CB of a kind of plan with blocks of `tiles` tiles."""
    x, = tensors
    width = x.shape[-1]
    row = -(-width // (32 * tiles)) * tiles
    stay = kind == "tiles resident"
    cbs = []
    cbs.append((0, x.dtype, depth * tiles))  # x as sticks
    if width % 32 != 0:
        cbs.append((8, ttnn.float32, 1))  # 1 in columns that exist

    cbs.append((16, result.dtype, depth * tiles))  # result as sticks
    cbs.append((24, x.dtype, row if stay else tiles))  # x tiled
    cbs.append((25, ttnn.float32, 1))  # max(x)
    if not stay:
        cbs.append((26, result.dtype, tiles))  # result tiles

    return cbs


def choose_plan(tensors, result, width_tiles: int):
    """Kind, tiles of a block, depth of the stick CBs, whether lines stay: as the C++ op chooses."""
    x, = tensors

    def fits(*plan):
        return sum(pages * ttnn.tile_size(dtype) for _, dtype, pages in cbs_for(tensors, result, *plan)) <= L1_BYTES

    has_lines = False
    wide = ttnn.float32 in [t.dtype for t in (x, result) if t is not None]
    line_bytes = 128 if wide else 64  # of a stick in a tile
    least = max(-(-width_tiles // (2048 // line_bytes)), 2)
    if fits("resident", width_tiles, 2, has_lines):
        return "resident", width_tiles, 2, has_lines

    blocks = least
    while blocks <= width_tiles:
        tiles = -(-width_tiles // blocks)
        if blocks > least and tiles * line_bytes < 256:
            break

        for stay in (True, False) if has_lines else (False,):
            if fits("tiles resident", tiles, 2, stay):
                return "tiles resident", tiles, 2, stay


        blocks *= 2

    if fits("resident", width_tiles, 1, has_lines):
        return "resident", width_tiles, 1, has_lines

    for blocks in range(least, width_tiles + 1):
        tiles = -(-width_tiles // blocks)
        if fits("streaming", tiles, 2, False):
            return "streaming", tiles, 2, False


    raise RuntimeError("shift_max_rm: no plan fits L1")


def create_program_descriptor(tensors, result) -> ttnn.ProgramDescriptor:
    """`tensors` in the order of the spec, None where an optional one is absent."""
    x, = tensors
    width = x.shape[-1]
    sticks = math.prod(x.shape) // width
    width_tiles, tail = -(-width // 32), width % 32
    kind, tiles, depth, lines_stay = choose_plan(tensors, result, width_tiles)
    blocks = -(-width_tiles // tiles)
    anchor = 0
    passes = (2) if kind == "streaming" else 1
    first = blocks
    grid = x.device().compute_with_storage_grid_size()
    _, cores, group_1, group_2, rows_1, rows_2 = ttnn.split_work_to_cores(grid, -(-sticks // 32))

    planned = cbs_for(tensors, result, kind, tiles, depth, lines_stay)
    cbs = [
        ttnn.CBDescriptor(
            pages * ttnn.tile_size(dtype), cores, [ttnn.CBFormatDescriptor(index, dtype, ttnn.tile_size(dtype))]
        )
        for index, dtype, pages in planned
    ]
    modes = [ttnn.UnpackToDestMode.Default] * 64
    for index, dtype, _ in planned:
        if dtype == ttnn.float32:
            modes[index] = ttnn.UnpackToDestMode.UnpackToDestFp32


    reader_args, compute_args, writer_args = ttnn.RuntimeArgs(), ttnn.RuntimeArgs(), ttnn.RuntimeArgs()
    addresses = [0 if tensor is None else tensor.buffer_address() for tensor in tensors]
    row = 0
    for group, count in ((group_1, rows_1), (group_2, rows_2)):
        for core in ttnn.corerange_to_cores(group):
            begin, own = row * 32, min(sticks - row * 32, count * 32)
            reader_args[core.x][core.y] = [begin, own, *addresses]
            compute_args[core.x][core.y] = [count]
            writer_args[core.x][core.y] = [result.buffer_address(), begin, own]
            row += count


    bytes_of = {ttnn.bfloat16: 2, ttnn.float32: 4}
    stick_bytes = [0 if t is None else t.shape[-1] * bytes_of[t.dtype] for t in tensors]
    common = [width_tiles, tail, tiles, blocks, passes, first, anchor, int(kind == "tiles resident")]
    common += [int(lines_stay), bits(1.0 / width), *stick_bytes]
    accessors = []
    for tensor in tensors:
        accessor = ttnn.TensorAccessorArgs() if tensor is None else ttnn.TensorAccessorArgs(tensor)
        accessors += accessor.get_compile_time_args()

    result_bytes = width * bytes_of[result.dtype]
    reader = ttnn.KernelDescriptor(
        kernel_source=str(KERNELS / "dataflow/reader_shift_max_rm.cpp"),
        core_ranges=cores,
        compile_time_args=[*common, *accessors],
        runtime_args=reader_args,
        config=ttnn.ReaderConfigDescriptor(),
    )
    compute_config = ttnn.ComputeConfigDescriptor(fp32_dest_acc_en=True)
    compute_config.unpack_to_dest_mode = modes
    compute = ttnn.KernelDescriptor(
        kernel_source=str(KERNELS / "compute/shift_max_rm_compute.cpp"),
        core_ranges=cores,
        compile_time_args=common,
        runtime_args=compute_args,
        config=compute_config,
    )
    writer = ttnn.KernelDescriptor(
        kernel_source=str(KERNELS / "dataflow/writer_shift_max_rm.cpp"),
        core_ranges=cores,
        compile_time_args=[result_bytes, tiles, blocks, *ttnn.TensorAccessorArgs(result).get_compile_time_args()],
        runtime_args=writer_args,
        config=ttnn.WriterConfigDescriptor(),
    )
    return ttnn.ProgramDescriptor(kernels=[reader, compute, writer], cbs=cbs)
