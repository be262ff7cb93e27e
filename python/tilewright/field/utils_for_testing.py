"""tests.ttnn.utils_for_testing: comparisons that assert. Arguments may be torch or ttnn tensors."""

from __future__ import annotations

from typing import Any

import torch

from tilewright import ttnn
from tilewright.field.utility_functions import _torch, comp_allclose, comp_equal, comp_pcc, comp_ulp

# Block floats become float; torch's tests have no unsigned numbers of more than 8 bits.
tt_dtype_to_torch_dtype = {
    **dict.fromkeys((ttnn.float32, ttnn.bfloat8_b, ttnn.bfloat4_b), torch.float),
    ttnn.bfloat16: torch.bfloat16,
    **dict.fromkeys((ttnn.int32, ttnn.uint32), torch.int32),
    ttnn.uint16: torch.int16,
    ttnn.uint8: torch.uint8,
}


def construct_pcc_assert_message(message: Any, expected: Any, actual: Any) -> str:
    """The message of a failed comparison."""
    return f"{message}\nexpected shape: {tuple(expected.shape)}\nactual shape: {tuple(actual.shape)}"


def check_with_pcc(expected: Any, actual: Any, pcc: float = 0.9999) -> tuple[bool, str]:
    """(shapes equal and correlated enough, text)"""
    if tuple(expected.shape) != tuple(actual.shape):
        return False, f"list(expected.shape)={list(expected.shape)} vs list(actual.shape)={list(actual.shape)}"
    passed, value = comp_pcc(expected, actual, pcc)
    return passed, f"PCC: {value} (at least {pcc} is asked for)"


def check_with_pcc_without_tensor_printout(expected: Any, actual: Any, pcc: float = 0.9999) -> tuple[bool, str]:
    """check_with_pcc under its other name."""
    return check_with_pcc(expected, actual, pcc)


def assert_with_pcc(expected: Any, actual: Any, pcc: float = 0.9999) -> tuple[bool, float]:
    """Shapes must be equal and values correlated; returns (True, coefficient)."""
    assert list(expected.shape) == list(actual.shape), (
        f"list(expected.shape)={list(expected.shape)} vs list(actual.shape)={list(actual.shape)}"
    )
    passed, value = comp_pcc(expected, actual, pcc)
    assert passed, construct_pcc_assert_message(f"PCC: {value} is below {pcc}", expected, actual)
    return passed, value


def assert_equal(expected: Any, actual: Any) -> tuple[bool, str]:
    """Shapes and values must be equal."""
    assert list(expected.shape) == list(actual.shape), (
        f"list(expected.shape)={list(expected.shape)} vs list(actual.shape)={list(actual.shape)}"
    )
    passed, message = comp_equal(expected, actual)
    assert passed, construct_pcc_assert_message(message, expected, actual)
    return passed, message


def assert_allclose(expected: Any, actual: Any, rtol: float = 1e-05, atol: float = 1e-08) -> tuple[bool, str]:
    """Values must be close."""
    assert list(expected.shape) == list(actual.shape), (
        f"list(expected.shape)={list(expected.shape)} vs list(actual.shape)={list(actual.shape)}"
    )
    passed, message = comp_allclose(expected, actual, rtol, atol)
    assert passed, construct_pcc_assert_message(message, expected, actual)
    return passed, message


def assert_with_ulp(
    expected: Any, actual: Any, ulp_threshold: float = 10, allow_nonfinite: bool = False
) -> tuple[bool, str]:
    """Values must be within so many units in the last place."""
    assert list(expected.shape) == list(actual.shape), (
        f"list(expected.shape)={list(expected.shape)} vs list(actual.shape)={list(actual.shape)}"
    )
    passed, message = comp_ulp(expected, actual, ulp_threshold, allow_nonfinite)
    assert passed, construct_pcc_assert_message(message, expected, actual)
    return passed, message


def assert_numeric_metrics(
    expected: Any,
    actual: Any,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    frobenius_threshold: float = 0.01,
    pcc_threshold: float = 0.9999,
    ulp_threshold: float = 10,
    check_allclose: bool = True,
    check_frobenius: bool = True,
    check_pcc: bool = True,
    check_ulp: bool = False,
    assert_on_fail: bool = True,
) -> tuple[bool, str]:
    """Several comparisons at once; returns (all hold, text of each)."""
    golden, calculated = _torch(expected).to(torch.float64), _torch(actual).to(torch.float64)
    results: list[tuple[bool, str]] = []
    if check_allclose:
        results.append(comp_allclose(golden, calculated, rtol, atol))
    if check_frobenius:
        distance = float((golden - calculated).norm() / golden.norm().clamp_min(1e-30))
        results.append((distance <= frobenius_threshold, f"Frobenius: {distance} (at most {frobenius_threshold})"))
    if check_pcc:
        passed, value = comp_pcc(golden, calculated, pcc_threshold)
        results.append((passed, f"PCC: {value} (at least {pcc_threshold})"))
    if check_ulp:
        results.append(comp_ulp(_torch(expected), _torch(actual), ulp_threshold))
    passing = all(result for result, _ in results)
    text = "; ".join(message for _, message in results)
    assert passing or not assert_on_fail, construct_pcc_assert_message(text, expected, actual)
    return passing, text
