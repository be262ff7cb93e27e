"""tilewright time SCRIPT.py: the programs of a Python script, and the report that such a process leaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from built_command import run_built_command

SCRIPT = """
import sys, torch, ttnn
print("arguments", *sys.argv[1:])
device = ttnn.open_device(device_id=0)
for width in (64, 64, 128):
    x = ttnn.from_torch(torch.randn(1, 1, 32, width), dtype=ttnn.bfloat16, layout=ttnn.ROW_MAJOR_LAYOUT, device=device)
    ttnn.variance_w_rm(x)
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    return path


def test_a_report_has_a_line_for_each_program(script: Path) -> None:
    report = script.parent / "report"
    environment = dict(os.environ, TILEWRIGHT_TIMED_REPORT=str(report))
    subprocess.run([sys.executable, "-m", "tilewright", str(script)], check=True, env=environment)
    lines = [json.loads(line) for line in report.read_text().splitlines()]
    assert [line["arch"] for line in lines] == ["wormhole_b0"] * 3
    assert all(line["ns"] > 1000 for line in lines)
    assert lines[0]["tape"] == lines[1]["tape"] != lines[2]["tape"]
    assert len(list(script.parent.glob("report.*.tape"))) == 2


def test_the_command_folds_and_judges_them(script: Path) -> None:
    ran = run_built_command("time", "--json", script, "one", "--two")
    assert ran.returncode == 0, ran.stderr
    assert "arguments one --two" in ran.stderr
    found = json.loads(ran.stdout)
    assert [one["launches"] for one in found["programs"]] == [2, 1]
    assert found["number"] == 2
    assert found["verdict"]["bottleneck"]
    assert len(found["verdict"]["threads"]) == 5
