"""What the tilize sets share: their files, and the bench of their branch with its table of regimes."""

from __future__ import annotations

import importlib
import importlib.util
import os
from typing import Any

from silicon.sets._common import CONTRACT, HELPERS

OP = "ttnn/ttnn/operations/tilize"
BENCH = "tests/ttnn/unit_tests/operations/tilize/_bench_tilize.py"
PATHS = [OP, BENCH, CONTRACT, HELPERS]


def bench(checkout: str) -> Any:
    """The bench of the branch as a module: shapes, placements and levers by name."""
    spec = importlib.util.spec_from_file_location("silicon_bench_tilize", os.path.join(checkout, BENCH))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def operation() -> Any:
    """The op's function."""
    return importlib.import_module("ttnn.operations.tilize.tilize").tilize
