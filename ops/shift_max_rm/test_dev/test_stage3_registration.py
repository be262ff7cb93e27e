"""Stage 3 of shift_max_rm: registration."""

import ttnn

from common import arguments


def test_registration(device):
    for shape in ([32, 32], [2, 33, 100]):
        result = ttnn.shift_max_rm(**arguments(device, shape))
        assert isinstance(result, ttnn.Tensor)
        assert [*result.shape] == shape
