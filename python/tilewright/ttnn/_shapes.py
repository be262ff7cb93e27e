"""Dimensions of one put in and taken out, and arithmetic of tiles that op code does on the host."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright._tilewright import Tensor
from tilewright.ttnn._stock import reshape

__all__ = ["div_up", "round_up", "squeeze", "unsqueeze", "unsqueeze_to_4D"]


def _dimension(name: str, dim: int, rank: int, shape: Sequence[int]) -> int:
    if not -rank <= dim < rank:
        raise RuntimeError(f"{name}: dim is {dim}; for shape {tuple(shape)} it is from {-rank} to {rank - 1}")
    return dim % rank


def unsqueeze(input_tensor: Tensor, dim: int) -> Tensor:
    """The tensor with a dimension of one before dimension `dim`; -1 puts it last."""
    shape = list(input_tensor.shape)
    shape.insert(_dimension("unsqueeze", dim, len(shape) + 1, shape), 1)
    return reshape(input_tensor, shape)


def squeeze(input_tensor: Tensor, dim: int | Sequence[int] | None = None) -> Tensor:
    """The tensor without these dimensions where they are one; without any that is one where none is named."""
    shape = list(input_tensor.shape)
    asked = range(len(shape)) if dim is None else [dim] if isinstance(dim, int) else dim
    gone = {_dimension("squeeze", one, len(shape), shape) for one in asked}
    kept = [size for index, size in enumerate(shape) if index not in gone or size != 1]
    return input_tensor if len(kept) == len(shape) else reshape(input_tensor, kept)


def unsqueeze_to_4D(tensor: Tensor) -> Tensor:
    """The tensor with dimensions of one before its own until there are four."""
    shape = list(tensor.shape)
    if len(shape) > 4:
        raise RuntimeError(f"unsqueeze_to_4D: the tensor has {len(shape)} dimensions, {tuple(shape)}; at most 4 can be")
    return tensor if len(shape) == 4 else reshape(tensor, [1] * (4 - len(shape)) + shape)


def div_up(number: int, divisor: int) -> int:
    """The quotient, rounded up."""
    return -(-number // divisor)


def round_up(number: int, multiple: int) -> int:
    """The next multiple."""
    return div_up(number, multiple) * multiple
