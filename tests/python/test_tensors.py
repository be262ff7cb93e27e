"""Tensors: host data in and out, layouts, memories, shapes."""

import numpy
import pytest
import torch
import ttnn

SAME_NAME = ("bfloat16", "float32", "int32", "uint32", "uint16", "uint8")
DTYPES = {getattr(ttnn, name): getattr(torch, name) for name in SAME_NAME}


def data_of(dtype, shape):
    torch.manual_seed(1)
    if dtype.is_floating_point:
        return torch.randn(shape).to(dtype)
    top = {torch.uint8: 255, torch.uint16: 65535}.get(dtype, 2**31 - 1)
    return torch.randint(0, top, shape, dtype=torch.int64).to(dtype)


@pytest.mark.parametrize("layout", [ttnn.ROW_MAJOR_LAYOUT, ttnn.TILE_LAYOUT])
@pytest.mark.parametrize("shape", [(32, 32), (2, 3, 64, 96), (5, 33, 47), (7,), (1, 1, 1, 1)])
@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
def test_round_trip_is_exact(device, dtype, shape, layout):
    x = data_of(DTYPES[dtype], shape)
    t = ttnn.from_torch(x, dtype=dtype, layout=layout, device=device)
    assert t.dtype == dtype and t.layout == layout and t.shape == list(shape)
    back = ttnn.to_torch(t)
    assert back.dtype == DTYPES[dtype] and torch.equal(back, x)


@pytest.mark.parametrize("dtype, tolerance", [(ttnn.bfloat8_b, 0.02), (ttnn.bfloat4_b, 0.3)])
def test_block_floats(device, dtype, tolerance):
    x = torch.rand(64, 64) + 0.5
    t = ttnn.from_torch(x, dtype=dtype, device=device)
    assert t.layout == ttnn.TILE_LAYOUT
    back = ttnn.to_torch(t)
    assert back.dtype == torch.float32
    torch.testing.assert_close(back, x, rtol=tolerance, atol=tolerance)
    assert not torch.equal(back, x)


def test_bfloat16_bits_survive():
    bits = torch.arange(0, 65536, dtype=torch.int32).to(torch.int16).reshape(256, 256)
    back = ttnn.to_torch(ttnn.from_torch(bits.view(torch.bfloat16), layout=ttnn.TILE_LAYOUT))
    assert torch.equal(back.view(torch.int16), bits)


def test_float32_is_rounded_to_nearest_even():
    x = torch.tensor([[1.0 + 2**-8, 1.0 + 3 * 2**-8, 3.14159265]])
    assert torch.equal(ttnn.to_torch(ttnn.from_torch(x, dtype=ttnn.bfloat16)), x.to(torch.bfloat16))


@pytest.mark.parametrize(
    "torch_dtype, dtype",
    [
        (torch.float64, ttnn.float32),
        (torch.float16, ttnn.bfloat16),
        (torch.int64, ttnn.uint32),
        (torch.bool, ttnn.uint8),
    ],
)
def test_default_dtypes(torch_dtype, dtype):
    assert ttnn.from_torch(torch.ones(2, 2).to(torch_dtype)).dtype == dtype


def test_none_and_strangers():
    assert ttnn.from_torch(None) is None
    with pytest.raises(TypeError, match="torch tensor or a numpy array"):
        ttnn.from_torch([1, 2, 3])
    with pytest.raises(TypeError):
        ttnn.from_torch(torch.ones(2, 2, dtype=torch.complex64))


def test_padding_value_and_poison(device):
    x = torch.ones(30, 30, dtype=torch.bfloat16)
    t = ttnn.from_torch(x, layout=ttnn.TILE_LAYOUT, device=device, pad_value=3.0)
    assert list(t.padded_shape) == [32, 32]
    poisoned = ttnn.fill_implicit_tile_padding(t, 9.0)
    assert torch.equal(ttnn.to_torch(poisoned), x)


def test_page_sizes(device):
    row = ttnn.from_torch(torch.zeros(2, 3, 5, 40, dtype=torch.bfloat16), device=device)
    assert (row.buffer_page_size(), row.buffer_num_pages(), row.buffer_aligned_page_size()) == (80, 30, 96)
    tile = ttnn.from_torch(torch.zeros(2, 33, 65), layout=ttnn.TILE_LAYOUT, device=device)
    assert (tile.buffer_page_size(), tile.buffer_num_pages()) == (4096, 2 * 2 * 3)
    assert tile.element_size() == 4 and tile.tile.get_tile_size(ttnn.bfloat8_b) == 1088


@pytest.mark.parametrize("strategy, shard", [("HEIGHT", (32, 128)), ("WIDTH", (128, 32)), ("BLOCK", (64, 64))])
def test_sharded_in_l1(device, strategy, shard):
    x = torch.arange(128 * 128, dtype=torch.float32).reshape(1, 1, 128, 128)
    grid = ttnn.CoreGrid(x=2, y=2)
    memory = ttnn.create_sharded_memory_config(x.shape, grid, ttnn.ShardStrategy[strategy])
    assert memory.shard_spec.shape == list(shard) or memory.shard_spec.shape == shard
    for layout in (ttnn.TILE_LAYOUT, ttnn.ROW_MAJOR_LAYOUT):
        t = ttnn.from_torch(x, layout=layout, device=device, memory_config=memory)
        assert t.is_sharded() and t.memory_config().buffer_type == ttnn.BufferType.L1
        assert torch.equal(ttnn.to_torch(t), x)
        moved = ttnn.to_memory_config(t, ttnn.DRAM_MEMORY_CONFIG)
        assert not moved.is_sharded() and torch.equal(ttnn.to_torch(moved), x)


def test_sharded_without_a_shard_spec_is_refused(device):
    with pytest.raises(RuntimeError, match="shard spec"):
        ttnn.from_torch(torch.zeros(32, 32), device=device, memory_config=ttnn.L1_HEIGHT_SHARDED_MEMORY_CONFIG)


def test_layout_change_keeps_big_integers(device):
    x = torch.tensor([[2**31 - 1, 2**24 + 1], [-(2**31), -5]], dtype=torch.int32)
    t = ttnn.from_torch(x, device=device)
    tiled = ttnn.to_layout(t, ttnn.TILE_LAYOUT)
    assert tiled.layout == ttnn.TILE_LAYOUT and torch.equal(ttnn.to_torch(tiled), x)
    assert torch.equal(ttnn.to_torch(ttnn.untilize(tiled)), x)
    assert ttnn.to_layout(t, ttnn.ROW_MAJOR_LAYOUT) is t


def test_views_without_a_copy():
    x = numpy.arange(12, dtype=numpy.float32).reshape(3, 4)
    t = ttnn.from_torch(x)
    first, second = numpy.from_dlpack(t), numpy.asarray(memoryview(t))
    assert (first == x).all() and (second == x).all()
    assert first.__array_interface__["data"][0] == second.__array_interface__["data"][0]
    half = ttnn.from_torch(torch.tensor([[1.5, -2.0]], dtype=torch.bfloat16))
    assert torch.equal(torch.from_dlpack(half), torch.tensor([[1.5, -2.0]], dtype=torch.bfloat16))
    with pytest.raises(BufferError, match="looked at"):
        memoryview(ttnn.to_layout(t, ttnn.TILE_LAYOUT))


def test_views_outlive_the_tensor():
    view = numpy.from_dlpack(ttnn.from_torch(numpy.arange(100000, dtype=numpy.int32)))
    assert (view == numpy.arange(100000)).all()


def test_reshape_item_list(device):
    t = ttnn.from_torch(torch.arange(24, dtype=torch.int32).reshape(2, 3, 4), device=device)
    assert list(t.reshape(6, -1).shape) == [6, 4] and list(ttnn.reshape(t, (4, 6)).shape) == [4, 6]
    assert t.reshape(24).to_list() == list(range(24))
    assert ttnn.from_torch(torch.tensor([[2.5]])).item() == 2.5
    with pytest.raises(RuntimeError, match="exactly one"):
        t.item()
    with pytest.raises(RuntimeError):
        t.reshape(5, 5)


def test_shape():
    shape = ttnn.Shape([1, 2, 3])
    assert len(shape) == 3 and shape[-1] == 3 and shape == (1, 2, 3) and shape == [1, 2, 3] and shape != [1, 2]
    assert list(shape) == [1, 2, 3] and shape[1:] == [2, 3] and repr(shape) == "Shape([1, 2, 3])" and shape.rank == 3
    assert list(shape.to_rank(4)) == [1, 1, 2, 3]
    with pytest.raises(IndexError):
        shape[3]


def test_memory_configs():
    assert (
        ttnn.MemoryConfig() == ttnn.DRAM_MEMORY_CONFIG
        and ttnn.MemoryConfig(buffer_type=ttnn.BufferType.L1).is_sharded() is False
    )
    assert len({ttnn.DRAM_MEMORY_CONFIG, ttnn.L1_MEMORY_CONFIG, ttnn.MemoryConfig()}) == 2
    spec = ttnn.TensorSpec((64, 64), ttnn.bfloat16, ttnn.TILE_LAYOUT, ttnn.BufferType.L1)
    first, second = ttnn.CoreCoord(0, 0), ttnn.CoreCoord(0, 1)
    grid = ttnn.CoreRangeSet([ttnn.CoreRange(first, second)])
    assert tuple(spec.height_sharded(grid).memory_config.shard_spec.shape) == (32, 64)


def test_stock_ops(device):
    x = torch.randn(32, 64)
    t = ttnn.from_torch(x, layout=ttnn.TILE_LAYOUT, device=device)
    torch.testing.assert_close(ttnn.to_torch(ttnn.add(t, t)), x + x)
    torch.testing.assert_close(ttnn.to_torch(ttnn.exp(t)), x.exp())
    assert (ttnn.to_torch(ttnn.zeros_like(t)) == 0).all()
    assert torch.equal(ttnn.to_torch(ttnn.clone(t)), x)
    torch.testing.assert_close(ttnn.to_torch(ttnn.max(t, dim=-1, keepdim=True)), x.max(dim=-1, keepdim=True).values)
    assert ttnn.is_tensor_storage_on_device(t) and not ttnn.is_tensor_storage_on_device(ttnn.from_device(t))


def test_memory_is_given_back(device):
    before = ttnn.get_memory_view(device, ttnn.BufferType.DRAM).total_bytes_allocated_per_bank
    t = ttnn.from_torch(torch.zeros(1024, 1024), device=device)
    assert ttnn.get_memory_view(device, ttnn.BufferType.DRAM).total_bytes_allocated_per_bank > before
    ttnn.deallocate(t)
    assert not t.is_allocated()
    assert ttnn.get_memory_view(device, ttnn.BufferType.DRAM).total_bytes_allocated_per_bank == before


def test_reshape_with_a_padded_shape_sees_the_padding(device):
    t = ttnn.from_torch(torch.ones(1, 1, 20, 32), layout=ttnn.TILE_LAYOUT, device=device, pad_value=7.0)
    whole = ttnn.reshape(t, ttnn.Shape([1, 1, 32, 32]), ttnn.Shape([1, 1, 32, 32]))
    seen = ttnn.to_torch(whole)
    assert torch.equal(t.to_torch_with_padded_shape(), seen)
    assert tuple(seen.shape) == (1, 1, 32, 32) and (seen[..., :20, :] == 1).all() and (seen[..., 20:, :] == 7).all()
    back = ttnn.reshape(whole, ttnn.Shape([1, 1, 20, 32]), ttnn.Shape([1, 1, 32, 32]))
    assert torch.equal(ttnn.to_torch(back), torch.ones(1, 1, 20, 32)) and tuple(back.padded_shape) == (1, 1, 32, 32)
    with pytest.raises(RuntimeError, match="padded shape"):
        ttnn.reshape(t, ttnn.Shape([1, 1, 20, 32]), ttnn.Shape([1, 1, 64, 32]))
