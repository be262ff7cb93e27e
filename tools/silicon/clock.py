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

    ttnn.ReadDeviceProfiler(device)
    total, found = 0.0, False
    for programs in (ttnn.get_latest_programs_perf_data() or {}).values():
        for program in programs:
            entry = program.program_analyses_results.get(KERNEL)
            if entry is not None:
                total += float(entry.duration)
                found = True
    return total if found else None


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
