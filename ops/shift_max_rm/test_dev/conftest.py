"""Lets the tests call ttnn.shift_max_rm: on the virtual card the folder is compiled and loaded."""

from pathlib import Path

import ttnn

if not hasattr(ttnn, "shift_max_rm"):
    import tilewright

    tilewright.load_op(Path(__file__).parents[1])
