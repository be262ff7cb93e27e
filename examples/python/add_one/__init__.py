"""The smallest op: adds one to every element."""

from .add_one import add_one

__all__ = ["add_one"]
