"""Op folders outside the tree as functions: compiled, loaded, and put among the names of ttnn."""

from __future__ import annotations

import inspect
import os
from typing import Any, Protocol

from tilewright import _tilewright

_OTHERS = ("memory_config", "compute_kernel_config", "dtype", "core_grid")


class Operation(Protocol):
    """What load_op gives."""

    __name__: str

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the op on the device of its tensors: a tensor, or a list of them where it has several results."""
        ...


def _signature(loaded: _tilewright.LoadedOp) -> inspect.Signature:
    """Required inputs, optional ones, parameters, then what every op takes: the order of the C++ call."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter(name, kind) for name, optional in loaded.inputs if not optional]
    parameters += [inspect.Parameter(name, kind, default=None) for name, optional in loaded.inputs if optional]
    parameters += [inspect.Parameter(name, kind, default=value) for name, value in loaded.parameters]
    parameters += [inspect.Parameter(name, kind, default=None) for name in _OTHERS]
    given = list[_tilewright.Tensor] if loaded.results > 1 else _tilewright.Tensor
    return inspect.Signature(parameters, return_annotation=given)


def load_op(folder: str | os.PathLike[str]) -> Operation:
    """Makes the op of a folder callable, as `ttnn.<op>` too; written by `tilewright new`, or by hand in the same form.

    The host code is compiled when it has changed. Calling it again after an edit gives the op as it is now.
    """
    loaded = _tilewright.load_folder(os.fspath(folder))
    signature = _signature(loaded)
    inputs = [name for name, _ in loaded.inputs]
    parameters = [name for name, _ in loaded.parameters]

    def operation(*args: Any, **kwargs: Any) -> Any:
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{loaded.name}{signature}: {error}") from None
        bound.apply_defaults()
        given = bound.arguments
        return loaded.call(
            [given[name] for name in inputs],
            [given[name] for name in parameters],
            **{name: given[name] for name in _OTHERS},
        )

    operation.__name__ = operation.__qualname__ = loaded.name
    operation.__module__ = "ttnn"
    operation.__doc__ = loaded.doc
    operation.__signature__ = signature  # type: ignore[attr-defined]

    import tilewright.ttnn

    setattr(tilewright.ttnn, loaded.name, operation)
    return operation
