"""The profiler's marker, which does nothing here."""

from __future__ import annotations


def signpost(header: str, message: str | None = None) -> None:
    """Marks a place in a profile; there is none."""
