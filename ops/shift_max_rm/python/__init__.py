"""The generic_op twin of shift_max_rm."""

from .shift_max_rm import shift_max_rm

__all__ = ["shift_max_rm"]
