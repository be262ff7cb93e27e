"""How scripts end that leave findings behind, and what notes say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
SCRIPT = """
import sys
import tilewright
ttnn = tilewright.install_as_ttnn()
sys.path.insert(0, {here!r})
from programs import INCLUDE, cb, kernel, tensors
device = ttnn.open_device(device_id=0)
program = ttnn.ProgramDescriptor(kernels=[kernel(INCLUDE + "void kernel_main() {{ {body} }}")], cbs=[cb(), cb(7)])
for _ in range(2):
    ttnn.generic_op(tensors(device), program)
print("codes", [finding.code for finding in tilewright.take_findings()])
print("notes", [note.code for note in tilewright.notes()], [note.severity for note in tilewright.take_notes()])
print("left", tilewright.notes())
ttnn.close_device(device)
{end}
"""
FAULTY = "cb_push_back(0, 1); cb_wait_front(0, 1); cb_pop_front(0, 1);"
RIGHT = "cb_reserve_back(0, 1); " + FAULTY


def script(folder, body, end="", **environment):
    """Runs the script in a process of its own."""
    file = folder / "script.py"
    file.write_text(SCRIPT.format(here=str(HERE), body=body, end=end), encoding="utf-8")
    variables = {name: value for name, value in os.environ.items() if name not in ("TILEWRIGHT_MODE",)}
    variables |= environment
    return subprocess.run([sys.executable, str(file)], capture_output=True, text=True, env=variables, check=False)


def test_findings_end_a_script_with_one(tmp_path):
    result = script(tmp_path, FAULTY)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "codes ['TW2001']" in result.stdout, "once: the second launch is fast"
    assert result.stderr.rstrip().splitlines()[-1].startswith("tilewright: 1 finding of severity error: exit status 1")


def test_without_findings_it_is_zero(tmp_path):
    result = script(tmp_path, RIGHT)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "codes []" in result.stdout and "tilewright:" not in result.stderr


@pytest.mark.parametrize(
    ("end", "environment", "status"),
    [
        ("", {"TILEWRIGHT_FINDINGS_EXIT": "0"}, 0),
        ("tilewright.set_findings_exit(False)", {}, 0),
        ("sys.exit(3)", {}, 3),
        ("", {"TILEWRIGHT_MODE": "fast"}, 0),
    ],
)
def test_what_else_decides(tmp_path, end, environment, status):
    result = script(tmp_path, FAULTY, end, **environment)
    assert result.returncode == status, result.stdout + result.stderr


def test_notes_reach_python(tmp_path):
    result = script(tmp_path, RIGHT)
    assert "notes ['TW2010'] ['note']" in result.stdout and "left []" in result.stdout, result.stdout + result.stderr


@pytest.mark.parametrize(("caught", "status"), [(False, 1), (True, 0)])
def test_a_hang_that_ends_a_thread(tmp_path, caught, status):
    """Python prints it and goes on; what is caught is the script's own business."""
    file = tmp_path / "threads.py"
    file.write_text(
        f"""
import sys, threading
sys.path.insert(0, {str(HERE)!r})
import tilewright
ttnn = tilewright.install_as_ttnn()
from programs import WAIT_FOR_EVER, cb, kernel, tensors
device = ttnn.open_device(device_id=0)
def work():
    program = ttnn.ProgramDescriptor(kernels=[kernel(WAIT_FOR_EVER)], cbs=[cb()])
    try:
        ttnn.generic_op(tensors(device), program)
    except tilewright.Hang:
        if not {caught}:
            raise
thread = threading.Thread(target=work)
thread.start()
thread.join()
print("went on")
""",
        encoding="utf-8",
    )
    result = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=False)
    assert "went on" in result.stdout, result.stderr
    assert result.returncode == status, result.stderr
    assert ("TW1002" in result.stderr) == (not caught), result.stderr
