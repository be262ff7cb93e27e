"""What drivers share: tensors of random values, and numbers taken out of the words of a row."""

from __future__ import annotations

import re
from typing import Any

from silicon.rows import Row

EXAMPLES = "ttnn/ttnn/operations/examples"
HELPERS = "ttnn/cpp/ttnn/kernel_lib"
CONTRACT = "ttnn/ttnn/operations/_op_contract.py"
MATMUL_SHARED = "ttnn/cpp/ttnn/operations/matmul/shared_with_host"
# On the cards that were measured a kernel's ASSERT did nothing; some of the helper library's do not hold.
NO_ASSERTS = {"TILEWRIGHT_ASSERTS": "off"}


def numbers(text: str) -> list[int]:
    """All whole numbers in a text, in order."""
    return [int(one) for one in re.findall(r"\d+", text)]


def example(name: str) -> Any:
    """The package of an example in the checkout."""
    import importlib

    return importlib.import_module(f"ttnn.operations.examples.{name}")


def no_asserts(row: Row) -> dict[str, str]:
    """Settings of a row whose kernels ran without assertions."""
    return NO_ASSERTS


def random(device: Any, shape: Any, memory: Any = None, dtype: Any = None, layout: Any = None, low: float = 0.0,
           high: float = 1.0) -> Any:
    """A tensor of uniform values on the device: bfloat16 tiles in DRAM unless told otherwise."""
    import torch
    import ttnn

    torch.manual_seed(0)
    data = torch.rand(tuple(shape)) * (high - low) + low
    return ttnn.from_torch(
        data,
        dtype=dtype or ttnn.bfloat16,
        layout=layout or ttnn.TILE_LAYOUT,
        device=device,
        memory_config=memory or ttnn.DRAM_MEMORY_CONFIG,
    )
