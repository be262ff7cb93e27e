"""What the stage tests of shift_max_rm share."""

import torch
import ttnn


def rows(device, shape, layout=None):
    """A bfloat16 tensor of random values."""
    layout = ttnn.ROW_MAJOR_LAYOUT if layout is None else layout
    return ttnn.from_torch(torch.randn(shape), dtype=ttnn.bfloat16, layout=layout, device=device)


def arguments(device, shape):
    """The required inputs."""
    tensors = {}
    tensors["x"] = rows(device, shape)
    return tensors


def all_arguments(device, shape):
    """The required inputs and the optional ones."""
    tensors = arguments(device, shape)
    return tensors
