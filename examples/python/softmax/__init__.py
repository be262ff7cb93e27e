"""Softmax along the last or the last but one dimension of a tiled tensor."""

from .softmax import softmax

__all__ = ["softmax"]
