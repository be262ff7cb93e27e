"""Rows of measured durations (a CSV file), and what a driver makes of them: cases."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

ARCHES = {"WH_B0": "wormhole_b0", "BH": "blackhole"}


@dataclass(frozen=True)
class Row:
    """One line of the CSV file, by column name."""

    id: str
    set: str
    op: str
    variant: str
    shape: str
    dtype: str
    placement: str
    arch: str
    cores: str
    clock_mhz: float
    fidelity: str
    fp32_dest_acc: str
    metric: str
    value_ns: float
    branch: str
    commit: str
    path: str
    notes: str

    @property
    def generation(self) -> str:
        """Year and month of the low-level library it was measured with: row sums became faster in July 2026."""
        if self.set == "rmsnorm_pre_allgather":
            return "202604"
        older = ("_0620", "reduce_block", "reduce_accumulate", "compute_fusion")
        return "202607" if self.set.endswith(older) else "202608"

    @property
    def slower(self) -> float:
        """How much longer a cycle took than on the machine that the virtual card plays."""
        usual = {"WH_B0": 1000.0, "BH": 1350.0}[self.arch]
        return usual / self.clock_mhz if self.clock_mhz else 1.0

    @property
    def machine(self) -> str:
        """The name that the virtual card has for the architecture."""
        return ARCHES[self.arch]


def load(path: str) -> list[Row]:
    """All rows of the file, in its order."""
    with open(path, newline="", encoding="utf-8") as file:
        found = []
        for line in csv.DictReader(file):
            values: dict[str, Any] = {name: line[name] for name in Row.__dataclass_fields__}
            values["clock_mhz"] = float(line["clock_mhz"] or 0)
            values["value_ns"] = float(line["value_ns"])
            values["commit"] = line["commit"].split()[-1] if line["commit"] else ""
            found.append(Row(**values))
        return found


@dataclass
class Zone:
    """Zones by name of one processor. `drop` leaves out the first ones; the median of the rest counts."""

    name: str
    processor: str  # "TRISC_0" (UNPACK), "TRISC_1" (MATH), "TRISC_2" (PACK), "BRISC", "NCRISC"
    drop: int = 0


@dataclass
class Case:
    """One program and the rows it answers.

    `run(device, iterations)` enqueues it once. A row's number is the duration with `iterations` in-kernel repetitions
    divided by `per`. Where `short` is given, two runs with so many repetitions stand for the whole: each further
    repetition is taken to cost what the last ones did.
    """

    rows: list[Row]
    run: Callable[[Any, int], Any]
    iterations: int = 1
    per: float = 1.0
    short: tuple[int, int] | None = None
    zone: Zone | None = None
    setup: Callable[[Any], None] | None = None
    notes: str = ""
    ids: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.ids = [row.id for row in self.rows]

    def repetitions(self, full: bool) -> list[int]:
        """In-kernel repetitions of each run that is needed."""
        return [self.iterations] if self.short is None or full else list(self.short)


def combined(durations: Sequence[float], repetitions: Sequence[int], iterations: int, per: float) -> float:
    """A row's number, of the durations of one run, or of two that stand for more repetitions."""
    if len(durations) == 1:
        return durations[0] / per
    (first, second), (few, more) = durations, repetitions
    return (second + (second - first) / (more - few) * (iterations - more)) / per


def steady(rows: Iterable[Row], run: Callable[[Any, int], Any], iterations: int, **more: Any) -> Case:
    """A case whose rows are per repetition: one launch with many of them, divided by their number."""
    short = (8, 16) if iterations > 24 else None
    return Case(list(rows), run, iterations=iterations, per=iterations, short=short, **more)
