"""Stubs, types and style, as the tools see them."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def tool(*arguments):
    result = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=280)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_stub_is_that_of_the_extension():
    tool("python/make_stubs.py", "--check")


def test_package_and_examples_pass_mypy_strict():
    files = [str(path) for path in (ROOT / "examples" / "python").glob("*/*.py") if not path.name.startswith("test_")]
    tool("-m", "mypy", "--strict", "python/tilewright", *files)


def test_ruff_is_content():
    tool("-m", "ruff", "check", "--no-cache", "python", "examples/python", "tests/python", "bench")
