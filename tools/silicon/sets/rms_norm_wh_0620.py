"""The rms_norm of one branch on Wormhole: one launch, with the op's own choice of regime, or a forced transport."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row
from silicon.sets import _rms_norm
from silicon.sets._common import no_asserts, numbers, random

PATHS = _rms_norm.PATHS
environment = no_asserts

TRANSPORTS = {"mcast all-gather": "TRANSPORT_MCAST_ALLGATHER", "root relay": "TRANSPORT_ROOT_RELAY"}


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    import ttnn

    planner = _rms_norm.planner()
    for row in rows:
        transport = next((name for words, name in TRANSPORTS.items() if words in row.variant), "")

        def run(device: Any, iterations: int, row: Row = row, transport: str = transport) -> None:
            planner._FORCE_TRANSPORT = getattr(planner, transport) if transport else None
            planner._FORCE_REGIME = "B" if transport else None
            shape = numbers(row.shape)
            dtype = ttnn.float32 if row.dtype == "fp32" else ttnn.bfloat16
            flat = row.placement.endswith("RM")
            source = random(device, shape, dtype=dtype, layout=ttnn.ROW_MAJOR_LAYOUT if flat else ttnn.TILE_LAYOUT)
            gamma = None
            if row.variant.endswith("gamma") and "no gamma" not in row.variant:
                gamma = random(device, (1, 1, 1, shape[-1]), dtype=dtype, layout=ttnn.ROW_MAJOR_LAYOUT)
            _rms_norm.operation()(source, gamma=gamma)

        yield Case([row], run)
