"""Inputs that have integers: numbers of float32 where the formula uses them, whatever they are."""

import pytest
import tilewright
import torch
import ttnn

from made_ops import made, shipped

SPEC = """name = "scaled_{dtype}"
formula = "q * scale"

[[inputs]]
name = "q"
dtypes = ["{dtype}"]

[[inputs]]
name = "scale"
dtypes = ["float32"]
shape = "column"
"""


def of_text(folder, name, spec):
    """The op of this spec, and its twin."""
    source = folder / f"{name}.toml"
    source.write_text(spec)
    return made(folder / name, name, source)


@pytest.mark.parametrize(
    ("dtype", "values"),
    [
        ("int32", [0, 1, -1, 2**24, 2**24 + 1, -(2**24) - 3, 2**30 + 65, 2**31 - 1, -(2**31), 123456789]),
        ("uint32", [0, 1, 2**24 + 1, 2**31, 2**31 + 3 * 2**30 // 2 + 193, 2**32 - 1, 4000000001]),
        ("uint16", [0, 1, 255, 256, 32768, 65535]),
    ],
)
def test_every_integer_becomes_the_nearest_number(device, tmp_path, dtype, values):
    operation, twin = of_text(tmp_path, f"scaled_{dtype}", SPEC.format(dtype=dtype))
    given = torch.tensor(values, dtype=torch.int64).repeat(33 * 100 // len(values) + 1)[: 33 * 100].reshape(33, 100)
    held = given.to({"int32": torch.int32, "uint32": torch.uint32, "uint16": torch.uint16}[dtype])
    kind = getattr(ttnn, dtype)
    one = ttnn.from_torch(torch.ones(33, 1), dtype=ttnn.float32, layout=ttnn.ROW_MAJOR_LAYOUT, device=device)
    q = ttnn.from_torch(held, dtype=kind, layout=ttnn.ROW_MAJOR_LAYOUT, device=device)
    result = operation(q, one)
    assert result.dtype == ttnn.float32
    got = ttnn.to_torch(result).double()
    unit = 2.0 ** (torch.log2(given.abs().clamp(min=2**24).double()).floor() - 24)
    assert ((got - given.double()).abs() <= (0.75 if dtype == "uint32" else 0.5) * 2 * unit).all()
    small = given.abs() <= 2**24
    assert torch.equal(got[small], given[small].double())
    assert torch.equal(ttnn.to_torch(twin(q, one)).double(), got)
    assert tilewright.take_findings() == []

    floats = ttnn.from_torch(given.float(), dtype=ttnn.bfloat16, layout=ttnn.ROW_MAJOR_LAYOUT, device=device)
    with pytest.raises(RuntimeError, match=f"q must have dtype DataType::{dtype.upper()}"):
        operation(floats, one)
    with pytest.raises(RuntimeError, match=f"q must have dtype {dtype}"):
        twin(floats, one)
    narrow = ttnn.WormholeComputeKernelConfig(math_fidelity=ttnn.MathFidelity.HiFi4, fp32_dest_acc_en=False)
    with pytest.raises(RuntimeError, match="q has integers.*fp32_dest_acc_en"):
        operation(q, one, compute_kernel_config=narrow)


def test_a_mask_of_integers_in_shards(device, tmp_path):
    spec = shipped("masked_softmax_int").read_text()
    operation, _ = of_text(tmp_path, "masked_softmax_int", spec)
    torch.manual_seed(1)
    x, keep = torch.randn(64, 96), torch.randint(0, 2, (64, 96), dtype=torch.int32)
    keep[:, 0] = 1
    cores = ttnn.create_sharded_memory_config((64, 96), ttnn.CoreGrid(y=2, x=3), ttnn.ShardStrategy.BLOCK)
    given = ttnn.from_torch(x, dtype=ttnn.float32, layout=ttnn.ROW_MAJOR_LAYOUT, device=device, memory_config=cores)
    mask = ttnn.from_torch(keep, dtype=ttnn.int32, layout=ttnn.ROW_MAJOR_LAYOUT, device=device, memory_config=cores)
    got = ttnn.to_torch(operation(given, mask)).double()
    expected = torch.softmax(x.double().masked_fill(keep == 0, float("-inf")), -1)
    torch.testing.assert_close(got, expected, rtol=1e-5, atol=1e-7)
    assert (got[keep == 0] == 0).all()
    assert tilewright.take_findings() == []
