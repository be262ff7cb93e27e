"""tilewright debug: gdb itself, with what it shows of kernels."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from built_command import run_built_command

ROOT = Path(__file__).resolve().parents[2]
KERNEL = ROOT / "examples/eltwise_binary/kernels/add_tiles.cpp"
pytestmark = [
    pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed"),
    pytest.mark.timeout(600),
]


def line_with(text: str, file: Path = KERNEL) -> int:
    return next(i for i, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1) if text in line)


def debug(*words: str | Path, then: list[str]) -> str:
    """What gdb printed."""
    commands = [part for command in then for part in ("--ex", command)]
    ran = run_built_command("debug", "--batch", *commands, *words)
    return ran.stdout + ran.stderr


def test_cbs_tiles_and_dst() -> None:
    place = f"add_tiles.cpp:{line_with('tile_regs_commit')}"
    text = debug(
        "--break",
        f"{place} MATH",
        "eltwise_binary",
        then=["tw dst", "tw dst 0", "tw cbs", "tw tile cb_a -1", "bt 2", "print i", "continue", "print i", "tw where"],
    )
    # Whole, or as seen from the tree.
    assert "MATH" in text and f"{KERNEL.relative_to(ROOT)}:{place.split(':')[1]}" in text, text
    assert re.search(r"DST as MATH has it: 8 slots of 16 bits, held\n  \[0\] written\n  \[1\] clear", text), text
    # A row of numbers of the slot: eight of its first 32 columns, none of them beyond what the two inputs add up to.
    row = re.search(r"slot 0\n.*\n  \[ 0\] (.*)\n", text)
    assert row is not None, text
    values = [float(word) for word in row[1].split()]
    assert len(values) == 8 and all(abs(value) <= 2 for value in values) and any(values)
    assert re.search(r"^c_16 +Float16_b +0 of +2 pages full, +0 pushed, +0 popped, +2048 bytes", text, re.M), text
    assert re.search(r"^c_0, page \d+ \(not pushed\) at 0x\w+, Float16_b", text, re.M), text
    assert "kernel_main ()" in text
    assert re.findall(r"^\$\d+ = (\d+)$", text, re.M) == ["0", "1"]
    assert text.count("core (0,0), MATH") == 3  # two stops, and the question


def test_another_core_and_a_step() -> None:
    file = KERNEL.parent / "read_two.cpp"
    line = line_with("cb_push_back", file)
    text = debug("--core", "1,0", "--break", f"{file.name}:{line}", "vecadd_multi_core", then=["next", "tw where"])
    assert re.search(r"^core \(1,0\), \w+", text, re.M), text
    assert "core (0,0)" not in text
    # Calls of the interface are calls: the step ends on a line of the kernel.
    stops = [int(number) for number in re.findall(r"^(\d+)\t", text, re.M)]
    assert stops[0] == line and len(stops) > 1 and stops[1] != line


def test_an_op_of_ones_own_in_one_thread(tmp_path: Path) -> None:
    folder = tmp_path / "my_norm"
    assert run_built_command("new", "my_norm", "--expr", "x - mean(x)", "--out", folder).returncode == 0
    compute = folder / "device/kernels/compute/my_norm_compute.cpp"
    line = line_with("cb_wait_front(cb_mean_x, 1);", compute)
    text = debug(
        "--fast",
        "--break",
        f"my_norm_compute.cpp:{line} COMPUTE",
        folder,
        "--shape",
        "64,64",
        then=["tw cbs", "tw dst"],
    )
    assert "core (0,0), compute" in text, text
    assert re.search(r"^c_\d+ \(mean_x\) ", text, re.M), text


def test_what_cannot_be_shown() -> None:
    text = debug("add_integers", then=["tw where", "tw nonsense", "tw break add.cpp:1 NOBODY", "tw core 1"])
    assert "no program is running" in text
    assert text.count("tw break FILE:LINE") == 3, text  # what there is, after each mistake
    assert "there is no thread NOBODY" in text and "a core is X,Y" in text


def test_without_gdb(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = run_built_command("debug", "add_integers")
    assert ran.returncode == 3 and "TW4522" in ran.stderr
