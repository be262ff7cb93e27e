"""The ops that ship, as the build lists them (ops/ops.txt). make_stubs.py writes their types into _shipped.pyi."""

from tilewright._tilewright import ops as _ops

# Beside each op stands its class.
_found = {name: value for name, value in vars(_ops).items() if hasattr(value, "__ttnn_operation__")}
__all__ = [name for name, value in _found.items() if not isinstance(value, type)]
globals().update({name: _found[name] for name in __all__})
