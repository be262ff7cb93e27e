"""ttnn.operations: ops as packages. A folder of the user's own is added with tilewright.add_operations_path."""

from __future__ import annotations

from types import ModuleType

__path__ = list(__path__)


def __getattr__(name: str) -> ModuleType:
    """A package of the checkout that nobody has imported yet."""
    from tilewright.ttnn._lazy import find_operation

    return find_operation(name)
