"""Ordinary names in specs: host code, kernels and Python twin of an op take any of them."""

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
# The same hundred as in the test of kernels, which has them all as inputs, parameters and values.
LISTED = (ROOT / "tests/unit/workshop/names_test.cpp").read_text().split("names = {")[1].split("};")[0]
NAMES = re.findall(r'"(\w+)"', LISTED)


def generate(folder, spec):
    folder.mkdir()
    (folder / "spec.toml").write_text(spec)
    command = [ROOT / "tilewright", "new", folder / "spec.toml", "--out", folder / "op", "--skip-proof"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr
    return folder / "op"


def twin_of(folder, name, monkeypatch):
    monkeypatch.syspath_prepend(str(folder))
    for known in [module for module in sys.modules if module == "python" or module.startswith("python.")]:
        monkeypatch.delitem(sys.modules, known)
    return getattr(importlib.import_module("python"), name)


def spec_of(name, formula, inputs, rows, optional, parameters):
    text = f'name = "{name}"\nformula = """{formula}"""\n'
    for word in inputs:
        shape = "row" if word in rows else "rows"
        text += f'\n[[inputs]]\nname = "{word}"\nshape = "{shape}"\noptional = {str(word in optional).lower()}\n'
    for word in parameters:
        text += f'\n[[parameters]]\nname = "{word}"\ndefault = 0.5\n'
    return text


def test_the_list_is_the_one_of_the_kernels():
    assert len(NAMES) >= 100
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("turn", range(3))
def test_host_code_and_twin(device, tmp_path, monkeypatch, turn):
    """A third of the names as parameters, a third as values, twelve as inputs, one as the op."""
    names = NAMES[turn * 35 :] + NAMES[: turn * 35]
    inputs, parameters, values, name = names[:12], names[12:47], names[47:82], names[82]
    rows, optional = inputs[2:], inputs[8:]
    lines = [f"{value} = {inputs[0]} * {place + 2}" for place, value in enumerate(values)]
    lines.append(" + ".join([f"{inputs[0]} - mean({inputs[1]})", *inputs[2:], *parameters, *values]))
    folder = generate(tmp_path / "made", spec_of(name, "\n".join(lines), inputs, rows, optional, parameters))
    operation = tilewright.load_op(folder)
    torch.manual_seed(1)
    tensors = {
        word: ttnn.from_torch(
            torch.randn([40] if word in rows else [3, 40]),
            dtype=ttnn.float32,
            layout=ttnn.ROW_MAJOR_LAYOUT,
            device=device,
        )
        for word in inputs[:10]
    }
    given = {parameters[0]: 2.5}
    got = ttnn.to_torch(operation(**tensors, **given))
    assert torch.equal(got, ttnn.to_torch(twin_of(folder, name, monkeypatch)(**tensors, **given)))
    monkeypatch.syspath_prepend(str(folder / "test_dev"))
    monkeypatch.delitem(sys.modules, "reference", raising=False)
    every = {word: ttnn.to_torch(tensor) for word, tensor in tensors.items()}
    reference = importlib.import_module("reference")
    expected = reference.formula(**every, **{word: torch.zeros(40) for word in inputs[10:]}, **given)
    torch.testing.assert_close(got.double(), expected, rtol=1e-5, atol=1e-3)


def test_twins_of_every_name(tmp_path, monkeypatch):
    """Python code alone, which is quick: every name as the op, as an input and as a parameter."""
    for place, name in enumerate(NAMES):
        words = [NAMES[(place + step) % len(NAMES)] for step in (1, 2, 3)]
        formula = f"{words[0]} * {words[1]} + {words[2]}"
        folder = generate(tmp_path / name, spec_of(name, formula, words[:2], words[1:2], [], words[2:]))
        assert callable(twin_of(folder, name, monkeypatch))
