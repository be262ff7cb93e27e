"""models.common.utility_functions: comparisons and small helpers of op tests."""

from __future__ import annotations

import math
import os
from typing import Any

import pytest
import torch

from tilewright import ttnn


def _torch(value: Any) -> torch.Tensor:
    return ttnn.to_torch(value) if isinstance(value, ttnn.Tensor) else value


def _same_dtype(golden: Any, calculated: Any) -> tuple[torch.Tensor, torch.Tensor]:
    golden, calculated = _torch(golden), _torch(calculated)
    return golden, calculated if golden.dtype == calculated.dtype else calculated.type(golden.dtype)


def comp_equal(golden: Any, calculated: Any) -> tuple[bool, str]:
    """(equal, deltas as text)"""
    golden, calculated = _same_dtype(golden, calculated)
    return torch.equal(golden, calculated), comp_allclose(golden, calculated)[1]


def comp_allclose(golden: Any, calculated: Any, rtol: float = 1e-05, atol: float = 1e-08) -> tuple[bool, str]:
    """(close enough, largest deltas as text)"""
    golden, calculated = _same_dtype(golden, calculated)
    wide, other = golden.to(torch.float64), calculated.to(torch.float64)
    delta = (wide - other).abs()
    atol_delta = float(delta.max()) if delta.numel() else 0.0
    relative = (delta / other.abs().clamp_min(torch.finfo(torch.float64).tiny)).nan_to_num(0.0, 0.0)
    rtol_delta = float(relative.max()) if relative.numel() else 0.0
    passing = torch.allclose(wide, other, rtol, atol, True)
    text = f"largest deltas: {atol_delta} absolute, {rtol_delta} relative"
    return passing, text if passing else text + ", Allclose check failed"


def comp_pcc(golden: Any, calculated: Any, pcc: float = 0.99) -> tuple[bool, float]:
    """(correlated enough, Pearson's correlation coefficient)"""
    golden, calculated = _same_dtype(golden, calculated)
    if golden.shape != calculated.shape:
        return False, 0.0
    first, second = golden.to(torch.float64).flatten(), calculated.to(torch.float64).flatten()
    bad_first, bad_second = ~torch.isfinite(first), ~torch.isfinite(second)
    if bool(torch.isnan(first).all()) and bool(torch.isnan(second).all()):
        return True, 1.0
    if bool(torch.isnan(first).all()) or bool(torch.isnan(second).all()):
        return False, 0.0
    if bool(bad_first.any()) or bool(bad_second.any()):
        # Infinities and NaN must agree; they take no part in the correlation.
        if not torch.equal(first[bad_first].isnan(), second[bad_first].isnan()) or bool(
            (bad_first != bad_second).any()
        ):
            return False, 0.0
        first, second = first[~bad_first], second[~bad_second]
    if torch.equal(first, second):
        return True, 1.0
    if bool(first.any()) != bool(second.any()):
        return False, 0.0
    first, second = first - first.mean(), second - second.mean()
    scale = float(first.norm() * second.norm())
    if scale == 0.0:
        # A constant has no correlation: equal up to rounding or not.
        value = (
            1.0 if torch.allclose(_torch(golden).double(), _torch(calculated).double(), rtol=1e-2, atol=1e-2) else 0.0
        )
    else:
        value = max(-1.0, min(1.0, float(torch.dot(first, second)) / scale))
    return value >= pcc, value


def comp_allclose_and_pcc(
    golden: Any, calculated: Any, rtol: float = 1e-05, atol: float = 1e-08, pcc: float = 0.99
) -> tuple[bool, str]:
    """(both hold, both as text)"""
    pcc_passing, value = comp_pcc(golden, calculated, pcc)
    close, text = comp_allclose(golden, calculated, rtol, atol)
    return pcc_passing and close, f"{text}, PCC: {value}"


def ulp(value: torch.Tensor) -> torch.Tensor:
    """The distance from each number to its neighbour away from zero, in the number's own format."""
    magnitude = value.abs()
    return torch.nextafter(magnitude, torch.full_like(magnitude, math.inf)) - magnitude


def comp_ulp(golden: Any, calculated: Any, ulp_threshold: float, allow_nonfinite: bool = False) -> tuple[bool, str]:
    """(no element further off than ulp_threshold units in the last place of the golden value, text)"""
    golden, calculated = _torch(golden), _torch(calculated)
    if not torch.equal(torch.isfinite(golden), torch.isfinite(calculated)):
        return False, "One tensor has infinities or NaNs where the other has numbers"
    if not allow_nonfinite and not bool(torch.isfinite(golden).all()):
        return False, "Tensors contain non-finite values; pass allow_nonfinite=True to compare the others"
    finite = torch.isfinite(golden)
    if not bool(finite.any()):
        return True, "Max ULP Delta: 0.0"
    unit = ulp(golden[finite]).to(torch.float64)
    delta = (golden[finite].to(torch.float64) - calculated[finite].to(torch.float64)).abs() / unit
    worst = float(delta.max())
    return worst <= ulp_threshold, f"Max ULP Delta: {worst}"


def calculate_detailed_ulp_stats(golden: Any, calculated: Any) -> dict[str, float]:
    """How far off, in units in the last place: largest, mean, median and share that is exact."""
    golden, calculated = _torch(golden), _torch(calculated)
    finite = torch.isfinite(golden) & torch.isfinite(calculated)
    unit = ulp(golden[finite]).to(torch.float64)
    delta = (golden[finite].to(torch.float64) - calculated[finite].to(torch.float64)).abs() / unit
    if delta.numel() == 0:
        return {"max": 0.0, "mean": 0.0, "median": 0.0, "exact_fraction": 1.0}
    return {
        "max": float(delta.max()),
        "mean": float(delta.mean()),
        "median": float(delta.median()),
        "exact_fraction": float((delta == 0).double().mean()),
    }


def torch_random(shape: Any, low: float, high: float, dtype: torch.dtype) -> torch.Tensor:
    """Random numbers in [low, high)."""
    if dtype in (torch.bfloat16, torch.float16, torch.float32, torch.float64):
        return torch.empty(tuple(shape), dtype=torch.float32).uniform_(low, high).to(dtype)
    return torch.randint(int(low), int(high), tuple(shape), dtype=dtype)


def divup(a: int, b: int) -> int:
    """a / b, rounded up."""
    return (a + b - 1) // b


def roundup(a: int, b: int) -> int:
    """The multiple of b that is at least a."""
    return b * divup(a, b)


def roundup32(value: int) -> int:
    """The multiple of 32 that is at least the value."""
    return roundup(value, 32)


def nearest_32(value: int) -> int:
    """The multiple of 32 that is at least the value."""
    return roundup(value, 32)


def is_wormhole_b0(device: ttnn.MeshDevice | None = None) -> bool:
    """Whether the machine is a Wormhole."""
    return ttnn.device.is_wormhole_b0(device)


def is_blackhole(device: ttnn.MeshDevice | None = None) -> bool:
    """Whether the machine is a Blackhole."""
    return ttnn.device.is_blackhole(device)


def is_grayskull() -> bool:
    """There is no Grayskull here."""
    return False


def is_slow_dispatch() -> bool:
    """Whether the environment asks for slow dispatch."""
    return bool(os.environ.get("TT_METAL_SLOW_DISPATCH_MODE"))


def skip_for_blackhole(reason_str: str = "Not working for Blackhole") -> pytest.MarkDecorator:
    """Marks a test that is not for Blackhole."""
    return pytest.mark.skipif(is_blackhole(), reason=reason_str)


def skip_for_wormhole_b0(reason_str: str = "Not working for Wormhole B0") -> pytest.MarkDecorator:
    """Marks a test that is not for Wormhole."""
    return pytest.mark.skipif(is_wormhole_b0(), reason=reason_str)


def skip_for_grayskull(reason_str: str = "Not working for Grayskull") -> pytest.MarkDecorator:
    """Marks a test that is not for Grayskull."""
    return pytest.mark.skipif(False, reason=reason_str)


def skip_for_slow_dispatch(reason_str: str = "Not working for slow dispatch") -> pytest.MarkDecorator:
    """Marks a test that needs fast dispatch."""
    return pytest.mark.skipif(is_slow_dispatch(), reason=reason_str)


def run_for_wormhole_b0(reason_str: str = "Only runs for Wormhole B0") -> pytest.MarkDecorator:
    """Marks a test that is for Wormhole only."""
    return pytest.mark.skipif(not is_wormhole_b0(), reason=reason_str)


def run_for_blackhole(reason_str: str = "Only runs for Blackhole") -> pytest.MarkDecorator:
    """Marks a test that is for Blackhole only."""
    return pytest.mark.skipif(not is_blackhole(), reason=reason_str)
