"""The `tilewright` command of an installation: the program that lies in the package."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def main() -> None:
    """Becomes the program; its `py` subcommand takes the interpreter of this installation."""
    program = Path(__file__).resolve().parent / "bin" / "tilewright"
    if not program.exists():
        print(f"error: there is no {program}; in a source tree the command is ./tilewright", file=sys.stderr)
        raise SystemExit(3)
    os.environ.setdefault("TILEWRIGHT_INTERPRETER", sys.executable)
    os.execv(program, ["tilewright", *sys.argv[1:]])
