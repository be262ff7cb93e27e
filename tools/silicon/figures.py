"""The figures of the machines' files that are fitted (F) or guessed (G): what a fit may change."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2] / "data"
MACHINES = ["wormhole_b0", "blackhole"]


@dataclass(frozen=True)
class Figure:
    """A figure of one machine, or of both where they have the same value of it: their processors are the same."""

    key: str  # "call.read_cycles"
    machines: tuple[str, ...]
    value: float
    letter: str

    @property
    def name(self) -> str:
        """With the machine, where it is of one only."""
        return self.key if len(self.machines) > 1 else f"{self.machines[0]}: {self.key}"


def _leaves(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    for key, entry in table.items():
        if "confidence" in entry:
            yield prefix + key, entry
        else:
            yield from _leaves(entry, f"{prefix}{key}.")


def load(letters: str = "FG") -> list[Figure]:
    """Costs and rates with these letters.

    Counts and lists are no matter of fitting. Nor are guesses about functions of the SFPU: those are what was measured
    on the other machine, and a little more.
    """
    found: dict[tuple[str, float], list[tuple[str, str]]] = {}
    for machine in MACHINES:
        with open(DATA / f"{machine}.toml", "rb") as file:
            timing = tomllib.load(file)["timing"]
        for key, entry in _leaves(timing):
            if key.startswith("sfpu.") and entry["confidence"] == "G":
                continue
            if entry["confidence"] in letters and key.endswith(("_cycles", "bytes_per_cycle")) and entry["value"]:
                found.setdefault((key, float(entry["value"])), []).append((machine, entry["confidence"]))
    return [Figure(key, tuple(machine for machine, _ in who), value, min(letter for _, letter in who))
            for (key, value), who in found.items()]
