"""softmax: checks its input, allocates the output and runs the program."""

from __future__ import annotations

import ttnn

from .softmax_program_descriptor import create_program_descriptor


def softmax(x: ttnn.Tensor, dim: int = -1) -> ttnn.Tensor:
    """exp(x - max) / sum(exp(x - max)) along `dim`, which is -1 or -2, of a tiled bfloat16 or float32 tensor.

    Both of the last two dimensions must be multiples of 32.
    """
    rank = len(x.shape)
    if dim >= 0:
        dim -= rank
    if dim not in (-1, -2):
        raise ValueError(f"softmax: dim must be one of the last two dimensions, not {dim}")
    if x.layout != ttnn.TILE_LAYOUT:
        raise ValueError("softmax: the input must be tiled (ttnn.TILE_LAYOUT)")
    if x.dtype not in (ttnn.bfloat16, ttnn.float32):
        raise ValueError(f"softmax: the input is {x.dtype}; it must be bfloat16 or float32")
    if x.shape[-1] % 32 or x.shape[-2] % 32:
        raise ValueError(
            f"softmax: the last two dimensions are {x.shape[-2]} x {x.shape[-1]}; both must be multiples of 32"
        )
    y = ttnn.allocate_tensor_on_device(x.shape, x.dtype, x.layout, x.device(), ttnn.DRAM_MEMORY_CONFIG)
    return ttnn.generic_op([x, y], create_program_descriptor(x, y, dim))
