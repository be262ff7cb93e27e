"""Wrong programs of other kinds than test_expect.py has: matrix products, sums over columns, loops of a data-movement
kernel over floats. Each beside its right twin; the first suspect names the mistake."""

from __future__ import annotations

import pytest
import tilewright
import torch
import ttnn
import wrong_programs as made
from programs import INCLUDE
from test_expect import COPY, bf16, first, tile, wrong

# ---- matrix products ----------------------------------------------------------------------------------------------

PRODUCT_READER = (
    INCLUDE
    + """
void kernel_main() {
    constexpr uint32_t Mt = get_compile_time_arg_val(0), Kt = get_compile_time_arg_val(1);
    constexpr uint32_t Nt = get_compile_time_arg_val(2);
    constexpr auto a_args = TensorAccessorArgs<3>();
    constexpr auto b_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
    const auto a = TensorAccessor(a_args, get_arg_val<uint32_t>(0), get_tile_size(0));
    const auto b = TensorAccessor(b_args, get_arg_val<uint32_t>(1), get_tile_size(1));
    for (uint32_t m = 0; m < Mt; ++m)
        for (uint32_t n = 0; n < Nt; ++n)
            for (uint32_t k = 0; k < K_END; ++k) {
                cb_reserve_back(0, 1);
                cb_reserve_back(1, 1);
                noc_async_read_page(m * Kt + k, a, get_write_ptr(0));
                noc_async_read_page(B_INDEX, b, get_write_ptr(1));
                noc_async_read_barrier();
                cb_push_back(0, 1);
                cb_push_back(1, 1);
            }
}
"""
)
PRODUCT = (
    made.HEADERS
    + """
void kernel_main() {
    constexpr uint32_t Mt = get_compile_time_arg_val(0), Kt = get_compile_time_arg_val(1);
    constexpr uint32_t Nt = get_compile_time_arg_val(2);
    mm_init(0, 1, 16, TURN);
    for (uint32_t tile = 0; tile < Mt * Nt; ++tile) {
        tile_regs_acquire();
        for (uint32_t k = 0; k < K_END; ++k) {
            cb_wait_front(0, 1);
            cb_wait_front(1, 1);
            matmul_tiles(0, 1, 0, 0, 0);
            cb_pop_front(0, 1);
            cb_pop_front(1, 1);
        }
        tile_regs_commit();
        cb_reserve_back(16, 1);
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_push_back(16, 1);
    }
}
"""
)


def product(k_end="Kt", b_index="k * Nt + n", turn="0"):
    """a @ b on one core."""

    def op(a, b):
        m, k, n = a.padded_shape[-2] // 32, a.padded_shape[-1] // 32, b.padded_shape[-1] // 32
        out = ttnn.allocate_tensor_on_device(
            ttnn.TensorSpec((a.shape[-2], b.shape[-1]), a.dtype, ttnn.TILE_LAYOUT), a.device()
        )
        words = ttnn.TensorAccessorArgs
        sizes = [("K_END", k_end), ("B_INDEX", b_index), ("TURN", turn)]
        program = ttnn.ProgramDescriptor(
            kernels=[
                made.kernel(
                    PRODUCT_READER,
                    1,
                    [(a.buffer_address(), b.buffer_address())],
                    [m, k, n, *words(a).get_compile_time_args(), *words(b).get_compile_time_args()],
                    ttnn.ReaderConfigDescriptor(),
                    sizes,
                ),
                made.kernel(
                    made.WRITER,
                    1,
                    [(out.buffer_address(), 0, m * n)],
                    words(out).get_compile_time_args(),
                    ttnn.WriterConfigDescriptor(),
                    [("WRITE", "noc_async_write_page(t, out, get_read_ptr(16));"), ("PAGE", "get_tile_size(16)")],
                ),
                made.kernel(PRODUCT, 1, [()], [m, k, n], made.compute_config(fp32=True), sizes),
            ],
            cbs=[made.buffer(index, ttnn.bfloat16, 1) for index in (0, 1, 16)],
        )
        return ttnn.generic_op([a, b, out], program)

    return op


def matrices(device, m=64, k=128, n=96):
    return [tile(device, bf16(m, k)), tile(device, bf16(k, n, seed=1))]


def test_a_right_product(device):
    tilewright.expect(product(), lambda a, b: a @ b, matrices(device))


def test_a_product_over_too_few_blocks(device):
    error = wrong(product(k_end="(Kt - 1)"), lambda a, b: a @ b, matrices(device))
    first(error, "tile_left_out", "tile 3 of 4 along the width of a", "recomputation")


def test_a_product_with_rows_and_columns_of_tiles_exchanged(device):
    error = wrong(product(b_index="n * Kt + k"), lambda a, b: a @ b, matrices(device, k=96))
    first(error, "input_order", "of b, rows and columns of tiles are exchanged", "recomputation")


def test_a_product_with_transposed_tiles(device):
    error = wrong(product(turn="1"), lambda a, b: a @ b, matrices(device))
    first(error, "transposed", "of b, each tile is transposed", "recomputation")


# ---- sums over columns --------------------------------------------------------------------------------------------


def columns(pool, scale):
    """Reduces each column of tiles: [..., H, W] to [..., 1, W]."""
    source = made.ROWS.replace("REDUCE_ROW", "REDUCE_COL")

    def op(x):
        down, across = made.tiles_of(x)
        out = ttnn.allocate_tensor_on_device(ttnn.TensorSpec((1, x.shape[-1]), x.dtype, ttnn.TILE_LAYOUT), x.device())
        words = ttnn.TensorAccessorArgs
        # Its rows are the columns of tiles: h counts them, w goes down.
        loop = [("FIRST", "0"), ("LAST", "Wt"), ("POOL", pool), ("INDEX", f"w * {across} + h")]
        program = ttnn.ProgramDescriptor(
            kernels=[
                made.kernel(
                    made.ROWS_READER,
                    1,
                    [(x.buffer_address(), 0, across)],
                    [down, made.bf16_pair(scale(x)), *words(x).get_compile_time_args()],
                    ttnn.ReaderConfigDescriptor(),
                    loop,
                ),
                made.kernel(
                    made.WRITER,
                    1,
                    [(out.buffer_address(), 0, across)],
                    words(out).get_compile_time_args(),
                    ttnn.WriterConfigDescriptor(),
                    [("WRITE", "noc_async_write_page(t, out, get_read_ptr(16));"), ("PAGE", "get_tile_size(16)")],
                ),
                made.kernel(source, 1, [(across,)], [down], made.compute_config(fp32=True), loop),
            ],
            cbs=[
                made.buffer(0, x.dtype, 1),
                made.buffer(2, ttnn.bfloat16, 1, 1),
                made.buffer(16, x.dtype, 1),
            ],
        )
        return ttnn.generic_op([x, out], program)

    return op


def test_the_padded_height_in_a_mean_over_rows(device):
    x = tile(device, bf16(40, 96, mean=0.4))
    tilewright.expect(columns("SUM", lambda x: 1 / x.shape[-2]), lambda x: x.mean(-2, keepdim=True), [x])
    error = wrong(columns("SUM", lambda x: 1 / x.padded_shape[-2]), lambda x: x.mean(-2, keepdim=True), [x])
    first(error, "ratio", "40/64, height over padded height", "recomputation")


def test_padding_rows_in_a_maximum(device):
    x = tile(device, bf16(40, 96, mean=-3))
    error = wrong(columns("MAX", lambda x: 1.0), lambda x: x.amax(-2, keepdim=True), [x])
    first(error, "padding", "the padding of x", "re-run")
    assert error.finding.code == "TW2703"


# ---- loops over floats in a data-movement kernel --------------------------------------------------------------------

FLOATS = (
    INCLUDE
    + """
void kernel_main() {
    constexpr uint32_t W = get_compile_time_arg_val(0), rows = get_compile_time_arg_val(1);
    constexpr auto x_args = TensorAccessorArgs<2>();
    constexpr auto y_args = TensorAccessorArgs<x_args.next_compile_time_args_offset()>();
    const auto x = TensorAccessor(x_args, get_arg_val<uint32_t>(0), W * 4);
    const auto y = TensorAccessor(y_args, get_arg_val<uint32_t>(1), W * 4);
    const uint32_t at = get_write_ptr(0);
    auto* v = reinterpret_cast<volatile tt_l1_ptr float*>(at);
    for (uint32_t row = 0; row < rows; ++row) {
        noc_async_read_page(row, x, at);
        noc_async_read_barrier();
        BODY
        noc_async_write_page(row, y, at);
        noc_async_write_barrier();
    }
}
"""
)


def floats(body):
    """Each row of a row-major float32 tensor, in place in L1."""

    def op(x):
        width = x.shape[-1]
        rows = x.logical_volume() // width
        out = ttnn.allocate_tensor_on_device(
            ttnn.TensorSpec(tuple(x.shape), ttnn.float32, ttnn.ROW_MAJOR_LAYOUT), x.device()
        )
        words = ttnn.TensorAccessorArgs
        program = ttnn.ProgramDescriptor(
            kernels=[
                made.kernel(
                    FLOATS,
                    1,
                    [(x.buffer_address(), out.buffer_address())],
                    [width, rows, *words(x).get_compile_time_args(), *words(out).get_compile_time_args()],
                    ttnn.ReaderConfigDescriptor(),
                    [("BODY", body)],
                )
            ],
            cbs=[made.buffer(0, ttnn.float32, 1)],
        )
        return ttnn.generic_op([x, out], program)

    return op


SQUARES = "float s = 0; for (uint32_t i = 0; i < W; ++i) s += v[i] * v[i];"
CENTRED = (
    "float m = 0; for (uint32_t i = 0; i < W; ++i) m += v[i]; m /= W; float s = 0; "
    "for (uint32_t i = 0; i < W; ++i) s += (v[i] - m) * (v[i] - m);"
)
SCALE = "const float f = 1.0f / __builtin_sqrtf(s / (COUNT) + 1e-5f);"
TIMES = "for (uint32_t i = 0; i < W; ++i) v[i] = v[i] * f;"


def rows(device, width=48, mean=0.0):
    torch.manual_seed(7)
    return ttnn.from_torch(torch.randn(40, width) + mean, layout=ttnn.ROW_MAJOR_LAYOUT, device=device)


def rms_norm(x):
    return x / torch.sqrt((x * x).mean(-1, keepdim=True) + 1e-5)


def layer_norm(x):
    return (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, keepdim=True, unbiased=False) + 1e-5)


def test_right_loops(device):
    tilewright.expect(floats(SQUARES + SCALE.replace("COUNT", "W") + TIMES), rms_norm, [rows(device)])
    norm = CENTRED + SCALE.replace("COUNT", "W") + "for (uint32_t i = 0; i < W; ++i) v[i] = (v[i] - m) * f;"
    tilewright.expect(floats(norm), layer_norm, [rows(device, mean=1.0)])


def test_a_root_mean_square_over_the_padded_width(device):
    op = floats(SQUARES + SCALE.replace("COUNT", "64") + TIMES)
    error = wrong(op, rms_norm, [rows(device, 40)])
    first(error, "ratio", "the root of 64/40, padded width over width", "recomputation")


def test_a_variance_that_is_not_centred(device):
    norm = (
        "float m = 0; for (uint32_t i = 0; i < W; ++i) m += v[i]; m /= W;"
        + SQUARES
        + SCALE.replace("COUNT", "W")
        + "for (uint32_t i = 0; i < W; ++i) v[i] = (v[i] - m) * f;"
    )
    error = wrong(floats(norm), layer_norm, [rows(device, mean=1.0)])
    first(error, "row_ratio", "a quantity of the row")
    assert error.suspects[0]["proven"] is None


def test_elements_one_column_too_early(device):
    op = floats("for (uint32_t i = 0; i + 1 < W; ++i) v[i] = 2 * v[i + 1]; v[W - 1] = 2 * v[W - 1];")
    error = wrong(op, lambda x: 2 * x, [rows(device)])
    first(error, "shifted", "each column is the one 1 after it", "recomputation")


def test_a_slope_ten_times_too_large(device):
    op = floats("for (uint32_t i = 0; i < W; ++i) { const float u = v[i]; if (u < 0) v[i] = u * 0.1f; }")
    error = wrong(op, lambda x: torch.where(x < 0, x * 0.01, x), [rows(device)])
    first(error, "constant", "as if the constant 0.01 were 0.1", "recomputation")


# ---- others ---------------------------------------------------------------------------------------------------------


def test_tiles_that_are_left_over_by_a_division(device):
    """Ten tiles on four cores: two for each, and two for nobody."""
    write = "if (t < count_for_all) { noc_async_write_page(t, out, get_read_ptr(16)); }".replace("count_for_all", "8")
    error = wrong(made.each_tile(**COPY, cores=4, write=write), lambda x: x, [tile(device, bf16(64, 160))])
    first(error, "never_written", "2048 of 10240 elements", "re-run")
    assert error.diagnosis["where"] == "in the tiles of core (3,0)"


def test_a_row_taken_as_a_scalar(device):
    op = made.each_tile(
        "mul_tiles_bcast_scalar_init_short(0, 1);", "mul_tiles_bcast_scalar(0, 1, 0, 0, 0);", b_index="t % Wt"
    )
    error = wrong(op, lambda x, scale: x * scale, [tile(device, bf16(64, 96)), tile(device, bf16(1, 96, seed=4))])
    first(error, "broadcast", "scale is broadcast as a scalar", "recomputation")


def test_halves_of_tiles_exchanged(device):
    write = (
        "noc_async_write(get_read_ptr(16) + 1024, out.get_noc_addr(t), 1024); "
        "noc_async_write(get_read_ptr(16), out.get_noc_addr(t) + 1024, 1024);"
    )
    error = wrong(made.each_tile(**COPY, write=write), lambda x: x, [tile(device, bf16(64, 96))])
    first(error, "faces", "upper and lower half are exchanged", "recomputation")


@pytest.mark.parametrize("seed", range(3))
def test_noise_after_a_product_has_no_suspect(device, seed):
    a, b = matrices(device)
    torch.manual_seed(seed)
    noisy = ttnn.to_torch(product()(a, b)).float() + torch.randn(64, 96) * 2
    with pytest.raises(tilewright.WrongResult) as caught:
        tilewright.expect(noisy, lambda a, b: a @ b, [a, b])
    assert caught.value.suspects == []
