"""What the virtual card says a program took. The one place that knows how to ask."""

from __future__ import annotations

import statistics
from typing import Any

from silicon.rows import Zone

KERNEL = "DEVICE KERNEL DURATION [ns]"


def flush(device: Any) -> None:
    """Forgets the programs that ran so far."""
    import ttnn

    ttnn.ReadDeviceProfiler(device)


def predicted_ns(device: Any) -> float | None:
    """Duration of the programs since the last flush: first kernel start to last kernel end. None without a clock."""
    import ttnn

    flush(device)
    by_device = ttnn.get_latest_programs_perf_data() or {}
    analyses = [one.program_analyses_results for ran in by_device.values() for one in ran]
    durations = [float(each[KERNEL].duration) for each in analyses if each.get(KERNEL) is not None]
    return sum(durations) if durations else None


def zone_ns(device: Any, zone: Zone) -> float | None:
    """Median duration of a zone over the last program; None without a clock."""
    import tilewright

    read = getattr(tilewright, "last_zones", None)
    if read is None:
        return None
    wanted = (zone.name, zone.processor)
    spans = [end - begin for name, processor, begin, end in read(device) if (name, processor) == wanted]
    spans = spans[zone.drop :] if len(spans) > zone.drop else spans
    return statistics.median(spans) if spans else None
