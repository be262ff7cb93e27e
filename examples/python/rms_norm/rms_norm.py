"""rms_norm: checks its inputs, allocates the output and runs the program."""

from __future__ import annotations

import ttnn

from .rms_norm_program_descriptor import create_program_descriptor


def rms_norm(x: ttnn.Tensor, gamma: ttnn.Tensor | None = None, *, epsilon: float = 1e-6) -> ttnn.Tensor:
    """Root-mean-square norm of each row of a bfloat16 tensor in row-major layout.

    The last dimension must be a multiple of 32; there may be any number of rows. gamma has one value per column.
    """
    if x.dtype != ttnn.bfloat16:
        raise ValueError(f"rms_norm: the input is {x.dtype}; it must be bfloat16")
    if x.layout != ttnn.ROW_MAJOR_LAYOUT:
        raise ValueError("rms_norm: the input must be row-major (ttnn.ROW_MAJOR_LAYOUT)")
    width = x.shape[-1]
    if width % 32:
        raise ValueError(f"rms_norm: the last dimension is {width}; it must be a multiple of 32")
    if gamma is not None and gamma.volume() != width:
        raise ValueError(f"rms_norm: gamma has {gamma.volume()} values for {width} columns")

    y = ttnn.allocate_tensor_on_device(x.shape, x.dtype, x.layout, x.device(), ttnn.DRAM_MEMORY_CONFIG)
    tensors = [x, y] if gamma is None else [x, gamma, y]
    return ttnn.generic_op(tensors, create_program_descriptor(x, gamma, y, epsilon))
