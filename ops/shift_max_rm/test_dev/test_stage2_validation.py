"""Stage 2 of shift_max_rm: validation."""

import pytest
import ttnn

from common import arguments, rows


def test_wrong_rank(device):
    arguments_ = arguments(device, [32, 32])
    arguments_["x"] = rows(device, [32])
    with pytest.raises(RuntimeError, match="rank"):
        ttnn.shift_max_rm(**arguments_)


def test_wrong_layout(device):
    arguments_ = arguments(device, [32, 32])
    arguments_["x"] = rows(device, [32, 32], ttnn.TILE_LAYOUT)
    with pytest.raises(RuntimeError, match="layout"):
        ttnn.shift_max_rm(**arguments_)
