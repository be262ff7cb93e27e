"""tilewright check SCRIPT.py: the programs of a Python script, checked before they run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from built_command import run_built_command

SCRIPT = """
import sys
sys.path.insert(0, {here!r})
import programs, ttnn

device = ttnn.open_device(device_id=0)
head = programs.INCLUDE + "void kernel_main() {{ uint32_t n = get_arg_val<uint32_t>(0); for (uint32_t i = 0; i < n"
reader = head + "; ++i) {{ cb_reserve_back(0, 1); cb_push_back(0, 1); }} }}"
writer = head + " / {block}; ++i) {{ cb_wait_front(0, {block}); cb_pop_front(0, {block}); }} }}"
kernels = [
    programs.kernel(reader, config=ttnn.ReaderConfigDescriptor(), runtime_args=[8]),
    programs.kernel(writer, config=ttnn.WriterConfigDescriptor(), runtime_args=[8]),
]
program = ttnn.ProgramDescriptor(kernels=kernels, cbs=[programs.cb(pages=8)])
for _ in range(2):
    ttnn.generic_op(programs.tensors(device), program)
print("ran")
"""


def check(tmp_path: Path, block: int) -> tuple[int, str, dict[str, Any]]:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(here=str(Path(__file__).parent), block=block))
    ran = run_built_command("check", "--json", script)
    assert "ran" in ran.stderr, ran.stderr
    return ran.returncode, ran.stderr, json.loads(ran.stdout)


def test_a_rest_that_is_dropped_is_found_with_a_number_that_has_none(tmp_path: Path) -> None:
    status, _, found = check(tmp_path, block=4)
    assert status == 1
    (one,) = found["programs"]
    assert one["program"]["cbs"][0]["balanced"]  # with 8 it is
    assert "EXCEPT n % 4 != 0" in one["every"]["cbs"][0]["verdict"]


def test_single_pages_hold_for_every_number(tmp_path: Path) -> None:
    status, errors, found = check(tmp_path, block=1)
    assert status == 0, errors
    assert found["programs"][0]["every"]["holds"]
