"""Programs of the benchmark that are no ops: tilize, untilize, a chain of SFPU calls, a matrix product."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tilewright import ttnn

HERE = Path(__file__).parent / "kernels"
MATMUL = Path(__file__).parents[2] / "examples/matmul_single_core/kernels"
WRITER = Path(__file__).parents[2] / "examples/eltwise_binary/kernels/write_tiles.cpp"


def _split(device, count: int):
    grid = device.compute_with_storage_grid_size()
    _, cores, group_1, group_2, first_count, second_count = ttnn.split_work_to_cores(grid, count)
    shares, first = [], 0
    for group, many in ((group_1, first_count), (group_2, second_count)):
        for core in ttnn.corerange_to_cores(group):
            shares.append((core, first, many))
            first += many
    return cores, shares


def _kernel(path: Path, cores, shares, compile_time: list[int], arguments: Callable, config):
    words = ttnn.RuntimeArgs()
    for core, first, many in shares:
        words[core.x][core.y] = arguments(first, many)
    return ttnn.KernelDescriptor(
        kernel_source=str(path), core_ranges=cores, compile_time_args=compile_time, runtime_args=words, config=config
    )


def _compute(fp32: bool):
    return ttnn.ComputeConfigDescriptor(math_fidelity=ttnn.MathFidelity.HiFi4, fp32_dest_acc_en=fp32)


def _tile_rows(x, layout, compute: str, *more: int) -> Callable[[], object]:
    """Every tile-row of x goes through c_0 and c_16; rows or tiles at either end."""
    device = x.device()
    tiles = x.shape[-1] // 32
    cores, shares = _split(device, x.shape[-2] // 32)
    tile_bytes = ttnn.tile_size(x.dtype)
    row_bytes = tile_bytes // 32 * tiles
    fp32 = x.dtype == ttnn.float32

    y = ttnn.allocate_tensor_on_device(x.shape, x.dtype, layout, device, ttnn.DRAM_MEMORY_CONFIG)
    ends = []
    for tensor, direction, config in (
        (x, "in", ttnn.ReaderConfigDescriptor()),
        (y, "out", ttnn.WriterConfigDescriptor()),
    ):
        of_rows = tensor.layout == ttnn.ROW_MAJOR_LAYOUT
        shape = [tiles, row_bytes if of_rows else tile_bytes]
        accessor = ttnn.TensorAccessorArgs(tensor).get_compile_time_args()
        address = tensor.buffer_address()
        ends.append(
            _kernel(
                HERE / f"{'rows' if of_rows else 'tiles'}_{direction}.cpp",
                cores,
                shares,
                [*shape, *accessor],
                lambda first, many, address=address: [address, first, many],
                config,
            )
        )
    middle = _kernel(HERE / compute, cores, shares, [tiles, *more], lambda first, many: [many], _compute(fp32))
    cbs = [
        ttnn.CBDescriptor(2 * tiles * tile_bytes, cores, [ttnn.CBFormatDescriptor(index, x.dtype, tile_bytes)])
        for index in (0, 16)
    ]
    program = ttnn.ProgramDescriptor(kernels=[ends[0], middle, ends[1]], cbs=cbs)

    return lambda: ttnn.generic_op([x, y], program)


def tilize(x) -> Callable[[], object]:
    """Rows to tiles and nothing else."""
    return _tile_rows(x, ttnn.TILE_LAYOUT, "tilize_alone.cpp")


def untilize(x) -> Callable[[], object]:
    """Tiles to rows and nothing else."""
    tiles = x.shape[-1] // 32
    return _tile_rows(x, ttnn.ROW_MAJOR_LAYOUT, "untilize_alone.cpp", 4 if tiles % 4 == 0 else 1)


def chain(x) -> Callable[[], object]:
    """log(exp(x) + 1), one SFPU call after the other."""
    return _tile_rows(x, ttnn.TILE_LAYOUT, "softplus_rows.cpp")


def matmul(a, b) -> Callable[[], object]:
    """The kernels of examples/matmul_multi_core."""
    device = a.device()
    rows, inner, columns = a.shape[-2] // 32, a.shape[-1] // 32, b.shape[-1] // 32
    cores, shares = _split(device, rows * columns)
    tile_bytes = ttnn.tile_size(a.dtype)

    y = ttnn.allocate_tensor_on_device(
        ttnn.Shape([1, 1, 32 * rows, 32 * columns]), a.dtype, ttnn.TILE_LAYOUT, device, ttnn.DRAM_MEMORY_CONFIG
    )
    operands = [a.buffer_address(), b.buffer_address(), inner, columns]
    layouts = [word for one in (a, b) for word in ttnn.TensorAccessorArgs(one).get_compile_time_args()]
    kernels = [
        _kernel(
            MATMUL / "read_operands.cpp",
            cores,
            shares,
            layouts,
            lambda first, many: [*operands, first, many],
            ttnn.ReaderConfigDescriptor(),
        ),
        _kernel(
            MATMUL / "multiply.cpp",
            cores,
            shares,
            [],
            lambda first, many: [many, inner],
            _compute(False),
        ),
        _kernel(
            WRITER,
            cores,
            shares,
            ttnn.TensorAccessorArgs(y).get_compile_time_args(),
            lambda first, many: [y.buffer_address(), first, many],
            ttnn.WriterConfigDescriptor(),
        ),
    ]
    cbs = [
        ttnn.CBDescriptor(2 * tile_bytes, cores, [ttnn.CBFormatDescriptor(index, a.dtype, tile_bytes)])
        for index in (0, 1, 16)
    ]
    program = ttnn.ProgramDescriptor(kernels=kernels, cbs=cbs)
    return lambda: ttnn.generic_op([a, b, y], program)
