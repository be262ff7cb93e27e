"""ttnn.graph: no comparison records are kept; the reset exists so that conftest files run."""

from __future__ import annotations


def reset_comparison_records_data() -> None:
    """There are no records to reset."""
