"""Tapes of scored rows, kept in a folder with an index, and timed again with other figures.

The folder holds *.tape files, machines/ (boards with fewer columns or banks) and an index of each set: one JSON line
per case that says which rows it answers, which tapes belong to it, and what of them is measured.
"""

from __future__ import annotations

import glob
import json
import os
import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from silicon import machines
from silicon.rows import Case, Row, Zone, combined

PROCESSORS = ["BRISC", "NCRISC", "TRISC_0", "TRISC_1", "TRISC_2"]


class Keeper:
    """Names the tapes of a running set and writes its index."""

    def __init__(self, folder: str, set_name: str) -> None:
        self.folder = folder
        self.name = set_name.split(":")[-1]
        self._runs: list[str] = []

    def begin(self, case: Case, repetitions: int) -> None:
        """The tapes of the programs that run from now on belong to this case."""
        prefix = f"{self.name}-{case.ids[0]}-{repetitions}"
        for old in glob.glob(os.path.join(self.folder, f"{prefix}.*.tape")):
            os.remove(old)
        os.environ["TILEWRIGHT_TAPES"] = os.path.join(self.folder, prefix)
        self._runs.append(prefix)

    def note(self, case: Case, repetitions: list[int]) -> None:
        """The case ran: its line of the index."""
        runs = []
        for prefix in self._runs:
            files = [os.path.basename(one) for one in glob.glob(os.path.join(self.folder, f"{prefix}.*.tape"))]
            runs.append(sorted(files, key=lambda one: int(one.split(".")[-2])))
        self._runs = []
        zone = [case.zone.name, case.zone.processor, case.zone.drop] if case.zone else None
        line = {"ids": case.ids, "machine": os.environ["TILEWRIGHT_ARCH"], "runs": runs, "repetitions": repetitions,
                "iterations": case.iterations, "per": case.per, "zone": zone,
                "llk": int(os.environ["TILEWRIGHT_TIMED_LLK"])}
        with open(os.path.join(self.folder, f"{self.name}.index"), "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


@dataclass
class Kept:
    """One case of the index: rows and the tapes, by number, of each of its runs."""

    rows: list[Row]
    machine: str
    runs: list[list[int]]
    repetitions: list[int]
    iterations: int
    per: float
    zone: Zone | None
    tape_bytes: int = 0

    @property
    def set(self) -> str:
        """The set that its rows belong to."""
        return self.rows[0].set

    def errors(self, predicted_ns: float) -> list[float]:
        """Relative error of each of its rows."""
        return [predicted_ns * row.slower / row.value_ns - 1.0 for row in self.rows]


class Retimer:
    """The retime program with all tapes of a folder loaded."""

    def __init__(self, program: str, folder: str, rows: list[Row]) -> None:
        boards = os.path.join(folder, "machines")
        machines.refresh(boards)
        environment = dict(os.environ, TILEWRIGHT_MACHINES=boards)
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                         env=environment)
        self.cases: list[Kept] = []
        loaded = 0
        by_id = {row.id: row for row in rows}
        newest: dict[str, dict[str, Any]] = {}
        for index in sorted(glob.glob(os.path.join(folder, "*.index"))):
            for text in Path(index).read_text(encoding="utf-8").splitlines():
                line = json.loads(text)
                newest[line["ids"][0]] = line  # a set that ran again wrote new lines
        for line in newest.values():
            members = [by_id[one] for one in line["ids"] if one in by_id]
            if not members or not all(line["runs"]):
                continue
            numbers, tape_bytes = [], 0
            for names in line["runs"]:
                for name in names:
                    tape_bytes += os.path.getsize(os.path.join(folder, name))
                    self._say(f"load {os.path.join(folder, name)} {line['llk']}")
                numbers.append(list(range(loaded, loaded + len(names))))
                loaded += len(names)
            zone = Zone(*line["zone"]) if line["zone"] else None
            self.cases.append(Kept(members, line["machine"], numbers, line["repetitions"], line["iterations"],
                                   line["per"], zone, tape_bytes))
        self.machines = sorted({case.machine for case in self.cases})

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")

    def set(self, machine: str, key: str, value: float) -> None:
        """Another value of a figure, from now on; boards of the machine have it, too."""
        for name in self.machines:
            if name.startswith(machine):
                self._say(f"set {name} {key} {value:.6g}")

    def _ask(self, numbers: list[int]) -> list[dict[str, Any]]:
        assert self._process.stdin is not None and self._process.stdout is not None
        for number in numbers:
            self._say(f"time {number}")
        self._process.stdin.flush()
        return [json.loads(self._process.stdout.readline()) for _ in numbers]

    def predicted_ns(self, case: Kept) -> float:
        """What the case's rows are with the figures as they are set now."""
        durations = []
        for numbers in case.runs:
            answers = self._ask(numbers)
            for answer in answers:
                if "error" in answer:
                    raise RuntimeError(f"{case.rows[0].id}: {answer['error']}")
            if case.zone is None:
                durations.append(sum(answer["ns"] for answer in answers))
                continue
            wanted = (case.zone.name, case.zone.processor)
            spans = [end - begin for name, processor, begin, end in answers[-1].get("zones") or []
                     if (name, PROCESSORS[processor]) == wanted]
            spans = spans[case.zone.drop :] if len(spans) > case.zone.drop else spans
            durations.append(statistics.median(spans))
        return combined(durations, case.repetitions, case.iterations, case.per)

    def close(self) -> None:
        """Ends the program."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
