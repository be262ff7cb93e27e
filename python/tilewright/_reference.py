"""The reference of an op: a torch or numpy function of its arguments, whose inputs and numbers can be changed."""

from __future__ import annotations

import contextlib
import inspect
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

from tilewright._tilewright import DataType, Layout, MeshDevice, Tensor


def _is_torch(value: object) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def is_data(value: object) -> bool:
    return isinstance(value, Tensor) or _is_torch(value) or (hasattr(value, "__array__") and hasattr(value, "shape"))


def numbers(value: Any) -> Any:
    """float64, as a numpy array."""
    import numpy

    if isinstance(value, Tensor):
        from tilewright.ttnn._arrays import to_numpy

        return numpy.array(to_numpy(value), dtype=numpy.float64)
    if _is_torch(value):
        value = value.detach().cpu().double().numpy()
    return numpy.array(value, dtype=numpy.float64, order="C")


def _mentions(library: str, function: Any) -> bool:
    """Whether a function is one of the library's, or its code names the library."""
    module = sys.modules.get(library)
    if module is None:
        return False
    if (getattr(function, "__module__", None) or "").split(".")[0] == library:
        return True
    code = getattr(function, "__code__", None)
    if code is None:
        return getattr(module, getattr(function, "__name__", "") or "?", None) is function
    names = [*code.co_names, *code.co_freevars]
    known = {**getattr(function, "__globals__", {}), **_closure(function)}
    for name in names:
        value = known.get(name)
        if isinstance(value, types.ModuleType) and value.__name__.split(".")[0] == library:
            return True
    return any(isinstance(name, str) and name == library for name in names)


def _takes_torch(function: Any, args: Sequence[Any]) -> bool:
    """Whether a function is given torch's tensors first. One that names no library (x.transpose(0, 1)) is: this is what
    ttnn is used beside, and numpy means something else by some of the same words."""
    torch = sys.modules.get("torch")
    if torch is not None and (isinstance(function, torch.nn.Module) or any(_is_torch(value) for value in args)):
        return True
    return _mentions("torch", function) or not _mentions("numpy", function)


def _closure(function: Any) -> dict[str, Any]:
    cells = getattr(function, "__closure__", None) or ()
    values = {}
    for name, cell in zip(function.__code__.co_freevars, cells):
        try:
            values[name] = cell.cell_contents
        except ValueError:  # not set yet
            continue
    return values


class Reference:
    """A torch or numpy function of the op's arguments, in float64; its numbers can be changed."""

    def __init__(self, function: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> None:
        self.function = function
        self.args, self.kwargs = _accepted(function, args, kwargs)
        self.inputs = [i for i, value in enumerate(self.args) if is_data(value)]
        self.named_inputs = [name for name, value in self.kwargs.items() if is_data(value)]
        self.with_torch = _takes_torch(function, [*self.args, *self.kwargs.values()])
        self.constants = self._find_constants()

    def arrays(self) -> list[Any]:
        return [numbers(self.args[i]) for i in self.inputs] + [numbers(self.kwargs[n]) for n in self.named_inputs]

    def names(self) -> list[str]:
        """Of the inputs, by the function's parameters."""
        try:
            given = [
                p.name
                for p in inspect.signature(self.function).parameters.values()
                if p.kind <= p.POSITIONAL_OR_KEYWORD
            ]
        except (TypeError, ValueError):
            given = []
        plain = ["input", "other", "third", "fourth"]
        made = []
        for place, i in enumerate(self.inputs):
            fallback = plain[place] if place < len(plain) else f"input {place}"
            made.append(given[i] if i < len(given) else fallback)
        return made + self.named_inputs

    def __call__(self, arrays: Sequence[Any], constants: Sequence[float] | None = None) -> Any:
        function, args, kwargs = self.function, list(self.args), dict(self.kwargs)
        if constants is not None:
            function, args, kwargs = self._with_constants(constants, args, kwargs)
        order = (True, False) if self.with_torch else (False, True)
        error: Exception | None = None
        for with_torch in order:
            if with_torch and not _torch_is_there():
                continue
            given = [_as_torch(a) if with_torch else a for a in arrays]
            for place, value in zip(self.inputs, given):
                args[place] = value
            for name, value in zip(self.named_inputs, given[len(self.inputs) :]):
                kwargs[name] = value
            try:
                result = function(*args, **kwargs)
            except (TypeError, AttributeError) as caught:  # made for the other kind of array
                error = error or caught
                continue
            self.with_torch = with_torch
            return numbers(result[0] if isinstance(result, (tuple, list)) else result)
        assert error is not None
        raise error

    # Numbers of the reference that a program may have other ones for: arguments, defaults, literals, globals.
    def _find_constants(self) -> list[tuple[str, float, str, Any]]:
        found: list[tuple[str, float, str, Any]] = []
        for name, value in self.kwargs.items():
            if isinstance(value, float):
                found.append((name, value, "argument", name))
        parameters: list[inspect.Parameter] = []
        with contextlib.suppress(TypeError, ValueError):
            parameters = list(inspect.signature(self.function).parameters.values())
        for i, value in enumerate(self.args):
            if isinstance(value, float):
                found.append((parameters[i].name if i < len(parameters) else f"argument {i}", value, "place", i))
        for i, parameter in enumerate(parameters):
            if i >= len(self.args) and parameter.name not in self.kwargs and isinstance(parameter.default, float):
                found.append((parameter.name, parameter.default, "argument", parameter.name))
        code = getattr(self.function, "__code__", None)
        if isinstance(self.function, types.FunctionType) and code is not None:
            for i, value in enumerate(code.co_consts):
                if isinstance(value, float):
                    found.append((f"the constant {value:g}", value, "literal", i))
            for name in code.co_names:
                value = self.function.__globals__.get(name)
                if isinstance(value, float):
                    found.append((name, value, "global", name))
        return found[:8]

    def _with_constants(
        self, values: Sequence[float], args: list[Any], kwargs: dict[str, Any]
    ) -> tuple[Callable[..., Any], list[Any], dict[str, Any]]:
        function: Any = self.function
        for (_, before, kind, key), value in zip(self.constants, values):
            if value == before:
                continue
            if kind == "argument":
                kwargs[key] = value
            elif kind == "place":
                args[key] = value
            else:
                code, names = function.__code__, function.__globals__
                if kind == "literal":
                    consts = list(code.co_consts)
                    consts[key] = value
                    code = code.replace(co_consts=tuple(consts))
                else:
                    names = {**names, key: value}
                made = types.FunctionType(code, names, function.__name__, function.__defaults__, function.__closure__)
                made.__kwdefaults__ = function.__kwdefaults__
                function = made
        return function, args, kwargs


def _torch_is_there() -> bool:
    if "torch" in sys.modules:
        return True
    try:
        import torch  # noqa: F401
    except ImportError:
        return False
    return True


def _as_torch(array: Any) -> Any:
    import torch

    return torch.from_numpy(array)


def _accepted(
    function: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """What of an op's arguments its reference takes: devices, outputs and settings stay behind."""
    from tilewright.ttnn import MemoryConfig

    settings = (MeshDevice, MemoryConfig, DataType, Layout)
    left = [value for value in args if not isinstance(value, settings)]
    named = {name: value for name, value in kwargs.items() if not isinstance(value, settings)}
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return left, named
    if not any(p.kind is p.VAR_KEYWORD for p in parameters):
        takes = {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
        named = {name: value for name, value in named.items() if name in takes}
    if not any(p.kind is p.VAR_POSITIONAL for p in parameters):
        left = left[: sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)]
    return left, named
