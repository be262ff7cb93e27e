#!/usr/bin/env python3
"""silicon_score.py --repo GITDIR --csv FILE: predicted against measured durations of public programs.

Each row of the file names a branch of the git directory and a program in it. The tool writes the files it needs to a
temporary folder, runs the program on the virtual card with the clock on, and compares.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from silicon import checkout, machines, report, sets, tapes
from silicon.rows import Row, load


def parse(arguments: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="silicon_score.py", description=__doc__)
    parser.add_argument("--repo", help="git directory with the branches that the rows name")
    parser.add_argument("--csv", required=True, help="measured rows")
    parser.add_argument("--set", action="append", default=[], help="only sets with this in their name (repeatable)")
    parser.add_argument("--id", action="append", default=[], help="only this row (repeatable)")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time (default 1)")
    parser.add_argument("--json", help="write all results here")
    parser.add_argument("--full", action="store_true", help="run every repetition, not two runs that stand for them")
    parser.add_argument("--untimed", action="store_true", help="only run the programs, without the clock")
    parser.add_argument("--keep", help="folder for the files of the revisions; kept, and used again")
    parser.add_argument("--tapes", help="folder for the tapes of all runs and their index, to be timed again by "
                        "silicon_leave_out.py")
    parser.add_argument("--again", help="nothing runs: the tapes in this folder are timed with the figures of today")
    parser.add_argument("--retime", default=str(HERE.parent / "build" / "bin" / "retime"), help="program for --again")
    parser.add_argument("--timeout", type=int, default=1800, help="seconds that one group of rows may take")
    given = parser.parse_args(arguments)
    if not given.repo and not given.again:
        parser.error("--repo GITDIR to run the programs, or --again DIR to time their tapes")
    return given


def select(rows: list[Row], names: list[str], ids: list[str]) -> list[Row]:
    """The rows asked for."""
    chosen = [row for row in rows if not names or any(name in row.set for name in names)]
    return [row for row in chosen if not ids or row.id in ids]


def group(rows: list[Row], repo: str) -> tuple[dict[tuple[str, str, str, str], list[Row]], list[dict]]:
    """Rows by set, revision, machine and settings; and answers for the rows that no driver knows."""
    groups: dict[tuple[str, str, str, str], list[Row]] = defaultdict(list)
    unknown = []
    for row in rows:
        if row.set.split(":")[-1] not in sets.known():
            unknown.append({"ids": [row.id], "error": f"no driver for the set {row.set}"})
            continue
        module = sets.module_of(row.set)
        settings = dict(module.environment(row)) if hasattr(module, "environment") else {}
        settings["TILEWRIGHT_TIMED_LLK"] = row.generation
        key = json.dumps(settings, sort_keys=True)
        groups[(row.set, sets.revision_of(module, row, repo), row.machine, key)].append(row)
    return groups, unknown


def run_group(key: tuple[str, str, str, str], rows: list[Row], folder: str, given: argparse.Namespace) -> list[dict]:
    """Extracts the files and runs the rows in a process of their own."""
    name, revision, machine, settings = key
    module = sets.module_of(name)
    root = os.path.join(folder, f"{name.split(':')[-1]}-{revision.replace('/', '_')}")
    try:
        if not os.path.isdir(root):
            checkout.extract(given.repo, revision, module.PATHS, root)
    except checkout.CheckoutError as error:
        return [{"ids": [row.id for row in rows], "error": str(error)}]
    board = getattr(module, "BOARD", None)
    boards = os.path.join(given.tapes or folder, "machines")
    if board is not None:
        machine = machines.write(board, boards)
    environment = dict(os.environ, TILEWRIGHT_MACHINES=boards, TT_METAL_HOME=root, TILEWRIGHT_ARCH=machine,
                       **json.loads(settings))
    if given.tapes:
        environment["TILEWRIGHT_SILICON_TAPES"] = given.tapes
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(HERE), environment.get("PYTHONPATH", "")]))
    if not given.untimed:
        environment["TT_METAL_DEVICE_PROFILER"] = "1"
        environment["TT_METAL_PROFILER_DIR"] = os.path.join(root, "generated", "profiler")
    command = [sys.executable, "-m", "silicon.worker", os.path.abspath(given.csv), root, name,
               ",".join(row.id for row in rows), *(["full"] if given.full else [])]
    answers: list[dict] = []
    try:
        done = subprocess.run(command, env=environment, cwd=root, stdout=subprocess.PIPE, text=True,
                              timeout=given.timeout)
        output, ending = done.stdout, f"the process ended with status {done.returncode}"
    except subprocess.TimeoutExpired as error:
        raw = error.stdout or b""
        output = raw.decode(errors="replace") if isinstance(raw, bytes) else raw
        ending = f"not done after {given.timeout} s"
    for line in output.splitlines():
        if line.startswith("{"):
            answers.append(json.loads(line))
    answered = {one for answer in answers for one in answer["ids"]}
    left = [row.id for row in rows if row.id not in answered]
    if left:
        answers.append({"ids": left, "error": ending})
    return answers


def time_again(rows: list[Row], given: argparse.Namespace) -> list[dict]:
    """Answers from tapes."""
    retimer = tapes.Retimer(given.retime, given.again, rows)
    answers = [{"ids": [row.id for row in case.rows], "ns": retimer.predicted_ns(case)} for case in retimer.cases]
    retimer.close()
    return answers


def run_all(rows: list[Row], given: argparse.Namespace) -> list[dict]:
    """Answers from running the programs."""
    groups, answers = group(rows, given.repo)
    with tempfile.TemporaryDirectory(prefix="silicon-") as temporary:
        folder = os.path.abspath(given.keep) if given.keep else temporary
        os.makedirs(os.path.join(given.tapes or folder, "machines"), exist_ok=True)
        with ThreadPoolExecutor(max_workers=max(1, given.jobs)) as pool:
            futures = [pool.submit(run_group, key, members, folder, given) for key, members in groups.items()]
            for future in futures:
                answers.extend(future.result())
    return answers


def main(arguments: list[str]) -> int:
    """Runs what was asked for and prints the comparison."""
    given = parse(arguments)
    rows = select(load(given.csv), given.set, given.id)
    if not rows:
        print(f"error: no row of {given.csv} fits; sets: {', '.join(sorted({row.set for row in load(given.csv)}))}",
              file=sys.stderr)
        return 4
    if given.tapes:
        given.tapes = os.path.abspath(given.tapes)
    answers = time_again(rows, given) if given.again else run_all(rows, given)
    results = report.join(rows, answers)
    print(report.text(results))
    if given.json:
        Path(given.json).write_text(json.dumps(results, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
