"""How devices run their programs: options of one device, or of all that are open and those opened later."""

from __future__ import annotations

import json
import weakref
from collections.abc import Callable
from typing import Any

from tilewright import _tilewright as core

_later: dict[str, Any] = {}
_open: weakref.WeakSet[core.MeshDevice] = weakref.WeakSet()


def opened(device: core.MeshDevice) -> core.MeshDevice:
    """A device that was just opened: it has what the environment says, but for what was set here."""
    core.set_run_options(device, **_later)
    _open.add(device)
    return device


def set_options(
    device: core.MeshDevice | None = None,
    *,
    mode: str | None = None,
    numerics: str | None = None,
    threads: int | None = None,
    schedule: str | None = None,
    seed: int | None = None,
    isolate: bool | None = None,
) -> None:
    """From the next program on: mode "auto", "fast" or "strict", numerics "card" or "float", host threads, schedule
    "fixed" or "random" with its seed, isolate: kernels in a process without rights. Without a device: of every device,
    now and later. What is not given stays."""
    every: dict[str, Any] = {
        "mode": mode,
        "numerics": numerics,
        "threads": threads,
        "schedule": schedule,
        "seed": seed,
        "isolate": isolate,
    }
    given = {name: value for name, value in every.items() if value is not None}
    known = {"mode": ("auto", "fast", "strict"), "numerics": ("card", "float"), "schedule": ("fixed", "random")}
    for name, allowed in known.items():
        if given.get(name, allowed[0]) not in allowed:
            choices = " or ".join(f'"{choice}"' for choice in allowed)
            raise ValueError(f"{name} is {choices}, not {given[name]!r}")
    if device is not None:
        core.set_run_options(device, **given)
        return
    _later.update(given)
    for one in _open:
        if one.is_initialized():
            core.set_run_options(one, **given)


def later(name: str) -> Any:
    """What devices opened later have; None: what the environment says."""
    return _later.get(name)


def options(device: core.MeshDevice) -> dict[str, Any]:
    """What the device's next program is run with."""
    return core.run_options(device)


def describe(device: core.MeshDevice, work: Callable[[], object]) -> list[dict[str, Any]]:
    """The programs that work() enqueues on the device, in order, as data. None is built or run."""
    return [json.loads(text) for text in core.describe(device, work)]


def check(device: core.MeshDevice, work: Callable[[], object], every: bool = False) -> list[dict[str, Any]]:
    """What each program that work() enqueues does to its CBs: pages pushed, waited for, popped, least sizes.
    No data is moved; tilewright.Hang is raised where a program does not finish. With `every`, too, what holds for
    every value of the arguments that its counts depend on."""
    return [json.loads(text) for text in core.check(device, work, every)]
