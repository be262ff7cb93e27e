"""Stage 7 of shift_max_rm: correctness."""

import pathlib
import sys

import pytest
import torch
import ttnn

import reference
from common import all_arguments, arguments

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from python import shift_max_rm as twin  # noqa: E402


@pytest.mark.parametrize("shape", ([32, 32], [1, 1, 1, 1], [2, 33, 100], [1, 2, 64, 96]))
def test_correctness(device, shape):
    """Against the formula in float64."""
    torch.manual_seed(42)
    arguments_ = all_arguments(device, shape)
    expected = reference.shift_max_rm(**{name: ttnn.to_torch(tensor) for name, tensor in arguments_.items()})
    got = ttnn.to_torch(ttnn.shift_max_rm(**arguments_)).double()
    assert got.shape == expected.shape
    largest = expected.abs().amax(-1, keepdim=True)
    torch.testing.assert_close(got / largest, expected / largest, rtol=2**-7, atol=2**-12, equal_nan=True)


def test_twin_gives_the_same(device):
    """The generic_op runs the same kernels, so not a bit may differ."""
    torch.manual_seed(42)
    for make in (arguments, all_arguments):
        arguments_ = make(device, [2, 33, 100])
        expected = ttnn.to_torch(ttnn.shift_max_rm(**arguments_))
        got = ttnn.to_torch(twin(**arguments_))[..., : expected.shape[-1]]
        assert torch.equal(got, expected)
