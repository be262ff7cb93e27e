"""rms_norm against torch."""

import pytest
import torch
import ttnn

from examples.python.rms_norm import rms_norm
from tests.ttnn.utils_for_testing import assert_with_pcc

NAMED = {
    "one_tile": (1, 1, 32, 32),
    "several_tiles": (1, 1, 64, 128),
    "several_cores": (2, 3, 96, 64),
    "few_rows": (1, 1, 7, 64),
    "odd_rows": (5, 33, 32),
}
SHAPES = [pytest.param(shape, id=name) for name, shape in NAMED.items()]


def reference(x, gamma=None, epsilon=1e-6):
    wide = x.float()
    scale = (wide.square().mean(-1, keepdim=True) + epsilon).rsqrt()
    return wide * scale if gamma is None else wide * scale * gamma.float().reshape(-1)


def on_card(tensor, device):
    return ttnn.from_torch(tensor, ttnn.bfloat16, layout=ttnn.ROW_MAJOR_LAYOUT, device=device)


@pytest.mark.parametrize("shape", SHAPES)
def test_without_gamma(device, shape):
    torch.manual_seed(42)
    x = torch.randn(shape, dtype=torch.bfloat16)
    y = ttnn.to_torch(rms_norm(on_card(x, device)))
    assert_with_pcc(reference(x), y.float(), 0.999)
    torch.testing.assert_close(y.float(), reference(x), rtol=0.03, atol=0.03)


@pytest.mark.parametrize("shape", SHAPES)
def test_with_gamma(device, shape):
    torch.manual_seed(43)
    x, gamma = torch.randn(shape, dtype=torch.bfloat16), torch.randn(1, 1, 1, shape[-1], dtype=torch.bfloat16)
    y = ttnn.to_torch(rms_norm(on_card(x, device), on_card(gamma, device), epsilon=1e-5))
    torch.testing.assert_close(y.float(), reference(x, gamma, 1e-5), rtol=0.03, atol=0.05)


def test_program_is_built_once(device):
    x = on_card(torch.randn(1, 1, 64, 64, dtype=torch.bfloat16), device)
    before = device.num_program_cache_entries()
    rms_norm(x)
    rms_norm(x, epsilon=1e-3)
    assert device.num_program_cache_entries() == before + 1


def test_refuses_what_it_cannot_do(device):
    with pytest.raises(ValueError, match="multiple of 32"):
        rms_norm(on_card(torch.zeros(1, 1, 32, 40), device))
    with pytest.raises(ValueError, match="row-major"):
        rms_norm(ttnn.from_torch(torch.zeros(32, 32, dtype=torch.bfloat16), layout=ttnn.TILE_LAYOUT, device=device))
