"""Kernels without a file all have the same name: a fix is tried on the one whose thread the finding names."""

from __future__ import annotations

import tilewright
import torch
import ttnn
import wrong_programs as made


def test_a_barrier_goes_into_the_reader(device, monkeypatch):
    monkeypatch.setattr(made, "READER", made.READER.replace("        noc_async_read_barrier();\n", ""))
    tilewright.set_options(mode="strict", device=device)
    tilewright.take_findings()
    x = ttnn.from_torch(torch.randn(32, 96).bfloat16(), layout=ttnn.TILE_LAYOUT, device=device)
    made.each_tile()(x, x)
    findings = tilewright.take_findings()
    first = next(finding for finding in findings if finding.code == "TW2103")
    text = first.to_text()
    assert "fix    proven: " in text and "noc_async_read_barrier(); before this line" in text, text
