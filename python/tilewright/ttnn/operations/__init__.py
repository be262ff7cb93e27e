"""ttnn.operations: ops as packages. A folder of the user's own is added with tilewright.add_operations_path."""

from __future__ import annotations

__path__ = list(__path__)
