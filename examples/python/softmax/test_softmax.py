"""softmax against torch, along both dimensions."""

import pytest
import torch
import ttnn

from examples.python.softmax import softmax

NAMED = {"one_tile": (1, 1, 32, 32), "several_tiles": (1, 1, 64, 128), "several_cores": (2, 3, 96, 64)}
SHAPES = [pytest.param(shape, id=name) for name, shape in NAMED.items()]


@pytest.mark.parametrize("dim", [-1, -2])
@pytest.mark.parametrize("shape", SHAPES)
def test_bfloat16(device, shape, dim):
    torch.manual_seed(7)
    x = torch.randn(shape, dtype=torch.bfloat16) * 3
    y = ttnn.to_torch(softmax(ttnn.from_torch(x, layout=ttnn.TILE_LAYOUT, device=device), dim))
    expected = torch.softmax(x.float(), dim)
    torch.testing.assert_close(y.float(), expected, rtol=0.05, atol=0.01)
    torch.testing.assert_close(y.float().sum(dim), torch.ones_like(expected.sum(dim)), rtol=0.05, atol=0.05)


@pytest.mark.parametrize("dim", [-1, -2])
def test_float32(device, dim):
    torch.manual_seed(8)
    x = torch.randn(1, 2, 64, 64) * 3
    y = ttnn.to_torch(softmax(ttnn.from_torch(x, layout=ttnn.TILE_LAYOUT, device=device), dim))
    torch.testing.assert_close(y, torch.softmax(x, dim), rtol=0.02, atol=0.005)


@pytest.mark.parametrize("dim", [3, -1])
def test_large_values_do_not_overflow(device, dim):
    x = torch.full((1, 1, 32, 64), 300.0, dtype=torch.bfloat16)
    y = ttnn.to_torch(softmax(ttnn.from_torch(x, layout=ttnn.TILE_LAYOUT, device=device), dim))
    torch.testing.assert_close(y.float(), torch.full(y.shape, 1 / 64), rtol=0.02, atol=1e-3)


def test_refuses_what_it_cannot_do(device):
    zeros = torch.zeros(NAMED["one_tile"], dtype=torch.bfloat16)
    x = ttnn.from_torch(zeros, layout=ttnn.TILE_LAYOUT, device=device)
    with pytest.raises(ValueError, match="last two"):
        softmax(x, 0)
