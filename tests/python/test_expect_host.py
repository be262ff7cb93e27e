"""`tilewright.expect` on what the host gives a program: arguments and formats that were not meant, proven by trial."""

from __future__ import annotations

import pytest
import tilewright
import torch
import ttnn
import wrong_programs as made


def tile(device, seed=0, shape=(64, 96)):
    torch.manual_seed(seed)
    return ttnn.from_torch(torch.randn(*shape).bfloat16(), layout=ttnn.TILE_LAYOUT, device=device)


def wrong(op, reference, inputs):
    with pytest.raises(tilewright.WrongResult) as caught:
        tilewright.expect(op, reference, inputs)
    return caught.value


def proven(error, kind, *words):
    """The first suspect is of this kind; the fix is proven and has the words."""
    assert error.suspects[0]["kind"] == kind, str(error)
    assert error.finding.code == "TW2706", str(error)
    text = str(error)
    assert "fix    proven: " in text, text
    fix = text.split("fix    proven: ")[1].splitlines()[0]
    for word in words:
        assert word in fix, text


def subtract(a, b):
    return a - b


SUBTRACT = {"init": "sub_tiles_init(0, 1);", "call": "sub_tiles(0, 1, 0, 0, 0);"}


def test_one_tensor_given_twice(device):
    op = made.each_tile(**SUBTRACT, reads=lambda a, _b, _out: (a, a))
    proven(wrong(op, subtract, [tile(device), tile(device, 1)]), "argument", "runtime arg 1 (b_address)", "input 1")


def test_the_output_given_as_an_input(device):
    op = made.each_tile(**SUBTRACT, cores=2, reads=lambda _a, b, out: (out, b))
    proven(wrong(op, subtract, [tile(device), tile(device, 1)]), "argument", "runtime arg 0 (a_address)", "input 0")


def test_addresses_exchanged(device):
    op = made.each_tile(**SUBTRACT, cores=3, reads=lambda a, b, _out: (b, a))
    error = wrong(op, subtract, [tile(device), tile(device, 1)])
    proven(error, "argument", "exchange runtime arg 0 (a_address)", "runtime arg 1 (b_address)")


def test_operands_exchanged_in_the_kernel_are_no_matter_of_the_host(device):
    op = made.each_tile("sub_tiles_init(1, 0);", "sub_tiles(1, 0, 0, 0, 0);")
    error = wrong(op, subtract, [tile(device), tile(device, 1)])
    assert [s["kind"] for s in error.suspects][0] == "exchanged", str(error)
    assert "proven:" not in str(error).replace("proven by", ""), str(error)


def test_one_core_begins_a_tile_too_late(device):
    op = made.each_tile(cores=3, read_start=lambda start: start + (start == 2))
    error = wrong(op, lambda a, b: a + b, [tile(device), tile(device, 1)])
    proven(error, "argument", "pass 2 instead of 3", "runtime arg 2 (start)", "on core (1,0)")


def test_one_core_begins_where_no_share_ends(device):
    op = made.each_tile(cores=3, read_start=lambda start: 0 if start == 4 else start)
    error = wrong(op, lambda a, b: a + b, [tile(device), tile(device, 1)])
    proven(error, "argument", "pass 4 instead of 0", "runtime arg 2 (start) of NCRISC reader", "on core (2,0)")


def test_a_reference_that_names_no_library_is_torchs(device):
    """numpy's transpose(0, 1) and repeat(2, 1) are something else."""
    x = tile(device, shape=(64, 64))
    op = made.each_tile("transpose_wh_init(0, 16);", "transpose_wh_tile(0, 0, 0);", a_index="t % 2 * 2 + t / 2")
    tilewright.expect(op, lambda x: x.transpose(0, 1), [x])
    copy = made.each_tile("copy_tile_init(0);", "copy_tile(0, 0, 0);")
    half = torch.randn(32, 64).bfloat16().double()
    y = ttnn.from_torch(half.repeat(2, 1).bfloat16(), layout=ttnn.TILE_LAYOUT, device=device)
    tilewright.expect(copy, lambda y: y[:32].repeat(2, 1), [y])


def test_zeros_in_the_padding_of_a_sum_are_not_its_mistake(device):
    x = tile(device, shape=(64, 50))
    error = wrong(made.each_row("MAX", scale=lambda _width: 1.0), lambda x: x.sum(-1, keepdim=True), [x])
    assert error.finding.code == "TW2702", str(error)


def test_all_cores_begin_with_the_first_tile(device):
    """More than one number is wrong: no single change helps, and none is told."""
    op = made.each_tile(cores=3, read_start=lambda _start: 0)
    error = wrong(op, lambda a, b: a + b, [tile(device), tile(device, 1)])
    assert all(s["kind"] != "argument" for s in error.suspects), str(error)


def test_a_buffer_of_the_wrong_format(device):
    op = made.each_tile("copy_tile_init(0);", "copy_tile(0, 0, 0);", middle=ttnn.float32, write=WRITE_HALF)
    error = wrong(op, lambda x: x, [tile(device)])
    proven(error, "format", "make c_16 bfloat16 with pages of 2048 B")


# A page of the tensor, whatever the CB holds.
WRITE_HALF = "noc_async_write(get_read_ptr(16), out.get_noc_addr(t), 2048);"


def test_a_tensor_that_another_call_left_is_not_meant(device):
    """What makes the result right by chance and is none of the call's tensors is no advice."""
    right = tile(device)
    other = ttnn.from_torch(torch.zeros(64, 96).bfloat16(), layout=ttnn.TILE_LAYOUT, device=device)
    op = made.each_tile("copy_tile_init(0);", "copy_tile(0, 0, 0);")
    error = wrong(op, lambda _x: right.to_torch(), [other])
    assert all(s["kind"] != "argument" for s in error.suspects), str(error)
    assert right.is_allocated()
