"""`tilewright.expect`: right programs pass, wrong ones raise with the right suspect first; real kernels throughout."""

from __future__ import annotations

import numpy
import pytest
import tilewright
import torch
import ttnn
import wrong_programs as made

COPY = {"init": "copy_tile_init(0);", "call": "copy_tile(0, 0, 0);"}


def bf16(*shape, seed=0, mean=0.0, deviation=1.0):
    """Random values that bfloat16 holds."""
    torch.manual_seed(seed)
    return (torch.randn(*shape) * deviation + mean).bfloat16()


def tile(device, values, **options):
    return ttnn.from_torch(values, layout=ttnn.TILE_LAYOUT, device=device, **options)


def wrong(op, reference, inputs, **options):
    """What is suspected."""
    with pytest.raises(tilewright.WrongResult) as caught:
        tilewright.expect(op, reference, inputs, **options)
    error = caught.value
    assert error.suspects, str(error)
    assert error.diagnosis["wrong"] > 0
    return error


def first(error, kind, words="", proven=None):
    """The first suspect is of this kind, says so, and is proven this way."""
    suspect = error.suspects[0]
    assert suspect["kind"] == kind, str(error)
    assert words in suspect["what"], str(error)
    if proven is not None:
        assert suspect["proven"] == proven, str(error)
    assert words in str(error), str(error)
    return suspect


# ---- right ones -----------------------------------------------------------------------------------------------------

RIGHT = {
    "add": (made.each_tile(), lambda a, b: a + b, 2),
    "add on 3 cores": (made.each_tile(cores=3), lambda a, b: a + b, 2),
    "sub": (made.each_tile("sub_tiles_init(0, 1);", "sub_tiles(0, 1, 0, 0, 0);"), lambda a, b: a - b, 2),
    "mul": (made.each_tile("mul_tiles_init(0, 1);", "mul_tiles(0, 1, 0, 0, 0);"), lambda a, b: a * b, 2),
    "copy": (made.each_tile(**COPY), lambda x: x, 1),
    "mean": (made.each_row(), lambda x: x.mean(-1, keepdim=True), 1),
    "sum": (made.each_row(scale=lambda width: 1.0, cores=2), lambda x: numpy.sum(x, -1, keepdims=True), 1),
    "exp": (
        made.each_tile("copy_tile_init(0); exp_tile_init();", "copy_tile(0, 0, 0); exp_tile(0);"),
        lambda x: torch.exp(x),
        1,
    ),
}


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.parametrize("shape", [(64, 50), (2, 40, 96)])
def test_right_programs_pass(device, name, shape):
    op, reference, count = RIGHT[name]
    inputs = [tile(device, bf16(*shape, seed=seed)) for seed in range(count)]
    result = tilewright.expect(op, reference, inputs)
    assert isinstance(result, ttnn.Tensor)


# ---- wrong ones -----------------------------------------------------------------------------------------------------


def row_mean(x):
    return x.mean(-1, keepdim=True)


def row_sum(x):
    return x.sum(-1, keepdim=True)


def test_padded_width_in_the_scaler(device):
    op = made.each_row(scale=lambda width: 1.0 / 64)
    error = wrong(op, row_mean, [tile(device, bf16(96, 50, mean=0.5))])
    suspect = first(error, "ratio", "50/64, width over padded width", "recomputation")
    assert suspect["numbers"]["ratio"] == pytest.approx(50 / 64)
    assert suspect["explained"] == suspect["of"] == 96
    assert error.finding.code == "TW2702"


def test_padding_in_a_maximum_is_an_error(device):
    op = made.each_row("MAX", scale=lambda width: 1.0)
    x = tile(device, bf16(64, 50, mean=-4))
    error = wrong(op, lambda x: x.max(-1, keepdim=True).values, [x])
    first(error, "padding", "the padding of x gets into 64 elements", "re-run")
    assert error.finding.code == "TW2703" and error.finding.severity == "error"
    # The reference that takes the padding in says the same without a re-run.
    without = wrong(op, lambda x: x.max(-1, keepdim=True).values, [x], rerun=False)
    first(without, "padding", "as 0", "recomputation")


def test_garbage_in_padding(device):
    # The mean is right where the host has padded with zeros.
    tilewright.expect(made.each_row(), row_mean, [tile(device, bf16(64, 50))])
    for garbage in (float("nan"), 1e30, 3.0):
        error = wrong(made.each_row(), row_mean, [tile(device, bf16(64, 50), pad_value=garbage)])
        first(error, "padding", "the padding of x", "re-run")
        assert error.finding.code == "TW2703"


def test_last_tile_left_out_of_a_sum(device):
    op = made.each_row(scale=lambda width: 1.0, last="(Wt - 1)")
    error = wrong(op, row_sum, [tile(device, bf16(64, 160, mean=0.2))])
    first(error, "tile_left_out", "tile 4 of 5 along the width of x", "recomputation")


def test_first_tile_counted_twice(device):
    op = made.each_row(scale=lambda width: 1.0, last="(Wt + 1)", index="h * Wt + w % Wt")
    error = wrong(op, row_sum, [tile(device, bf16(64, 160, mean=0.2))])
    first(error, "tile_counted_twice", "tile 0 of 5", "recomputation")


def test_broadcast_along_the_wrong_dimension(device):
    op = made.each_tile("add_bcast_cols_init_short(0, 1);", "add_tiles_bcast_cols(0, 1, 0, 0, 0);", b_index="t % Wt")
    error = wrong(op, lambda x, bias: x + bias, [tile(device, bf16(64, 96)), tile(device, bf16(1, 96, seed=1))])
    first(error, "broadcast", "bias is broadcast as a column", "recomputation")
    right = made.each_tile("add_bcast_rows_init_short(0, 1);", "add_tiles_bcast_rows(0, 1, 0, 0, 0);", b_index="t % Wt")
    tilewright.expect(right, lambda x, bias: x + bias, [tile(device, bf16(64, 96)), tile(device, bf16(1, 96, seed=1))])


def test_operands_exchanged(device):
    op = made.each_tile("sub_tiles_init(1, 0);", "sub_tiles(1, 0, 0, 0, 0);")
    error = wrong(op, lambda a, b: a - b, [tile(device, bf16(64, 64)), tile(device, bf16(64, 64, seed=1))])
    first(error, "exchanged", "a and b are exchanged", "recomputation")


def test_transposed_tiles(device):
    op = made.each_tile("transpose_wh_init_short(0);", "transpose_wh_tile(0, 0, 0);")
    error = wrong(op, lambda x: x, [tile(device, bf16(64, 96))])
    first(error, "transposed", "each tile is transposed", "recomputation")


def test_every_core_reads_from_the_start(device):
    op = made.each_tile(**COPY, cores=4, read_start=lambda start: 0)
    error = wrong(op, lambda x: x, [tile(device, bf16(64, 128))])
    first(error, "core_start", "start index is not added", "recomputation")


def test_an_index_that_does_not_go_on(device):
    op = made.each_tile(b_index="0")
    error = wrong(op, lambda a, b: a + b, [tile(device, bf16(64, 96)), tile(device, bf16(64, 96, seed=1))])
    first(error, "input_order", "of b, tile 0 is taken every time", "recomputation")


def test_tiles_that_nobody_writes(device):
    skip = "if (t + 1 < start + count) { noc_async_write_page(t, out, get_read_ptr(16)); }"
    op = made.each_tile(**COPY, cores=4, write=skip)
    error = wrong(op, lambda x: x, [tile(device, bf16(96, 160))])
    first(error, "never_written", "4096 of 15360 elements", "re-run")
    assert error.finding.code == "TW2704"
    assert "last tile of each core's share" in error.diagnosis["where"]


def test_a_page_that_nobody_filled(device):
    # Nothing is read into the first page of b: whatever lay in L1 is added.
    op = made.each_tile(read_b="if (t != 0) { noc_async_read_page(t, b, get_write_ptr(1)); }")
    error = wrong(op, lambda a, b: a + b, [tile(device, bf16(64, 64)), tile(device, bf16(64, 64, seed=1))])
    first(error, "old_memory", "memory of a CB", "re-run")
    assert error.finding.code == "TW2705" and "tile 0" in error.diagnosis["where"]
    assert "TW2117" in {finding.code for finding in tilewright.take_findings()}


def test_sums_that_are_not_cleared(device):
    # The packer goes on adding to the page that is there.
    pack = "pack_reconfig_l1_acc(t == 0 ? 0 : 1); pack_tile(0, 16);"
    op = made.each_tile(**COPY, pack=pack, out_pages=1)
    error = wrong(op, lambda x: x, [tile(device, bf16(32, 160))])
    first(error, "accumulated", "all tiles before it", "recomputation")


def test_sixteen_bits_in_dst(device):
    x = tile(device, bf16(64, 4096, mean=1.0, deviation=0.5))
    near = {"rtol": 0.004, "atol": 0.0}
    tilewright.expect(made.each_row(scale=lambda width: 1.0), row_sum, [x], **near)
    error = wrong(made.each_row(scale=lambda width: 1.0, fp32=False), row_sum, [x], **near)
    first(error, "sixteen_bits", "DST has 16 bits", "re-run")


def test_an_exponential_that_overflows(device):
    op = made.each_tile(
        "copy_tile_init(0); exp_tile_init();", "copy_tile(0, 0, 0); exp_tile(0); add_unary_tile(0, 0x3F800000u);"
    )
    x = tile(device, bf16(64, 64, mean=60, deviation=40))
    error = wrong(op, lambda x: numpy.minimum(numpy.exp(x), 3e38) + 1, [x])
    first(error, "saturation", "is infinite")


def test_another_epsilon(device):
    op = made.each_tile(
        "copy_tile_init(0);",
        "copy_tile(0, 0, 0); binop_with_scalar_tile_init(); add_unary_tile(0, EPSILON); rsqrt_tile_init(); "
        "rsqrt_tile(0);".replace("EPSILON", f"{made.float_bits(1e-3)}u"),
    )
    x = tile(device, torch.rand(64, 64).mul(0.01).bfloat16())
    error = wrong(op, lambda x: 1 / torch.sqrt(x + 1e-5), [x])
    suspect = first(error, "constant", "as if the constant 1e-05 were 0.001 instead of 1e-05", "recomputation")
    assert suspect["numbers"]["value"] == pytest.approx(1e-3)


def test_sign(device):
    op = made.each_tile("copy_tile_init(0); negative_tile_init();", "copy_tile(0, 0, 0); negative_tile(0);")
    first(wrong(op, lambda x: x * 1, [tile(device, bf16(64, 64))]), "sign", "wrong sign", "recomputation")


def test_tile_bytes_in_a_row_major_tensor(device):
    write = "for (uint32_t r = 0; r < 32; ++r) { noc_async_write_page(t * 32 + r, out, get_read_ptr(16) + r * 64); }"
    op = made.each_tile(**COPY, write=write, out_layout=ttnn.ROW_MAJOR_LAYOUT)
    error = wrong(op, lambda x: x, [tile(device, bf16(96, 32))])
    first(error, "faces", "not untilized", "recomputation")


def test_low_fidelity(device):
    op = made.each_tile("mul_tiles_init(0, 1);", "mul_tiles(0, 1, 0, 0, 0);", fidelity=ttnn.MathFidelity.LoFi)
    inputs = [tile(device, bf16(64, 64)), tile(device, bf16(64, 64, seed=1))]
    error = wrong(op, lambda a, b: a * b, inputs, rtol=0.01, atol=1e-6)
    first(error, "fidelity", "fidelity is too low", "re-run")


def test_a_bias_that_is_left_out(device):
    op = made.each_tile(**COPY)
    error = wrong(op, lambda x, bias: 2 * x + bias, [tile(device, bf16(64, 64)), tile(device, bf16(64, 64, seed=3))])
    assert error.suspects[0]["kind"] in ("unchanged",), str(error)
    mul = made.each_tile("mul_tiles_init(0, 1);", "mul_tiles(0, 1, 0, 0, 0);")

    def op_of_three(a, b, bias):
        return mul(a, b)

    inputs = [tile(device, bf16(64, 64, seed=seed)) for seed in range(2)] + [tile(device, bf16(1, 64, seed=3))]
    error = wrong(op_of_three, lambda a, b, bias: a * b + bias, inputs)
    first(error, "left_out", "bias is left out", "recomputation")


def test_columns_of_tiles_walked_down(device):
    op = made.each_tile(**COPY, a_index="(t % 2) * Wt + t / 2")
    error = wrong(op, lambda x: x, [tile(device, bf16(64, 96))])
    first(error, "tile_order", "column by column", "recomputation")


# ---- how it is used -------------------------------------------------------------------------------------------


def test_as_a_decorator_with_settings(device):
    calls = []

    def reference(x, eps=1e-5):
        calls.append(eps)
        return numpy.mean(x, -1, keepdims=True) + 0 * eps

    @tilewright.expect(reference, rtol=0.02, atol=0.01)
    def my_mean(x, device=None, memory_config=None, eps=1e-3):
        """Says what it does."""
        return made.each_row()(x)

    x = tile(device, bf16(64, 96))
    result = my_mean(x, device=device, eps=1e-4)
    assert my_mean.__name__ == "my_mean" and my_mean.__doc__ == "Says what it does."
    assert tuple(result.shape) == (64, 1) and calls[0] == 1e-4
    with pytest.raises(AssertionError) as caught:  # a plain assertion to whoever knows no more
        tilewright.expect(made.each_row(scale=lambda w: 2.0 / w), reference, [x])
    assert isinstance(caught.value, tilewright.Error) and "TW2702" in str(caught.value)


def test_results_and_arrays_without_an_op(device):
    values = bf16(32, 64)
    result = tile(device, values.float() * 2)
    tilewright.expect(result, values.float() * 2)
    tilewright.expect(result, lambda x: 2 * x, [values])
    with pytest.raises(tilewright.WrongResult) as caught:
        tilewright.expect(result, values, name="doubled")
    assert caught.value.suspects[0]["kind"] == "ratio" and "doubled" in str(caught.value)
    assert caught.value.finding.code == "TW2702"
    with pytest.raises(ValueError, match="shape"):
        tilewright.expect(result, values[:16])
    with pytest.raises(TypeError, match="reference"):
        tilewright.expect(result)


def test_noise_has_no_suspect(device):
    rng = numpy.random.default_rng(3)
    values = bf16(64, 96)
    noisy = tile(device, values + torch.from_numpy(rng.normal(0, 0.3, (64, 96))).bfloat16())
    with pytest.raises(tilewright.WrongResult) as caught:
        tilewright.expect(noisy, lambda x: x, [values])
    assert caught.value.suspects == []
    assert "suspect" not in str(caught.value)


def test_whole_numbers_are_compared_exactly(device):
    values = numpy.arange(32 * 32, dtype=numpy.uint32).reshape(32, 32)
    result = ttnn.from_torch(values, layout=ttnn.TILE_LAYOUT, device=device)
    tilewright.expect(result, values)
    with pytest.raises(tilewright.WrongResult):
        tilewright.expect(result, values + 1)


def test_padding_of_a_right_result_where_asked(device):
    # A sum over padding that happens to be zero is right, and depends on it.
    op = made.each_row(scale=lambda width: 1.0)
    x = tile(device, bf16(64, 50))
    tilewright.expect(op, row_sum, [x])
    with pytest.raises(tilewright.WrongResult) as caught:
        tilewright.expect(op, row_sum, [x], padding=True)
    assert caught.value.finding.code == "TW2703"
    copies = made.each_tile(**COPY)
    tilewright.expect(copies, lambda x: x, [x], padding=True)


def test_a_stale_result_is_recognised(device):
    """An op that returns the tensor of the call before."""
    kept = {}

    def op(x):
        out = made.each_tile(**COPY)(x)
        return kept.setdefault("first", out)

    check = tilewright.expect(lambda x: x, rerun=False)(op)
    check(tile(device, bf16(64, 64)))
    with pytest.raises(tilewright.WrongResult) as caught:
        check(tile(device, bf16(64, 64, seed=5)))
    assert caught.value.suspects[0]["kind"] == "stale"
    assert "a call before" in caught.value.suspects[0]["what"]


def test_the_inputs_are_as_they_were_after_re_runs(device):
    values = bf16(64, 50, mean=-4)
    x = tile(device, values)
    wrong(made.each_row("MAX", scale=lambda width: 1.0), lambda x: x.max(-1, keepdim=True).values, [x])
    assert torch.equal(ttnn.to_torch(x), values)
