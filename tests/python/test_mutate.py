"""tilewright mutate SCRIPT.py: faulty copies of the programs of a Python script; its exit status judges results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from built_command import run_built_command

SCRIPT = """
import sys
sys.path.insert(0, {here!r})
import torch, ttnn
import wrong_programs as made

device = ttnn.open_device(device_id=0)
torch.manual_seed(0)
a, b = (torch.randn(32, 96).bfloat16() for _ in range(2))
x, y = (ttnn.from_torch(t, layout=ttnn.TILE_LAYOUT, device=device) for t in (a, b))
op = made.each_tile("sub_tiles_init(0, 1);", "sub_tiles(0, 1, 0, 0, 0);", {option})
for _ in range(2):  # one program, launched twice in the same way
    got = op(x, y).to_torch().float()
sys.exit(0 if {judge} else 1)
"""
COMPARES = "bool(((got - (a.float() - b.float())).abs() < 0.05).all())"


def mutate(tmp_path: Path, *options: str, option: str = "", judge: str = COMPARES) -> tuple[int, str, Any]:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(here=str(Path(__file__).parent), option=option, judge=judge))
    ran = run_built_command("mutate", "--json", "--no-fixes", *options, script)
    return ran.returncode, ran.stderr, json.loads(ran.stdout) if ran.stdout else None


def addresses(found: Any) -> list[Any]:
    return [m for m in found["programs"][0]["mutants"] if m["rule"] == "another tensor's address"]


def test_a_script_that_compares_finds_what_no_rule_does(tmp_path: Path) -> None:
    _, errors, found = mutate(tmp_path, "--most", "60")
    (program,) = found["programs"]  # one, however often it is launched
    assert len(program["mutants"]) == 60, errors
    assert found["detected"] > 30
    others = addresses(found)
    assert others and all(m["fate"] == "detected" for m in others), others
    assert any(m["by_result"] and "ends with status 1" in m["message"] for m in others), others


def test_one_that_does_not_compare_misses_it(tmp_path: Path) -> None:
    status, _, found = mutate(tmp_path, "--most", "60", judge="True")
    assert status == 1
    assert any(m["fate"] == "MISSED" for m in addresses(found))


def test_a_program_that_breaks_a_rule_itself_has_no_mutants(tmp_path: Path) -> None:
    write = "noc_async_write_page(t, out, get_read_ptr(16)); cb_push_back(16, 1);"
    status, errors, found = mutate(tmp_path, option=f"write={write!r}", judge="True")
    assert status == 1
    assert found["error"]["code"] == "TW4511", errors
