"""ttnn.profiler: durations of programs; zones and messages for the host's tracer are accepted and dropped."""

from __future__ import annotations

from tilewright.ttnn._devices import get_all_programs_perf_data as get_all_programs_perf_data
from tilewright.ttnn._devices import get_latest_programs_perf_data as get_latest_programs_perf_data


def start_tracy_zone(source: str, functName: str, lineNum: int, color: int = 0) -> None:
    """A zone of the host begins."""


def stop_tracy_zone(name: str = "", color: int = 0) -> bool:
    """A zone of the host ends; True: there was none that had to be ended."""
    return True


def tracy_message(source: str, color: int = 0xF0F8FF) -> None:
    """A mark in the host's trace."""


def tracy_frame() -> None:
    """A frame in the host's trace."""
