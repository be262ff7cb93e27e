"""Traces of timed runs, read with the format's own definitions.

The processor of traces that Perfetto offers is a program it downloads at the first use; tests do without it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

perfetto_trace = pytest.importorskip("perfetto.protos.perfetto.trace.perfetto_trace_pb2")

VARIANCE = """
import torch, ttnn
device = ttnn.open_device(device_id=0)
x = torch.randn(1, 1, 64, 128)
ttnn.variance_w_rm(ttnn.from_torch(x, dtype=ttnn.bfloat16, layout=ttnn.ROW_MAJOR_LAYOUT, device=device))
"""

HANG = """
import sys
sys.path.insert(0, {tests!r})
import programs, ttnn
device = ttnn.open_device(device_id=0)
pair = programs.tensors(device)
ttnn.generic_op(pair, ttnn.ProgramDescriptor(kernels=[programs.kernel(programs.WAIT_FOR_EVER)], cbs=[programs.cb()]))
"""


class Trace:
    """Slices as (track, name, ended), flows by number."""

    def __init__(self, path: Path) -> None:
        trace = perfetto_trace.Trace()
        trace.ParseFromString(path.read_bytes())
        self.slices: list[list[object]] = []
        self.counters: set[str] = set()
        self.leaves: dict[int, str] = {}
        self.arrives: dict[int, str] = {}
        tracks: dict[int, str] = {}
        names: dict[int, str] = {}
        opened: dict[int, list[int]] = {}
        kinds = perfetto_trace.TrackEvent
        for packet in trace.packet:
            for entry in packet.interned_data.event_names:
                names[entry.iid] = entry.name
            if packet.HasField("track_descriptor"):
                track = packet.track_descriptor
                own = track.process.process_name or track.thread.thread_name or track.name
                tracks[track.uuid] = tracks[track.parent_uuid] + ": " + own if track.parent_uuid else own
            if not packet.HasField("track_event"):
                continue
            event = packet.track_event
            stack = opened.setdefault(event.track_uuid, [])
            if event.type == kinds.TYPE_SLICE_BEGIN:
                stack.append(len(self.slices))
                self.slices.append([tracks[event.track_uuid], names[event.name_iid], False])
                self.leaves.update({flow: names[event.name_iid] for flow in event.flow_ids})
            elif event.type == kinds.TYPE_SLICE_END:
                ended = self.slices[stack.pop()]
                ended[2] = True
                self.arrives.update({flow: str(ended[1]) for flow in event.terminating_flow_ids})
            elif event.type == kinds.TYPE_COUNTER:
                self.counters.add(tracks[event.track_uuid])

    def has(self, track: str, name: str) -> bool:
        return any(track in str(where) and name in str(what) for where, what, _ in self.slices)


def run(text: str, path: Path) -> subprocess.CompletedProcess[str]:
    script = path.with_suffix(".py")
    script.write_text(text)
    return subprocess.run(
        [sys.executable, "-m", "tilewright", str(script)],
        env={**os.environ, "TILEWRIGHT_TRACE": str(path)},
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_an_op_on_two_cores(tmp_path: Path) -> None:
    ran = run(VARIANCE, tmp_path / "op.pftrace")
    assert ran.returncode == 0, ran.stderr
    trace = Trace(tmp_path / "op.pftrace")
    for core in ("core (0,0)", "core (1,0)"):
        assert trace.has(core + ": NCRISC", "noc_async_read")
        assert trace.has(core + ": BRISC", "wait: pages of c_")
        assert trace.has(core + ": MATH unit", "")
    assert all(ended for _, _, ended in trace.slices)
    linked = {(trace.leaves[flow].split("(")[0], name.split(" of ")[0]) for flow, name in trace.arrives.items()}
    assert ("cb_push_back", "wait: pages") in linked
    assert any("bytes in flight" in name for name in trace.counters)
    assert any("DRAM bank" in name for name in trace.counters)


def test_a_hang_ends_in_a_wait_that_never_ends(tmp_path: Path) -> None:
    tests = str(Path(__file__).resolve().parent)
    ran = run(HANG.format(tests=tests), tmp_path / "hang.pftrace")
    assert ran.returncode != 0
    assert "TW1" in ran.stderr
    trace = Trace(tmp_path / "hang.pftrace")
    assert [what for _, what, ended in trace.slices if not ended][-1] == "wait: pages of c_0, never ends"
