"""The command of an installation."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import tilewright._command as command


def test_the_program_of_the_package_takes_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "tilewright"
    program.touch()
    seen: list[object] = []
    monkeypatch.setattr(command, "__file__", str(tmp_path / "_command.py"))
    monkeypatch.setattr(os, "execv", lambda path, arguments: seen.extend([path, arguments]))
    monkeypatch.setattr(sys, "argv", ["/usr/bin/tilewright", "run", "centralize_w_rm"])
    monkeypatch.delenv("TILEWRIGHT_INTERPRETER", raising=False)
    command.main()
    assert seen == [program, ["tilewright", "run", "centralize_w_rm"]]
    assert os.environ.pop("TILEWRIGHT_INTERPRETER") == sys.executable


def test_without_it_the_error_says_where_the_command_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "__file__", str(tmp_path / "_command.py"))
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert ended.value.code == 3
    assert "./tilewright" in capsys.readouterr().err
