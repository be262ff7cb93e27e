"""Fitting figures to kept tapes: how rows change with figures, and coordinate descent on a robust error."""

from __future__ import annotations

import builtins
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set

from silicon.figures import Figure
from silicon.tapes import Kept, Retimer

STEP = 0.2  # of a figure, for its effect
FELT = 0.004  # a row that changes by less with such a step is not tried again for the figure
USUAL = 0.03  # an error from which on it counts by its size, no longer by its square


class Bench:
    """Rows, their tapes, and the figures that are set just now."""

    def __init__(self, retimer: Retimer, figures: Sequence[Figure]) -> None:
        self.retimer = retimer
        self.figures = list(figures)
        self.values = {figure: figure.value for figure in self.figures}
        self.now = [retimer.predicted_ns(case) for case in retimer.cases]
        self.start = list(self.now)
        self.effect: dict[Figure, dict[int, float]] = {}
        members: dict[str, int] = defaultdict(int)
        for case in retimer.cases:
            members[case.set] += len(case.rows)
        self.weight = [len(case.rows) / math.sqrt(members[case.set]) for case in retimer.cases]

    @property
    def cases(self) -> list[Kept]:
        """All cases with tapes."""
        return self.retimer.cases

    def of_set(self, name: str) -> list[int]:
        """The cases of a set."""
        return [index for index, case in enumerate(self.cases) if case.set == name]

    def light(self, megabytes: float) -> builtins.set[int]:
        """Cases for a fit: of each set those with the shortest tapes, up to so many megabytes, and at least three."""
        chosen: builtins.set[int] = builtins.set()
        for name in {case.set for case in self.cases}:
            size = 0
            for number, index in enumerate(sorted(self.of_set(name), key=lambda one: self.cases[one].tape_bytes)):
                size += self.cases[index].tape_bytes
                if number < 3 or size <= megabytes * 1e6:
                    chosen.add(index)
        return chosen

    def set(self, figure: Figure, value: float) -> None:
        """Another value; `now` is not yet of it."""
        self.values[figure] = value
        for machine in figure.machines:
            self.retimer.set(machine, figure.key, value)

    def set_all(self, values: dict[Figure, float], cases: Iterable[int]) -> None:
        """These values, and the times of these cases with them."""
        for figure, value in values.items():
            self.set(figure, value)
        for index in cases:
            self.now[index] = self.retimer.predicted_ns(self.cases[index])

    def measure_effects(self, cases: Set[int]) -> None:
        """For each figure: those of the cases that feel it, and how much they change with a step of it."""
        for figure in self.figures:
            self.set(figure, figure.value * (1 + STEP))
            felt = {}
            for index in sorted(cases):
                case = self.cases[index]
                if any(case.machine.startswith(machine) for machine in figure.machines):
                    change = self.retimer.predicted_ns(case) / self.start[index] - 1.0
                    if abs(change) >= FELT:
                        felt[index] = change
            self.set(figure, figure.value)
            self.effect[figure] = felt

    def loss(self, cases: Iterable[int], times: dict[int, float] | None = None) -> float:
        """Robust error of these cases, with `now` or with other times."""
        total = 0.0
        for index in cases:
            predicted = times[index] if times is not None else self.now[index]
            for error in self.cases[index].errors(predicted):
                size = math.log(max(1.0 + error, 1e-6)) / USUAL
                total += self.weight[index] / len(self.cases[index].rows) * (math.sqrt(1.0 + size * size) - 1.0)
        return total

    def descend(self, free: Sequence[Figure], cases: Set[int], sweeps: int, pull: float = 0.02) -> None:
        """Changes one figure after the other as long as the error of `cases` gets smaller.

        `pull` keeps a figure that these cases hardly feel where it started.
        """
        begin = {figure: self.values[figure] for figure in free}
        steps = dict.fromkeys(free, STEP)

        def away(figure: Figure, value: float) -> float:
            return pull * (math.log(value / begin[figure]) / STEP) ** 2

        for _ in range(sweeps):
            for figure in free:
                felt = [index for index in self.effect[figure] if index in cases]
                if not felt or steps[figure] < 0.01:
                    continue
                old = self.values[figure]
                best = self.loss(felt) + away(figure, old)
                for factor in (1 + steps[figure], 1 / (1 + steps[figure])):
                    self.set(figure, old * factor)
                    times = {index: self.retimer.predicted_ns(self.cases[index]) for index in felt}
                    if self.loss(felt, times) + away(figure, old * factor) < best:
                        for index, found in times.items():
                            self.now[index] = found
                        break
                else:
                    self.set(figure, old)
                    steps[figure] /= 2
