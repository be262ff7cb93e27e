"""Every function of formulas in one op: what the card gives, and the torch reference that its tests are given."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest
import tilewright
import torch
import ttnn

ROOT = Path(__file__).parents[2]
ROWS = re.findall(r'^(ONE|TWO)\(\w+, "(\w+)", "([^"]*)"', (ROOT / "src/workshop/plan/functions.def").read_text(), re.M)


def calls():
    """Each function with its numbers; those of two values with two."""
    for kind, name, numbers in ROWS:
        if name == "acosh":
            yield "acosh(x + 1.5)"
        elif name != "power":
            given = ["1" if name == "round" else str(0.75 + i) for i, _ in enumerate(filter(None, numbers.split(",")))]
            yield f"{name}({', '.join(['x', 'z'][: 2 if kind == 'TWO' else 1] + given)})"
    yield from ("lerp(x, z, 0.25)", "logical_and(x > 0.5, z)", "logical_or(x > 0.5, z)")
    yield "logical_xor(x > 0.5, z > 0.5)"
    yield from ("logsigmoid(x)", "maximum(x, z)", "minimum(x, 0.5)", "power(x, z)", "power(2, x)", "power(x, 1.5)")


@pytest.mark.parametrize("half", (0, 1))
def test_reference_and_op_agree(device, tmp_path, monkeypatch, half):
    every = list(calls())
    assert len(every) > 80
    chosen = every[half::2]
    lines = [f"v{place} = {call} * {2.0 ** (place % 3)}" for place, call in enumerate(chosen)]
    formula = "; ".join([*lines, " + ".join(f"v{place}" for place in range(len(chosen)))])
    folder = tmp_path / f"every_function_{half}"
    command = [ROOT / "tilewright", "new", folder.name, "--expr", formula, "--out", folder, "--skip-proof"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr
    operation = tilewright.load_op(folder)
    torch.manual_seed(3)
    # Away from the places where a function jumps.
    x, z = (torch.rand([3, 40]) * 0.18 + low for low in (0.61, 0.26))
    tensors = [ttnn.from_torch(t, dtype=ttnn.float32, layout=ttnn.ROW_MAJOR_LAYOUT, device=device) for t in (x, z)]
    got = ttnn.to_torch(operation(*tensors))
    monkeypatch.syspath_prepend(str(folder / "test_dev"))
    monkeypatch.delitem(sys.modules, "reference", raising=False)
    expected = importlib.import_module("reference").formula(x, z)
    torch.testing.assert_close(got.double(), expected, rtol=1e-5, atol=1e-5)
    assert tilewright.take_findings() == []
