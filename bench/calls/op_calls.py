"""Ops as users call them, from Python, beside the same mathematics in PyTorch, in one process on one thread.

    tilewright bench --part calls [--filter TEXT] [--quick]      the list of bench/calls/cases.py
    tilewright bench OP --against torch:EXPR [--shape 1,1,4096,4096] [--dtype bfloat16]

Contenders take turns: a turn is a call or more that do not count, then the fastest of a few; a ratio is that of the
least times of all turns, so that what else the machine does falls out of it. `default` is what Python gives without any
setting but the number of threads: card arithmetic, the first launch of a program strict, later ones fast. `float` has
float arithmetic.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

try:
    import torch
except ImportError:
    sys.exit("PyTorch is needed to measure against: install it, or set TILEWRIGHT_INTERPRETER to a Python that has it")

import tilewright
from tilewright import ttnn

sys.path.insert(0, str(Path(__file__).parents[2]))
from bench.calls import cases, subjects  # noqa: E402

SHAPES = ((1, 1, 32, 32), (1, 1, 1024, 1024), (1, 1, 4096, 4096))
DTYPES = ("bfloat16", "float32")
SETTINGS = {"default": {"mode": "auto", "numerics": "card"}, "float": {"mode": "fast", "numerics": "float"}}


def turn(call: Callable[[], object], warm: float, least: float) -> float:
    """Seconds of the fastest call."""
    begin = time.perf_counter()
    while True:
        call()
        if time.perf_counter() - begin > warm:
            break
    best, spent, made = 1e9, 0.0, 0
    while made < 3 or (spent < least and made < 200):
        begin = time.perf_counter()
        call()
        one = time.perf_counter() - begin
        best, spent, made = min(best, one), spent + one, made + 1
    return best


def measure(device, case: subjects.Case, rounds: int) -> dict:
    """One row: least seconds of every contender, and ratios."""
    torch.manual_seed(1)
    ours, theirs = case.prepare(device)
    contenders = {"torch": (theirs, None)} | {name: (ours, options) for name, options in SETTINGS.items()}
    least = dict.fromkeys(contenders, 1e9)
    tilewright.set_options(device, **SETTINGS["default"])
    ours()  # the strict launch
    for _ in range(rounds):
        for name, (call, options) in contenders.items():
            if options is not None:
                tilewright.set_options(device, **options)
            least[name] = min(least[name], turn(call, 0.02, 0.01))
    row = {"case": case.name, "shape": list(case.shape), "dtype": case.dtype, "seconds": least}
    row["speed"] = {name: least["torch"] / least[name] for name in SETTINGS}
    return row


def table(rows: list[dict]) -> str:
    """Rows for people."""
    lines = [
        f"{'case':30} {'shape':16} {'dtype':9} {'torch':>10} {'default':>10} {'float':>10} {'speed':>7} {'float':>7}"
    ]
    for row in rows:
        times = [f"{row['seconds'][name] * 1e6:8.1f}us" for name in ("torch", *SETTINGS)]
        speeds = [f"{row['speed'][name]:7.2f}" for name in SETTINGS]
        shape = "x".join(map(str, row["shape"]))
        lines.append(" ".join([f"{row['case']:30} {shape:16} {row['dtype']:9}", *times, *speeds]))
    for name in SETTINGS:
        for shape in sorted({tuple(row["shape"]) for row in rows}):
            speeds = [row["speed"][name] for row in rows if tuple(row["shape"]) == shape]
            text = "x".join(map(str, shape))
            lines.append(f"{name}, {text}: median {statistics.median(speeds):.2f}, least {min(speeds):.2f}")
    return "\n".join([*lines, "speed: PyTorch's time over ours, one thread, least times; above 1 we are faster", ""])


def main() -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "subject", nargs="?", help="an op: name, folder, spec, or FILE.py:FUNCTION; without one the list"
    )
    parser.add_argument("--against", help="torch:EXPR of the op's inputs by name; x, y, z stand for them too")
    parser.add_argument("--shape", action="append", help="of the first input, e.g. 1,1,4096,4096")
    parser.add_argument("--dtype", choices=DTYPES, action="append")
    parser.add_argument("--filter", default="", help="part of a case's name")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--tool", default="tilewright", help="the tilewright command")
    given = parser.parse_args()
    shapes = [tuple(int(size) for size in text.split(",")) for text in given.shape or []] or list(SHAPES)
    if given.quick and not given.shape:
        shapes = shapes[:2]
    torch.set_num_threads(1)
    device = ttnn.open_device(device_id=0)
    tilewright.set_options(device, threads=1)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        workshop = subjects.Workshop(given.tool, Path(folder))
        dtypes = given.dtype or list(DTYPES)
        if given.subject:
            chosen = subjects.of_user(workshop, given.subject, given.against, shapes, dtypes)
        else:
            chosen = cases.every(workshop, shapes, dtypes)
        for case in chosen:
            if given.filter not in f"{case.name} {'x'.join(map(str, case.shape))} {case.dtype}":
                continue
            rows.append(measure(device, case, 3 if given.quick else 6))
            if not given.json:
                print(table(rows[-1:]).splitlines()[1], file=sys.stderr, flush=True)
    ttnn.close_device(device)
    print(json.dumps({"torch": torch.__version__, "rows": rows}) if given.json else table(rows), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
