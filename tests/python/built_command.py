"""The command `tilewright` of the build whose extension the tests use."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright._tilewright as core


def run_built_command(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs it with the tests' interpreter for scripts; the test is left out where the build has no command."""
    extension = core.__file__
    assert extension is not None
    command = Path(extension).resolve().parents[2] / "bin" / "tilewright"
    if not command.exists():
        pytest.skip("the command of this build is not there")
    environment = dict(os.environ, TILEWRIGHT_INTERPRETER=sys.executable)
    return subprocess.run([command, *words], env=environment, capture_output=True, text=True)
