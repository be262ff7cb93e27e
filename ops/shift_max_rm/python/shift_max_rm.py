"""shift_max_rm as a generic_op: allocates the result and runs the program."""

from __future__ import annotations

import ttnn

from .shift_max_rm_program_descriptor import create_program_descriptor


def shift_max_rm(x: ttnn.Tensor) -> ttnn.Tensor:
    """x - max(x): x - max(x)"""
    if len(x.shape) < 2:
        raise RuntimeError(f"shift_max_rm: x must have rank 2 or more, but its rank is {len(x.shape)}")
    if x.layout != ttnn.ROW_MAJOR_LAYOUT:
        raise RuntimeError(f"shift_max_rm: x must have layout ROW_MAJOR, but its layout is {x.layout}")
    shape = x.shape
    result = ttnn.allocate_tensor_on_device(shape, x.dtype, x.layout, x.device(), ttnn.DRAM_MEMORY_CONFIG)
    tensors = [x]
    given = [tensor for tensor in tensors if tensor is not None]
    return ttnn.generic_op([*given, result], create_program_descriptor(tensors, result))
