"""Op folders outside the tree, from Python: written by the workshop, loaded, called, tested by their own tests."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest
import tilewright
import torch
import ttnn

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A generated op with an optional input and a parameter."""
    out = tmp_path_factory.mktemp("ops") / "shifted_rms"
    formula = "(x - shift) * rsqrt(mean(square(x - shift)) + eps) * gamma"
    command = [ROOT / "tilewright", "new", "shifted_rms", "--expr", formula]
    command += ["--optional", "gamma", "--param", "shift=0.5", "--out", out]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr
    return out


def rows(device, shape):
    """A bfloat16 tensor of random values."""
    return ttnn.from_torch(torch.randn(shape), dtype=ttnn.bfloat16, layout=ttnn.ROW_MAJOR_LAYOUT, device=device)


def test_a_folder_becomes_a_function(device, folder):
    operation = tilewright.load_op(folder)
    assert ttnn.shifted_rms is operation
    assert operation.__name__ == "shifted_rms"
    assert "rsqrt" in operation.__doc__
    names = ["x", "gamma", "shift", "eps", "memory_config", "compute_kernel_config", "dtype", "core_grid"]
    assert sorted(inspect.signature(operation).parameters) == sorted(names)

    x, gamma = rows(device, [3, 40]), rows(device, [40])
    for given, shift in ((None, 0.5), (gamma, 2.0)):
        got = ttnn.to_torch(operation(x, gamma=given, shift=shift, dtype=ttnn.float32))
        v = ttnn.to_torch(x).double() - shift
        expected = v * torch.rsqrt((v * v).mean(-1, keepdim=True) + 1e-5)
        if given is not None:
            expected *= ttnn.to_torch(gamma).double()
        torch.testing.assert_close(got.double(), expected, rtol=1e-6, atol=1e-6)
    assert tilewright.take_findings() == []


def test_loading_twice_compiles_once(folder, monkeypatch, tmp_path):
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))

    def objects():
        return {file.name: file.stat().st_ino for file in (tmp_path / "cache").glob("op_*.so")}

    tilewright.load_op(folder)
    compiled = objects()
    assert len(compiled) == 1
    tilewright.load_op(str(folder))
    assert objects() == compiled
    # Another compiler is another build.
    monkeypatch.setenv("TILEWRIGHT_CLANG", "/nonexistent")
    with pytest.raises(RuntimeError, match=r"TW3102\]: /nonexistent could not be started"):
        tilewright.load_op(str(folder))
    assert objects() == compiled


def test_its_own_tests_pass(folder):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tilewright.pytest_plugin", "--tw-strict"]
    result = subprocess.run(
        [*command, "test_dev"], cwd=folder, capture_output=True, text=True, timeout=240, stdin=subprocess.DEVNULL
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "12 passed" in result.stdout


def test_wrong_arguments_name_the_op(device, folder):
    operation = tilewright.load_op(folder)
    x = rows(device, [2, 32])
    with pytest.raises(TypeError, match=r"shifted_rms\(x, gamma=None.*unexpected keyword argument 'epsilon'"):
        operation(x, epsilon=1e-5)
    with pytest.raises(TypeError, match="missing a required argument: 'x'"):
        operation()
    with pytest.raises(RuntimeError, match="rank"):
        operation(rows(device, [32]))
    with pytest.raises(RuntimeError, match="HOST"):
        operation(ttnn.from_torch(torch.randn(2, 32), dtype=ttnn.bfloat16, layout=ttnn.ROW_MAJOR_LAYOUT))


def test_signatures_and_refusals_say_what_the_spec_calls_things(device, tmp_path):
    spec = tmp_path / "shifted.toml"
    spec.write_text(
        """name = "shifted"
outputs = ["shifted", "mu"]
formula = "mu = mean(rows_in)\\nshifted = (rows_in - mu) * scale"

[[inputs]]
name = "rows_in"

[[inputs]]
name = "scale"
shape = "[C,1,1]"
"""
    )
    folder = tmp_path / "shifted"
    command = [ROOT / "tilewright", "new", spec, "--out", folder]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "input [C,1,1]" in result.stdout
    operation = tilewright.load_op(folder)
    assert inspect.signature(operation).return_annotation == list[ttnn.Tensor]
    x = rows(device, [2, 3, 4, 40])
    with pytest.raises(RuntimeError, match=r"\[C,1,1\] of rows_in, whose rows have shape .*2, 3, 4, 40.*reshape it"):
        operation(x, rows(device, [3]))
    with pytest.raises(TypeError, match=r"list\["):
        operation(x, size=3)


def test_what_is_no_op_folder_is_refused(tmp_path):
    with pytest.raises(RuntimeError, match="there is no such folder") as caught:
        tilewright.load_op(tmp_path / "nothing")
    assert caught.value.finding.code == "TW3300"
    with pytest.raises(RuntimeError, match="_entry.cpp"):
        tilewright.load_op(tmp_path)
