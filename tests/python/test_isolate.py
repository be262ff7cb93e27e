"""Kernels in a process of their own, from Python: the same numbers, hangs and refusals as in this one."""

import programs
import pytest
import tilewright
import torch
import ttnn


@pytest.fixture
def isolated(device):
    tilewright.set_options(device, isolate=True)
    yield device
    tilewright.set_options(device, isolate=False)


def test_the_same_numbers(device):
    given = torch.randn(3, 70, 100, dtype=torch.bfloat16)
    x = ttnn.from_torch(given, layout=ttnn.ROW_MAJOR_LAYOUT, device=device)  # before anything is shared
    here = ttnn.to_torch(ttnn.centralize_w_rm(x))
    tilewright.set_options(device, isolate=True)
    assert tilewright.options(device)["isolate"] is True
    for _ in range(3):
        assert torch.equal(ttnn.to_torch(ttnn.centralize_w_rm(x)), here)
    tilewright.set_options(device, isolate=False)
    assert torch.equal(ttnn.to_torch(ttnn.centralize_w_rm(x)), here)


def test_arguments_follow(isolated):
    for value in (3, 4, 5):
        assert (programs.fill(isolated, value) == value).all()


def test_hangs_are_explained(isolated):
    with pytest.raises(tilewright.Hang, match="cb_wait_front"):
        ttnn.generic_op(
            programs.tensors(isolated),
            ttnn.ProgramDescriptor(kernels=[programs.kernel(programs.WAIT_FOR_EVER)], cbs=[programs.cb()]),
        )
    assert (programs.fill(isolated, 9) == 9).all()


def test_what_looks_inside_is_refused(isolated):
    with pytest.raises(tilewright.Error, match="TW3118"):
        tilewright.check(isolated, lambda: programs.fill(isolated, 1))
