"""What the rms_norm sets share: their files and their op."""

from __future__ import annotations

import importlib
from typing import Any

from silicon.sets._common import CONTRACT, HELPERS

OP = "ttnn/ttnn/operations/rms_norm"
PATHS = [OP, CONTRACT, HELPERS]


def operation() -> Any:
    """The op's function."""
    return importlib.import_module("ttnn.operations.rms_norm.rms_norm").rms_norm


def planner() -> Any:
    """The module that makes the op's programs."""
    return importlib.import_module("ttnn.operations.rms_norm.rms_norm_program_descriptor")
