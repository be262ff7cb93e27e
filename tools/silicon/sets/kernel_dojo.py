"""The solutions of a course's exercises: sums and products of tiles in DRAM, one launch."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from silicon.rows import Case, Row
from silicon.sets._common import numbers

PATHS = ["kernel_dojo/lib", "kernel_dojo/exercises"]


def parameters(row: Row) -> dict[str, Any]:
    """What the exercise calls the numbers of a row."""
    cores = int(row.cores)
    sizes = numbers(row.shape)
    if row.op.startswith("add_tiles"):
        block = {"block": numbers(row.variant)[0]} if row.variant.startswith("block") else {}
        return {"n_tiles": sizes[0], "cores": cores, **block}
    rows_of_block = {"Mb": numbers(row.variant)[0]} if row.variant.startswith("Mb") else {}
    return {"Mt": sizes[0], "Kt": sizes[1], "Nt": sizes[2], "cores": cores, "fidelity": row.fidelity, **rows_of_block}


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    import ttnn

    sys.path.insert(0, os.path.join(checkout, "kernel_dojo", "lib"))
    runner = importlib.import_module("dojo.runner")
    exercise_case = importlib.import_module("dojo.exercise").Case
    for row in rows:
        folder = Path(checkout, os.path.dirname(row.path))

        def run(device: Any, iterations: int, row: Row = row, folder: Path = folder) -> None:
            exercise = runner.load_exercise(folder)
            context = SimpleNamespace(device=device, kernel_dir=folder / "solution", opt=lambda name, default: default)
            tensors, program, _, _ = runner.prepare(exercise, exercise_case(row.id, parameters(row)), context)
            ttnn.generic_op(tensors, program)

        yield Case([row], run)
