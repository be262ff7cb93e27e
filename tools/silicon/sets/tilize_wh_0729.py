"""The tilize of one branch on Wormhole, at the commits where its rows were taken: one launch."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from typing import Any

from silicon.rows import Case, Row
from silicon.sets import _tilize
from silicon.sets._common import no_asserts, numbers

PATHS = _tilize.PATHS
environment = no_asserts

# What the planner reads before it makes a program: names in a regime, names in the planner's module.
OVERRIDES = {"core_cap": "CORE_CAP_OVERRIDE", "chunk_cap": "CHUNK_CAP_OVERRIDE", "stagger_mod": "STAGGER_MOD_OVERRIDE",
             "read_group": "READ_GROUP_OVERRIDE", "core_order": "CORE_ORDER_OVERRIDE"}


def regime_of(row: Row, regimes: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The entry of the bench's table that a row is, or one in the same form where the row swept something."""
    import ttnn

    first = row.variant.split()[0]
    plain = {"shape": tuple(numbers(row.shape)), "dtype": ttnn.bfloat16}
    if row.variant.startswith("d_tall_narrow core cap"):
        return {**plain, "core_cap": int(row.cores)}
    if row.variant.startswith("core sweep"):
        return {**plain, "core_cap": int(row.cores), "levers": {"b8": 2 if "trid" in row.variant else 0, "b13": 0}}
    if row.variant.startswith("read size sweep"):
        return {**plain, "levers": {"b8": 0, "b13": 0}}
    if row.variant.startswith("b_wide_short chunk="):
        return {**plain, "chunk_cap": numbers(row.variant)[0], "levers": {"r2b": 0, "b13": 0, "b8": 0}}
    if row.variant.startswith("wide-short"):
        narrow = {"b13": 0} if plain["shape"][-1] < 16384 else {}
        return {**plain, "levers": {"r2b": 0, "stg": 2 if "staggered" in row.variant else 0, **narrow}}
    return regimes[first]


def settings_of(row: Row, regime: dict[str, Any]) -> dict[str, str]:
    """Levers and left-out parts, as the planner takes them from the environment."""
    settings = {f"TILIZE_LEVER_{name.upper()}": str(value) for name, value in regime.get("levers", {}).items()}
    settings["TILIZE_SKIP_DM"] = str(int("sync only" in row.variant))
    settings["TILIZE_SKIP_COMPUTE"] = str(int("sync only" in row.variant or "compute stubbed" in row.variant))
    return settings


def cases(rows: list[Row], checkout: str) -> Iterator[Case]:
    """One case per row."""
    bench = _tilize.bench(checkout)
    planner = importlib.import_module("ttnn.operations.tilize.tilize_program_descriptor")
    for row in rows:
        regime = regime_of(row, bench.REGIMES)

        def run(device: Any, iterations: int, row: Row = row, regime: dict[str, Any] = regime) -> None:
            for name, attribute in OVERRIDES.items():
                if hasattr(planner, attribute):
                    setattr(planner, attribute, regime.get(name))
            for name in [name for name in os.environ if name.startswith("TILIZE_LEVER_")]:
                del os.environ[name]
            os.environ.update(settings_of(row, regime))
            source, memory = bench._build(device, regime)
            more = {"use_double_buffer": regime["double_buffer"]} if "double_buffer" in regime else {}
            _tilize.operation()(source, memory, dtype=regime.get("out_dtype"),
                                use_multicore=regime.get("multicore", True), **more)

        yield Case([row], run)
