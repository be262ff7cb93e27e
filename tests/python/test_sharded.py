"""Generated ops on tensors in shards: memory, values and bits, of the op and of its generic_op twin."""

import pytest
import tilewright
import torch
import ttnn

from made_ops import made, shipped

STRATEGIES = (ttnn.ShardStrategy.HEIGHT, ttnn.ShardStrategy.WIDTH, ttnn.ShardStrategy.BLOCK)


def of_spec(tmp_path_factory, name):
    """A shipped spec's op and its twin."""
    return made(tmp_path_factory.mktemp("sharded") / name, name, shipped(name))


@pytest.fixture(scope="module")
def rms_norm(tmp_path_factory):
    """Row-major rows and a row for all."""
    return of_spec(tmp_path_factory, "rms_norm")


@pytest.fixture(scope="module")
def std_w(tmp_path_factory):
    """One column of every row."""
    return of_spec(tmp_path_factory, "std_w")


@pytest.fixture(scope="module")
def softmax_to_rows(tmp_path_factory):
    """From tiles to rows."""
    return of_spec(tmp_path_factory, "softmax_to_rows")


@pytest.fixture
def strict(device):
    """The device, with every call checked."""
    tilewright.set_options(device, mode="strict")
    return device


def in_shards(values, memory, layout=ttnn.ROW_MAJOR_LAYOUT, device=None, dtype=ttnn.bfloat16):
    """These values on the card, in this memory."""
    return ttnn.from_torch(values, dtype=dtype, layout=layout, device=device, memory_config=memory)


@pytest.mark.parametrize("dtype", (ttnn.bfloat16, ttnn.float32))
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_rms_norm_on_8x8_cores(strict, rms_norm, strategy, dtype):
    operation, twin = rms_norm
    torch.manual_seed(7)
    values, scale = torch.randn(1, 1, 512, 1024), torch.randn(1024)
    memory = ttnn.create_sharded_memory_config(values.shape, ttnn.CoreGrid(y=8, x=8), strategy)
    x = in_shards(values, memory, device=strict, dtype=dtype)
    gamma = in_shards(scale, ttnn.DRAM_MEMORY_CONFIG, device=strict, dtype=dtype)
    y = operation(x, gamma=gamma)
    assert y.memory_config() == x.memory_config()
    assert y.is_sharded()
    v, g = ttnn.to_torch(x).double(), ttnn.to_torch(gamma).double()
    expected = v * torch.rsqrt((v * v).mean(-1, keepdim=True) + 1e-6) * g
    tolerance = 1e-5 if dtype == ttnn.float32 else 2**-7
    torch.testing.assert_close(ttnn.to_torch(y).double(), expected, rtol=tolerance, atol=tolerance)
    again = twin(x, gamma=gamma)
    assert again.memory_config() == x.memory_config()
    assert torch.equal(ttnn.to_torch(again), ttnn.to_torch(y))
    # The same bits from interleaved tensors, to interleaved ones, and to other shards.
    plain = operation(in_shards(values, ttnn.DRAM_MEMORY_CONFIG, device=strict, dtype=dtype), gamma=gamma)
    assert torch.equal(ttnn.to_torch(plain), ttnn.to_torch(y))
    for other in (
        ttnn.L1_MEMORY_CONFIG,
        ttnn.create_sharded_memory_config(values.shape, ttnn.CoreGrid(y=2, x=4), strategy),
    ):
        moved = operation(x, gamma=gamma, memory_config=other)
        assert moved.memory_config() == other or moved.memory_config().shard_spec == other.shard_spec
        assert torch.equal(ttnn.to_torch(moved), ttnn.to_torch(y))
        assert torch.equal(ttnn.to_torch(twin(x, gamma=gamma, memory_config=other)), ttnn.to_torch(y))
    assert tilewright.take_findings() == []


@pytest.mark.parametrize("orientation", (ttnn.ShardOrientation.ROW_MAJOR, ttnn.ShardOrientation.COL_MAJOR))
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_parameter_in_shards_of_its_own(strict, rms_norm, strategy, orientation):
    operation, twin = rms_norm
    torch.manual_seed(8)
    values, scale = torch.randn(2, 33, 160), torch.randn(1, 160)
    shape = [66, 160] if strategy is ttnn.ShardStrategy.HEIGHT else [66, 40]
    if strategy is ttnn.ShardStrategy.BLOCK:
        shape = [20, 56]  # neither comes out even
    grid = ttnn.CoreRangeSet([ttnn.CoreRange(ttnn.CoreCoord(0, 0), ttnn.CoreCoord(3, 3))])
    memory = ttnn.create_sharded_memory_config(shape, grid, strategy, orientation, True)
    rows = ttnn.create_sharded_memory_config([1, 32], grid, ttnn.ShardStrategy.WIDTH, orientation, True)
    x, gamma = in_shards(values, memory, device=strict), in_shards(scale, rows, device=strict)
    v, g = ttnn.to_torch(x).double(), ttnn.to_torch(gamma).double()
    expected = v * torch.rsqrt((v * v).mean(-1, keepdim=True) + 1e-6) * g
    got = operation(x, gamma=gamma)
    torch.testing.assert_close(ttnn.to_torch(got).double(), expected, rtol=2**-7, atol=2**-7)
    assert torch.equal(ttnn.to_torch(twin(x, gamma=gamma)), ttnn.to_torch(got))
    assert tilewright.take_findings() == []


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_results_of_another_shape_or_layout(strict, std_w, softmax_to_rows, strategy):
    torch.manual_seed(9)
    values = torch.randn(1, 1, 128, 256)
    memory = ttnn.create_sharded_memory_config(values.shape, ttnn.CoreGrid(y=2, x=2), strategy)
    operation, twin = std_w
    x = in_shards(values, memory, device=strict)
    got = operation(x)
    assert got.memory_config().memory_layout == memory.memory_layout
    assert got.memory_config().shard_spec.shape[1] == 32
    expected = ttnn.to_torch(x).double().std(-1, keepdim=True, correction=0)
    torch.testing.assert_close(ttnn.to_torch(got).double(), expected, rtol=2**-7, atol=0)
    again = twin(x)
    assert again.memory_config() == got.memory_config()
    assert torch.equal(ttnn.to_torch(again)[..., :1], ttnn.to_torch(got))

    operation, twin = softmax_to_rows
    x = in_shards(values, memory, ttnn.TILE_LAYOUT, strict)
    offset = in_shards(torch.randn(1, 1, 128, 1), ttnn.L1_MEMORY_CONFIG, ttnn.TILE_LAYOUT, strict)
    got = operation(x, offset)
    assert got.memory_config() == x.memory_config()
    assert got.layout == ttnn.ROW_MAJOR_LAYOUT
    expected = torch.softmax(ttnn.to_torch(x).double(), -1)  # whatever a row's offset is
    torch.testing.assert_close(ttnn.to_torch(got).double(), expected, rtol=2**-7, atol=2**-9)
    assert torch.equal(ttnn.to_torch(twin(x, offset)), ttnn.to_torch(got))
    assert tilewright.take_findings() == []


def test_what_cannot_be_cut_so_is_refused(device, rms_norm):
    operation, twin = rms_norm
    values = torch.randn(1, 1, 64, 96)
    memory = ttnn.create_sharded_memory_config(values.shape, ttnn.CoreGrid(y=4, x=8), ttnn.ShardStrategy.WIDTH)
    x = in_shards(values, memory, device=device)
    with pytest.raises(RuntimeError, match=r"TW3221: rms_norm: x: shards of 3 columns.*multiple of 8 columns wide"):
        operation(x)
    with pytest.raises(RuntimeError, match="shards of 3 columns"):
        twin(x)
    x = in_shards(values, ttnn.DRAM_MEMORY_CONFIG, device=device)
    too_narrow = ttnn.create_sharded_memory_config((1, 1, 64, 64), ttnn.CoreGrid(y=2, x=1), ttnn.ShardStrategy.HEIGHT)
    with pytest.raises(RuntimeError, match="TW3221: rms_norm: memory_config does not fit the result"):
        operation(x, memory_config=too_narrow)
