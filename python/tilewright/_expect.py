"""A result beside what it should be: `expect` compares, and says what the pattern of an error points to."""

from __future__ import annotations

import functools
import json
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from tilewright import _tilewright as core
from tilewright._reference import Reference, is_data, numbers
from tilewright._tilewright import DataType, Layout, Tensor

_WHOLE = (DataType.UINT32, DataType.INT32, DataType.UINT16, DataType.UINT8)
# What a result of the dtype may be off by, relative to an element and to the root mean square of all of them.
_USUAL = {
    DataType.BFLOAT16: 2.0**-6,
    DataType.FLOAT32: 2.0**-8,
    DataType.BFLOAT8_B: 2.0**-5,
    DataType.BFLOAT4_B: 2.0**-2,
}
_UNIT = {
    DataType.BFLOAT16: 2.0**-8,
    DataType.FLOAT32: 2.0**-23,
    DataType.BFLOAT8_B: 2.0**-7,
    DataType.BFLOAT4_B: 2.0**-3,
}


class WrongResult(core.Error, AssertionError):
    """The result differs from its reference. `finding` is the report, `suspects` what the error may come from (a list
    of dicts: kind, what, proven, explained ...), `diagnosis` all of it."""

    finding: core.Finding
    diagnosis: dict[str, Any]

    @property
    def suspects(self) -> list[dict[str, Any]]:
        """The first one explains most."""
        list_of: list[dict[str, Any]] = self.diagnosis["suspects"]
        return list_of


def _allowed(expected: Any, dtype: DataType, rtol: float | None, atol: float | None) -> Any:
    import numpy

    if dtype in _WHOLE and rtol is None and atol is None:
        return numpy.zeros_like(expected)
    usual = _USUAL.get(dtype, 2.0**-8)
    finite = expected[numpy.isfinite(expected)]
    rms = float(numpy.sqrt(numpy.mean(finite * finite))) if finite.size else 0.0
    relative = rtol if rtol is not None else (usual if atol is None else 0.0)
    absolute = atol if atol is not None else (usual * rms if rtol is None else 0.0)
    return numpy.where(numpy.isfinite(expected), relative * numpy.abs(expected) + absolute, 0.0)


def _name_of(function: Any) -> str:
    if isinstance(function, str):
        return function
    name = getattr(function, "__name__", None) or type(function).__name__
    return "the op" if name == "<lambda>" else str(name)


# The last right result of each op that was checked: what a result may be stale with.
_before: weakref.WeakKeyDictionary[Any, tuple[tuple[int, ...], Any]] = weakref.WeakKeyDictionary()


def _remembered(op: Any, shape: tuple[int, ...]) -> list[tuple[str, Any]]:
    try:
        kept = _before.get(op)
    except TypeError:
        return []
    return [("a call before", kept[1])] if kept is not None and kept[0] == shape else []


def _remember(op: Any, got: Any) -> None:
    try:
        _before[op] = (tuple(got.shape), got)
    except TypeError:  # nothing a weak reference can be made to
        return


class _Check:
    """How results are compared."""

    def __init__(
        self, rtol: float | None, atol: float | None, rerun: bool, padding: bool, name: str | None, seconds: float
    ) -> None:
        self.rtol, self.atol, self.rerun, self.padding, self.name, self.seconds = (
            rtol,
            atol,
            rerun,
            padding,
            name,
            seconds,
        )

    def run(self, op: Any, function: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """Calls the op and compares what it returns."""
        reference = Reference(function, args, kwargs)
        arrays = reference.arrays()  # before the call: it may write to them
        contents = [t.cpu() for t in _on_device(reference)] if self.rerun else []
        result = op(*args, **kwargs)
        first = result[0] if isinstance(result, (tuple, list)) else result
        if not isinstance(first, Tensor):
            raise TypeError(f"expect: {_name_of(op)} returns a {type(first).__name__}; a ttnn.Tensor is compared")

        def work() -> Any:
            again = op(*args, **kwargs)
            return again[0] if isinstance(again, (tuple, list)) else again

        self.compare(first, reference(arrays), reference, arrays, op, work if self.rerun else None, contents)
        return result

    def compare(
        self,
        result: Any,
        expected: Any,
        reference: Reference | None,
        arrays: list[Any],
        op: Any,
        work: Any,
        contents: Sequence[Any] = (),
    ) -> None:
        import numpy

        got = numbers(result)
        dtype = result.dtype if isinstance(result, Tensor) else DataType.FLOAT32
        name = self.name or _name_of(op)
        if got.shape != expected.shape:
            if got.size != expected.size or [d for d in got.shape if d != 1] != [d for d in expected.shape if d != 1]:
                raise ValueError(f"expect: {name} gives shape {got.shape}, its reference {expected.shape}")
            expected = expected.reshape(got.shape)
        allowed = _allowed(expected, dtype, self.rtol, self.atol)
        before = _remembered(op, got.shape)
        with numpy.errstate(invalid="ignore"):
            same = (
                (numpy.abs(got - expected) <= allowed) | (got == expected) | (numpy.isnan(got) & numpy.isnan(expected))
            )
        right = bool(same.all())
        if right:  # a wrong one would only be wrong in the same way again
            _remember(op, got)
        if right and not (self.padding and work is not None):
            return
        tiled = not isinstance(result, Tensor) or result.layout == Layout.TILE
        shape = [max(int(d), 1) for d in got.shape] or [1]
        comparison = core.Comparison(
            shape, got.reshape(shape), expected.reshape(shape), allowed.reshape(shape), tiled,
            _UNIT.get(dtype, 2.0**-23), dtype in _WHOLE,
        )  # fmt: skip
        device = result.device() if isinstance(result, Tensor) else None
        if work is not None and device is not None:
            names = reference.names() if reference else []
            on_device = _on_device(reference)
            labels = [names[i] if i < len(names) else f"input {i}" for i in range(len(on_device))]
            comparison.describe_call(device, work, on_device, labels, contents, self.seconds)
        if right:
            if comparison.padding_enters():
                self._raise(comparison, name)
            return
        if reference is not None:
            constants = [(label, value) for label, value, _, _ in reference.constants]
            comparison.know(
                list(zip(reference.names(), arrays)), constants, before, _quiet(reference), self.seconds * 2 / 3
            )
        else:
            comparison.know([(f"input {i}", a) for i, a in enumerate(arrays)], [], before, None, 0.0)
        comparison.diagnose()
        self._raise(comparison, name)

    def _raise(self, comparison: core.Comparison, name: str) -> None:
        finding = comparison.finding(name)
        error = WrongResult(finding.to_text())
        error.finding = finding
        error.diagnosis = json.loads(comparison.json())
        raise error


def _on_device(reference: Reference | None) -> list[Any]:
    """The tensors of a call that lie on the card."""
    given = [*reference.args, *reference.kwargs.values()] if reference else []
    return [v for v in given if isinstance(v, Tensor) and v.device() is not None]


def _quiet(reference: Reference) -> Callable[[list[Any], list[float]], Any]:
    """The reference for changed inputs; None where it does not take them."""
    import warnings

    import numpy

    def again(arrays: list[Any], constants: list[float]) -> Any:
        with warnings.catch_warnings(), numpy.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                return numpy.ascontiguousarray(reference(arrays, constants))
            except Exception:  # whatever a function says to shapes and numbers it was not made for
                return None

    return again


def expect(
    op: Any,
    reference: Any = None,
    inputs: Sequence[Any] | None = None,
    *,
    rtol: float | None = None,
    atol: float | None = None,
    rerun: bool = True,
    padding: bool = False,
    name: str | None = None,
    seconds: float = 3.0,
    **kwargs: Any,
) -> Any:
    """Compares an op with a torch or numpy function of its inputs, and raises WrongResult with suspects.

    As a decorator, every call is compared; tensors are handed to the reference in float64, devices, memory
    configurations and arguments that it has no parameter for are not:

        @tilewright.expect(lambda x: torch.softmax(x, -1))
        def my_softmax(x): ... return ttnn.generic_op([x, out], program)

    At once, with the op or with what it returned, and with a function or with the expected array:

        y = tilewright.expect(my_softmax, lambda x: torch.softmax(x, -1), [x])
        tilewright.expect(y, expected)

    rtol, atol: what may be off; by default what the result's dtype and the card's arithmetic explain, whole numbers not
    at all. rerun: a wrong result's program is run again with one thing changed, which proves some suspects; the op is
    then called once more. padding: also of a right result it is an error if it changes with what lies in the padding of
    its inputs. seconds: that looking for suspects may take.
    """
    check = _Check(rtol, atol, rerun, padding, name, seconds)
    if reference is None:
        if not callable(op):
            raise TypeError("expect: a reference is needed beside a result")
        function = op

        def wrap(wrapped: Callable[..., Any]) -> Callable[..., Any]:
            @functools.wraps(wrapped)
            def call(*args: Any, **named: Any) -> Any:
                return check.run(wrapped, function, args, named)

            return call

        return wrap
    if callable(op) and not is_data(op):
        if not callable(reference) or is_data(reference):
            expected = numbers(reference)
            return check.run(op, lambda *_args, **_named: expected, list(inputs or ()), kwargs)
        return check.run(op, reference, list(inputs or ()), kwargs)
    if callable(reference) and not is_data(reference):
        made = Reference(reference, list(inputs or ()), kwargs)
        arrays = made.arrays()
        check.compare(op, made(arrays), made, arrays, "the result", None)
    else:
        check.compare(op, numbers(reference), None, [numbers(v) for v in inputs or ()], "the result", None)
    return op


__all__ = ["WrongResult", "expect"]
