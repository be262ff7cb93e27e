"""add_one against torch."""

import pytest
import torch
import ttnn

from examples.python.add_one import add_one


@pytest.mark.parametrize("shape", [(32, 32), (1, 1, 64, 96), (2, 3, 32, 64), (1, 1, 40, 50)])
def test_adds_one(device, shape):
    x = torch.randn(shape, dtype=torch.bfloat16)
    y = add_one(ttnn.from_torch(x, layout=ttnn.TILE_LAYOUT, device=device))
    assert list(y.shape) == list(shape)
    torch.testing.assert_close(ttnn.to_torch(y), x + 1, rtol=0.01, atol=0.01)


def test_refuses_row_major(device):
    with pytest.raises(ValueError, match="tiled"):
        add_one(ttnn.from_torch(torch.zeros(32, 32), device=device))
