"""ttnn.tracer: op tracing is not recorded on the virtual card; the switches exist so that conftest files run."""

from __future__ import annotations

ENABLE_TRACER = False


def disable_tracing() -> None:
    """Nothing is traced, so nothing is to be switched off."""
