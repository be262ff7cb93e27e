"""Stage 1 of shift_max_rm: api_exists."""

import ttnn


def test_api_exists():
    assert callable(ttnn.shift_max_rm)
