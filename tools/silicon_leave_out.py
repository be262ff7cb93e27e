#!/usr/bin/env python3
"""silicon_leave_out.py --tapes DIR --csv FILE: what the fitted figures owe to each set of measured rows.

Needs the folder of `silicon_score.py --tapes`. For every set the fitted figures it feels start off their values, up and
down in turn, and all fitted and guessed figures it feels are fitted twice by coordinate descent: to all sets, and to
all but this one. Printed are which sets feel which fitted figure; then for each set its errors (median and 90th
percentile) with the figures as they are, at the start, with the first fit and with the second.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from silicon import figures
from silicon.fit import Bench
from silicon.figures import Figure
from silicon.rows import load
from silicon.tapes import Retimer

MATTERS = 0.01  # a row feels a figure where it changes by so much with a fifth more of it


def parse(arguments: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="silicon_leave_out.py", description=__doc__)
    parser.add_argument("--tapes", required=True, help="folder that silicon_score.py --tapes filled")
    parser.add_argument("--csv", required=True, help="measured rows")
    parser.add_argument("--retime", default=str(HERE.parent / "build" / "bin" / "retime"), help="the program")
    parser.add_argument("--set", action="append", default=[], help="only sets with this in their name (repeatable)")
    parser.add_argument("--off", type=float, default=0.25, help="how far off the fitted figures start (default 0.25)")
    parser.add_argument("--sweeps", type=int, default=5, help="rounds over the figures (default 5)")
    parser.add_argument("--megabytes", type=float, default=2.0,
                        help="tapes of each set that take part in a fit, shortest first (default 2)")
    parser.add_argument("--felt-only", action="store_true", help="only which sets feel which figures")
    parser.add_argument("--json", help="write all results here")
    return parser.parse_args(arguments)


def spread(bench: Bench, members: list[int]) -> tuple[float, float]:
    """Median and 90th percentile of the errors of these cases, as they are timed now."""
    errors = sorted(abs(error) for index in members for error in bench.cases[index].errors(bench.now[index]))
    return statistics.median(errors), errors[round(0.9 * (len(errors) - 1))]


def fitted(bench: Bench, free: list[Figure], start: dict[Figure, float], cases: set[int], sweeps: int) -> None:
    """Sets the figures to the start and fits them to the cases."""
    bench.set_all(start, cases)
    bench.descend(free, cases, sweeps)


def leave_out(bench: Bench, name: str, light: set[int], given: argparse.Namespace) -> dict[str, Any]:
    """The line of one set."""
    members = bench.of_set(name)
    free = [figure for figure in bench.figures if any(index in bench.effect[figure] for index in members)]
    start, up = {}, False
    for figure in free:
        if figure.letter == "F":
            up = not up
            start[figure] = figure.value * (1 + given.off) ** (1 if up else -1)
        else:
            start[figure] = figure.value
    own = {figure: figure.value for figure in free}
    bench.set_all(own, members)
    line: dict[str, Any] = {"set": name, "rows": sum(len(bench.cases[index].rows) for index in members),
                            "figures": len(free), "as_is": spread(bench, members)}
    bench.set_all(start, members)
    line["start"] = spread(bench, members)
    for key, cases in (("with", light), ("without", light - set(members))):
        fitted(bench, free, start, cases, given.sweeps)
        bench.set_all({}, members)
        line[key] = spread(bench, members)
        line[f"{key}_values"] = {figure.name: round(bench.values[figure], 3) for figure in free}
    bench.set_all(own, light)
    return line


def feelings(bench: Bench, letter: str) -> dict[str, dict[str, int]]:
    """For each figure with the letter: how many rows of which set feel it."""
    found: dict[str, dict[str, int]] = {}
    for figure in bench.figures:
        if figure.letter != letter:
            continue
        by_set: dict[str, int] = {}
        for index, change in bench.effect[figure].items():
            if abs(change) >= MATTERS:
                case = bench.cases[index]
                name = case.set.split(":")[-1]
                by_set[name] = by_set.get(name, 0) + len(case.rows)
        found[f"{figure.name} = {figure.value:g}"] = by_set
    return found


def main(arguments: list[str]) -> int:
    """Fits and prints."""
    given = parse(arguments)
    retimer = Retimer(given.retime, given.tapes, load(given.csv))
    if not retimer.cases:
        print(f"error: {given.tapes} has no tapes of rows of {given.csv}; fill it with silicon_score.py --tapes",
              file=sys.stderr)
        return 4
    bench = Bench(retimer, figures.load())
    light = bench.light(given.megabytes)
    bench.measure_effects(light)
    results: dict[str, Any] = {"sets": [], "felt": {letter: feelings(bench, letter) for letter in "FG"}}
    print(f"fitted figures, and how many rows of which sets (of {len(light)} looked at) change by 1 % or more with a "
          "fifth more of them:")
    for name, by_set in results["felt"]["F"].items():
        print(f"  {name:48s} {', '.join(f'{one} {count}' for one, count in by_set.items()) or 'none'}", flush=True)
    names = sorted({case.set for case in bench.cases})
    chosen = [name for name in names if not given.set or any(part in name for part in given.set)]
    if not given.felt_only:
        print(f"\n{'set':32s} {'rows':>4s} {'figures':>7s}   {'as it is':>15s}   {'start':>15s}   "
              f"{'fit with it':>15s}   {'fit without':>15s}")
        for name in chosen:
            line = leave_out(bench, name, light, given)
            results["sets"].append(line)
            cells = "   ".join(f"{line[key][0]:7.1%}{line[key][1]:8.1%}"
                               for key in ("as_is", "start", "with", "without"))
            print(f"{name:32s} {line['rows']:4d} {line['figures']:7d}   {cells}", flush=True)
    retimer.close()
    if given.json:
        Path(given.json).write_text(json.dumps(results, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
