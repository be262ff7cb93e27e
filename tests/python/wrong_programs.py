"""Programs of tiles that can be built right and wrong, for `expect`: element by element, and sums over rows."""

from __future__ import annotations

import struct

import ttnn
from programs import INCLUDE, SOURCE

READER = (
    INCLUDE
    + """
void kernel_main() {
    const uint32_t a_address = get_arg_val<uint32_t>(0), b_address = get_arg_val<uint32_t>(1);
    const uint32_t start = get_arg_val<uint32_t>(2), count = get_arg_val<uint32_t>(3);
    constexpr uint32_t Wt = get_compile_time_arg_val(0);
    constexpr auto a_args = TensorAccessorArgs<1>();
    constexpr auto b_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
    const auto a = TensorAccessor(a_args, a_address, get_tile_size(0));
    const auto b = TensorAccessor(b_args, b_address, get_tile_size(1));
    for (uint32_t t = start; t < start + count; ++t) {
        cb_reserve_back(0, 1);
        noc_async_read_page(A_INDEX, a, get_write_ptr(0));
        cb_reserve_back(1, 1);
        READ_B
        noc_async_read_barrier();
        cb_push_back(0, 1);
        cb_push_back(1, 1);
    }
}
"""
)
WRITER = (
    INCLUDE
    + """
void kernel_main() {
    const uint32_t address = get_arg_val<uint32_t>(0);
    const uint32_t start = get_arg_val<uint32_t>(1), count = get_arg_val<uint32_t>(2);
    constexpr auto args = TensorAccessorArgs<0>();
    const auto out = TensorAccessor(args, address, PAGE);
    for (uint32_t t = start; t < start + count; ++t) {
        cb_wait_front(16, 1);
        WRITE
        noc_async_write_barrier();
        cb_pop_front(16, 1);
    }
}
"""
)
HEADERS = "".join(
    f'#include "{name}"\n'
    for name in (
        "api/compute/compute_kernel_hw_startup.h",
        "api/compute/eltwise_binary.h",
        "api/compute/bcast.h",
        "api/compute/matmul.h",
        "api/compute/reduce.h",
        "api/compute/tile_move_copy.h",
        "api/compute/transpose_wh.h",
        "api/compute/pack.h",
        "api/compute/eltwise_unary/eltwise_unary.h",
        "api/compute/eltwise_unary/exp.h",
        "api/compute/eltwise_unary/negative.h",
        "api/compute/eltwise_unary/rsqrt.h",
        "api/compute/eltwise_unary/recip.h",
        "api/compute/eltwise_unary/relu.h",
        "api/compute/eltwise_unary/binop_with_scalar.h",
    )
)
EACH = (
    HEADERS
    + """
void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(0, 1, 16);
    INIT
    for (uint32_t t = 0; t < count; ++t) {
        cb_wait_front(0, 1);
        cb_wait_front(1, 1);
        cb_reserve_back(16, 1);
        tile_regs_acquire();
        CALL
        tile_regs_commit();
        tile_regs_wait();
        PACK_IT
        tile_regs_release();
        cb_push_back(16, 1);
        cb_pop_front(0, 1);
        cb_pop_front(1, 1);
    }
}
"""
)
ROWS_READER = (
    INCLUDE
    + """
#include "ttnn/kernel/dataflow/generate_reduce_scaler.hpp"
void kernel_main() {
    const uint32_t address = get_arg_val<uint32_t>(0);
    const uint32_t start = get_arg_val<uint32_t>(1), rows = get_arg_val<uint32_t>(2);
    constexpr uint32_t Wt = get_compile_time_arg_val(0), scaler = get_compile_time_arg_val(1);
    constexpr auto args = TensorAccessorArgs<2>();
    const auto x = TensorAccessor(args, address, get_tile_size(0));
    generate_reduce_scaler(2, scaler);
    for (uint32_t h = start; h < start + rows; ++h) {
        for (uint32_t w = FIRST; w < LAST; ++w) {
            cb_reserve_back(0, 1);
            noc_async_read_page(INDEX, x, get_write_ptr(0));
            noc_async_read_barrier();
            cb_push_back(0, 1);
        }
    }
}
"""
)
ROWS = (
    HEADERS
    + """
void kernel_main() {
    const uint32_t rows = get_arg_val<uint32_t>(0);
    constexpr uint32_t Wt = get_compile_time_arg_val(0);
    compute_kernel_hw_startup(0, 2, 16);
    reduce_init<PoolType::POOL, ReduceDim::REDUCE_ROW>(0, 2, 16);
    cb_wait_front(2, 1);
    for (uint32_t h = 0; h < rows; ++h) {
        cb_reserve_back(16, 1);
        tile_regs_acquire();
        for (uint32_t w = FIRST; w < LAST; ++w) {
            cb_wait_front(0, 1);
            reduce_tile<PoolType::POOL, ReduceDim::REDUCE_ROW>(0, 2, 0, 0, 0);
            cb_pop_front(0, 1);
        }
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_push_back(16, 1);
    }
    reduce_uninit();
    cb_pop_front(2, 1);
}
"""
)


def bf16_pair(value):
    """The bits of a bfloat16, twice, as a reduce scaler is given."""
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    bits = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    return bits << 16 | bits


def float_bits(value):
    """A float as the word that unary calls with a scalar take."""
    return struct.unpack("<I", struct.pack("<f", value))[0]


def core_set(count):
    """The first `count` cores of a row."""
    return ttnn.CoreRangeSet([ttnn.CoreRange(ttnn.CoreCoord(0, 0), ttnn.CoreCoord(count - 1, 0))])


def shares(total, cores):
    """(start, count) of each core."""
    each, more = divmod(total, cores)
    made, start = [], 0
    for core in range(cores):
        count = each + (core < more)
        made.append((start, count))
        start += count
    return made


def kernel(source, cores, args, compile_time_args=(), config=None, defines=()):
    """An inline kernel on these cores; `args` by core."""
    return ttnn.KernelDescriptor(
        kernel_source=source,
        source_type=SOURCE,
        core_ranges=core_set(cores),
        compile_time_args=list(compile_time_args),
        runtime_args=[(ttnn.CoreCoord(core, 0), list(words)) for core, words in enumerate(args)],
        defines=list(defines),
        config=config,
    )


def buffer(index, dtype, cores, pages=2):
    """A circular buffer of tiles."""
    page = ttnn.tile_size(dtype)
    return ttnn.CBDescriptor(pages * page, core_set(cores), [ttnn.CBFormatDescriptor(index, dtype, page)])


def compute_config(fp32=False, fidelity=ttnn.MathFidelity.HiFi4):
    """How the compute kernel works."""
    return ttnn.ComputeConfigDescriptor(math_fidelity=fidelity, fp32_dest_acc_en=fp32)


def tiles_of(tensor):
    """Tiles down (all matrices together) and across."""
    padded = list(tensor.padded_shape)
    down = 1
    for dim in padded[:-1]:
        down *= dim
    return down // 32, padded[-1] // 32


def each_tile(
    init="add_tiles_init(0, 1);",
    call="add_tiles(0, 1, 0, 0, 0);",
    *,
    pack="pack_tile(0, 16);",
    a_index="t",
    b_index="t",
    read_b=None,
    write="noc_async_write_page(t, out, get_read_ptr(16));",
    cores=1,
    read_start=lambda start: start,
    reads=lambda a, b, _out: (a, b),
    fp32=False,
    fidelity=ttnn.MathFidelity.HiFi4,
    out_layout=ttnn.TILE_LAYOUT,
    out_pages=2,
    middle=None,
):
    """An op of two inputs (or of one, given twice) that takes tile after tile."""

    def op(a, b=None):
        b = a if b is None else b
        device = a.device()
        down, across = tiles_of(a)
        spec = ttnn.TensorSpec(tuple(a.shape), a.dtype, out_layout)
        out = ttnn.allocate_tensor_on_device(spec, device)
        split = shares(down * across, cores)
        words = ttnn.TensorAccessorArgs
        program = ttnn.ProgramDescriptor(
            kernels=[
                kernel(
                    READER,
                    cores,
                    [(*reads(*(t.buffer_address() for t in (a, b, out))), read_start(s), n) for s, n in split],
                    [across, *words(a).get_compile_time_args(), *words(b).get_compile_time_args()],
                    ttnn.ReaderConfigDescriptor(),
                    [
                        ("A_INDEX", a_index),
                        ("READ_B", read_b or f"noc_async_read_page({b_index}, b, get_write_ptr(1));"),
                    ],
                ),
                kernel(
                    WRITER,
                    cores,
                    [(out.buffer_address(), s, n) for s, n in split],
                    words(out).get_compile_time_args(),
                    ttnn.WriterConfigDescriptor(),
                    [("WRITE", write), ("PAGE", "get_tile_size(16)" if out_layout == ttnn.TILE_LAYOUT else "64")],
                ),
                kernel(
                    EACH,
                    cores,
                    [(n,) for _, n in split],
                    [],
                    compute_config(fp32, fidelity),
                    [("INIT", init), ("CALL", call), ("PACK_IT", pack)],
                ),
            ],
            cbs=[
                buffer(0, a.dtype, cores),
                buffer(1, b.dtype, cores),
                buffer(16, middle or a.dtype, cores, out_pages),
            ],
        )
        return ttnn.generic_op([a, b, out], program)

    return op


def each_row(
    pool="SUM", *, scale=lambda width: 1.0 / width, index="h * Wt + w", first="0", last="Wt", fp32=True, cores=1
):
    """An op that reduces rows: [..., W] to [..., 1]."""

    def op(x):
        device = x.device()
        down, across = tiles_of(x)
        out = ttnn.allocate_tensor_on_device(
            ttnn.TensorSpec((*tuple(x.shape)[:-1], 1), x.dtype, ttnn.TILE_LAYOUT), device
        )
        split = shares(down, cores)
        loop = [("FIRST", first), ("LAST", last), ("POOL", pool), ("INDEX", index)]
        words = ttnn.TensorAccessorArgs
        program = ttnn.ProgramDescriptor(
            kernels=[
                kernel(
                    ROWS_READER,
                    cores,
                    [(x.buffer_address(), s, n) for s, n in split],
                    [across, bf16_pair(scale(x.shape[-1])), *words(x).get_compile_time_args()],
                    ttnn.ReaderConfigDescriptor(),
                    loop,
                ),
                kernel(
                    WRITER,
                    cores,
                    [(out.buffer_address(), s, n) for s, n in split],
                    words(out).get_compile_time_args(),
                    ttnn.WriterConfigDescriptor(),
                    [("WRITE", "noc_async_write_page(t, out, get_read_ptr(16));"), ("PAGE", "get_tile_size(16)")],
                ),
                kernel(ROWS, cores, [(n,) for _, n in split], [across], compute_config(fp32), loop),
            ],
            cbs=[buffer(0, x.dtype, cores), buffer(2, ttnn.bfloat16, cores, 1), buffer(16, x.dtype, cores)],
        )
        return ttnn.generic_op([x, out], program)

    return op
