"""Runs the cases of one set, revision and machine in a process of their own; one JSON line per case on stdout."""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from typing import Any

from silicon import clock, sets, tapes
from silicon.rows import Case, combined, load


def _duration(device: Any, case: Case, iterations: int) -> float | None:
    clock.flush(device)
    case.run(device, iterations)
    if case.zone is not None:
        return clock.zone_ns(device, case.zone)
    return clock.predicted_ns(device)


def measure(device: Any, case: Case, full: bool, keeper: tapes.Keeper | None = None) -> float | None:
    """The number that stands in the case's rows, as the virtual card predicts it."""
    repetitions = case.repetitions(full)
    durations = []
    for number in repetitions:
        if keeper is not None:
            keeper.begin(case, number)
        durations.append(_duration(device, case, number))
    if keeper is not None:
        keeper.note(case, repetitions)
    known = [one for one in durations if one is not None]
    return combined(known, repetitions, case.iterations, case.per) if len(known) == len(durations) else None


def _reason(error: BaseException) -> str:
    finding = getattr(error, "finding", None)
    text = f"{finding.code}: {finding.message}" if finding is not None else f"{type(error).__name__}: {error}"
    return text.strip().replace("\n", " | ")[:600]


def main() -> int:
    """worker.py CSV CHECKOUT SET IDS [full]; TILEWRIGHT_SILICON_TAPES is the folder for tapes."""
    csv_path, checkout, name, ids = sys.argv[1:5]
    folder = os.environ.get("TILEWRIGHT_SILICON_TAPES", "")
    keeper = tapes.Keeper(folder, name) if folder else None
    full = "full" in sys.argv[5:]
    wanted = set(ids.split(","))
    rows = [row for row in load(csv_path) if row.id in wanted]

    import tilewright

    tilewright.provide_field_modules()
    tilewright.install_as_ttnn(checkout)
    import ttnn

    device = ttnn.open_device(0)
    answered: set[str] = set()

    def say(case_ids: list[str], **values: Any) -> None:
        answered.update(case_ids)
        print(json.dumps({"ids": case_ids, **values}), flush=True)

    try:
        for case in sets.module_of(name).cases(rows, checkout):
            begin = time.time()
            try:
                value = measure(device, case, full, keeper)
                findings = [f"{one.code}: {one.message}" for one in tilewright.take_findings()]
                say(case.ids, ns=value, seconds=time.time() - begin, findings=findings[:3], notes=case.notes)
            except Exception as error:
                if os.environ.get("SILICON_TRACE"):
                    traceback.print_exc()
                say(case.ids, error=_reason(error), seconds=time.time() - begin)
    except Exception as error:
        traceback.print_exc()
        say(sorted(wanted - answered), error=_reason(error), seconds=0.0)
    left = sorted(wanted - answered)
    if left:
        say(left, error="the driver has no case for this row", seconds=0.0)
    ttnn.close_device(device)
    return 0


if __name__ == "__main__":
    sys.exit(main())
