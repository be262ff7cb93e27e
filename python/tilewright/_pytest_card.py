"""Fixtures and reports of tests that run on the virtual card. Registered by pytest_plugin when it is asked for."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest._code.code import ReprFileLocation, TerminalRepr
from _pytest._io import TerminalWriter

import tilewright
from tilewright import _tilewright as core, ttnn

# ---- devices ----------------------------------------------------------------------------------------------------


def _open(request: pytest.FixtureRequest, params: dict[str, Any]) -> ttnn.MeshDevice:
    accepted = {"num_command_queues", "l1_small_size", "trace_region_size", "dispatch_core_config", "worker_l1_size"}
    return ttnn.CreateDevice(0, **{name: value for name, value in params.items() if name in accepted})


@pytest.fixture
def device_params(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What the device is opened with; parametrise it indirectly."""
    return dict(getattr(request, "param", {}))


@pytest.fixture(scope="module")
def _module_device_holder(request: pytest.FixtureRequest) -> Iterator[dict[str, Any]]:
    held: dict[str, Any] = {}
    yield held
    for device in held.values():
        ttnn.close_device(device)


@pytest.fixture
def device(
    request: pytest.FixtureRequest, device_params: dict[str, Any], _module_device_holder: dict[str, Any]
) -> Iterator[ttnn.MeshDevice]:
    """A virtual card: one per test, or per module with the marker use_module_device."""
    before = ttnn.GetDefaultDevice()
    marker = request.node.get_closest_marker("use_module_device")
    if marker is not None:
        params = dict(marker.args[0]) if marker.args else device_params
        key = repr(sorted(params.items()))
        if key not in _module_device_holder:
            _module_device_holder[key] = _open(request, params)
        ttnn.SetDefaultDevice(_module_device_holder[key])
        yield _module_device_holder[key]
        ttnn.SetDefaultDevice(before)
        return
    opened = _open(request, device_params)
    ttnn.SetDefaultDevice(opened)
    yield opened
    ttnn.close_device(opened)
    ttnn.SetDefaultDevice(before)


@pytest.fixture
def mesh_device(request: pytest.FixtureRequest, device_params: dict[str, Any]) -> Iterator[ttnn.MeshDevice]:
    """A mesh of one card; a test that asks for more is skipped."""
    wanted = getattr(request, "param", (1, 1))
    shape = (1, wanted) if isinstance(wanted, int) else tuple(wanted)
    if shape[0] * shape[1] != 1:
        pytest.skip(f"the mesh is {shape[0]}x{shape[1]}; this machine is one card")
    opened = ttnn.open_mesh_device(ttnn.MeshShape(*shape))
    yield opened
    ttnn.close_mesh_device(opened)


# ---- other fixtures of the field ----------------------------------------------------------------------------------


@pytest.fixture
def reset_seeds() -> None:
    """The same random numbers in every run."""
    random.seed(213919)
    with contextlib.suppress(ImportError):
        import numpy

        numpy.random.seed(213919)
    with contextlib.suppress(ImportError):
        import torch

        torch.manual_seed(213919)


@pytest.fixture
def function_level_defaults(reset_seeds: None) -> None:
    """What every test may rely on: seeds."""


@pytest.fixture(scope="session")
def is_ci_env() -> bool:
    """Whether a continuous-integration service runs this."""
    return os.environ.get("CI") == "true"


@pytest.fixture(scope="session")
def silicon_arch_name() -> str:
    """The machine's name."""
    return str(ttnn.get_arch_name())


@pytest.fixture(scope="session")
def silicon_arch_wormhole_b0(silicon_arch_name: str) -> str:
    """Skips the test on another machine."""
    return _only_on(silicon_arch_name, "wormhole_b0")


@pytest.fixture(scope="session")
def silicon_arch_blackhole(silicon_arch_name: str) -> str:
    """Skips the test on another machine."""
    return _only_on(silicon_arch_name, "blackhole")


def _only_on(name: str, wanted: str) -> str:
    if name != wanted:
        pytest.skip(f"for {wanted}; the machine is {name}")
    return name


@pytest.fixture
def grid_size(device: ttnn.MeshDevice) -> tuple[int, int]:
    """The worker grid, columns and rows."""
    grid = device.compute_with_storage_grid_size()
    return grid.x, grid.y


@pytest.fixture
def expect_error() -> Callable[[type[BaseException], str], contextlib.AbstractContextManager[Any]]:
    """expect_error(ExceptionType, regex): the block must raise it."""

    def expect(kind: type[BaseException], pattern: str) -> contextlib.AbstractContextManager[Any]:
        return pytest.raises(kind, match=pattern)

    return expect


# ---- schedules ----------------------------------------------------------------------------------------------------


@pytest.fixture
def _tw_seed(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(autouse=True)
def _tw_schedule(request: pytest.FixtureRequest) -> Iterator[None]:
    """The schedule of this run. Autouse: pytest forgets a fixture that no test and no fixture asks for by name."""
    parameters = getattr(getattr(request.node, "callspec", None), "params", {})
    if "_tw_seed" not in parameters:
        yield
        return
    tilewright.set_options(schedule="random", seed=parameters["_tw_seed"])
    yield
    tilewright.set_options(schedule="fixed", seed=0)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Repeats device tests, one schedule each."""
    seeds = metafunc.config.getoption("tw_seeds")
    if seeds and ({"device", "mesh_device"} & set(metafunc.fixturenames)):
        metafunc.fixturenames.insert(0, "_tw_seed")
        metafunc.parametrize("_tw_seed", range(1, seeds + 1), ids=lambda seed: f"seed{seed}", indirect=True)


# ---- reports ------------------------------------------------------------------------------------------------------


class DoctorReport(TerminalRepr):
    """A failure shown as the finding's own text, with the test line that led to it."""

    def __init__(self, text: str, path: str, line: int, summary: str) -> None:
        self.text = text
        self.reprcrash = ReprFileLocation(path, line, summary)

    def toterminal(self, tw: TerminalWriter) -> None:
        tw.line(self.text.rstrip("\n"))
        tw.line()
        self.reprcrash.toterminal(tw)

    def __str__(self) -> str:
        return self.text


def _place(item: pytest.Item, call: pytest.CallInfo[None]) -> tuple[str, int]:
    """The innermost line of the test's own file."""
    path, line = str(item.path), 0
    for entry in call.excinfo.traceback if call.excinfo is not None else ():
        if str(entry.path) == str(item.path):
            path, line = str(entry.path), entry.lineno + 1
    return path, line


def _write_report(folder: str, nodeid: str, text: str, findings: list[tilewright.Finding], details: object) -> str:
    Path(folder).mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^A-Za-z0-9_.-]+", "_", nodeid).strip("_")
    content = {"test": nodeid, "findings": [json.loads(f.to_json()) for f in findings], "details": details}
    (Path(folder) / f"{name}.json").write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    (Path(folder) / f"{name}.txt").write_text(text, encoding="utf-8")
    return f"{name}.json"


_index: list[dict[str, str]] = []


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Findings of the test before are not this test's."""
    tilewright.take_findings()
    marker = item.get_closest_marker("requires_grid_size")
    if marker is not None:
        arguments = marker.args[0] if marker.args and isinstance(marker.args[0], (tuple, list)) else marker.args
        size = core.get_grid_size()
        if tuple(arguments) > size:
            pytest.skip(f"needs a grid of {tuple(arguments)}; this machine has {size}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """A failure of the card is shown as its report; findings of severity error are failures."""
    report: pytest.TestReport = yield
    error = call.excinfo.value if call.excinfo is not None else None
    findings = tilewright.take_findings() if call.when == "call" else []
    details = None
    text = ""
    if isinstance(error, tilewright.Error) and report.failed:
        finding = getattr(error, "finding", None)
        text = str(error)
        summary = f"{finding.code}: {finding.message}".splitlines()[0] if finding is not None else text.splitlines()[0]
        path, line = _place(item, call)
        report.longrepr = DoctorReport(text, path, line, summary)
        findings = ([finding] if finding is not None else []) + findings
        details = getattr(error, "details", None)
    elif findings:
        text = "".join(finding.to_text() for finding in findings)
        fail = os.environ.get("TILEWRIGHT_FINDINGS_EXIT") != "0"
        serious = [finding for finding in findings if fail and finding.severity == "error"]
        if serious and report.passed:
            report.outcome = "failed"
            summary = f"{serious[0].code}: {serious[0].message}".splitlines()[0]
            report.longrepr = DoctorReport(text, str(item.path), (item.location[1] or 0) + 1, summary)
        else:
            report.sections.append(("findings", text))
    folder = item.config.getoption("tw_report")
    if folder and report.failed:
        text = text or str(report.longrepr)
        report.tw_entry = {  # type: ignore[attr-defined]
            "test": item.nodeid,
            "when": call.when,
            "report": _write_report(folder, item.nodeid, text, findings, details),
        }
    return report


# With pytest-xdist tests run in processes of their own (workers), and their reports travel to the one that prints.


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable(config: pytest.Config, report: object) -> Any:
    """What a failure of the card shows, which pytest would make one text of."""
    data = yield
    shown = getattr(report, "longrepr", None)
    if data is not None and isinstance(shown, DoctorReport):
        crash = shown.reprcrash
        data["tw_shown"] = [shown.text, crash.path, crash.lineno, crash.message]
    return data


@pytest.hookimpl(wrapper=True)
def pytest_report_from_serializable(config: pytest.Config, data: dict[str, Any]) -> Any:
    """The way back."""
    shown = data.pop("tw_shown", None)
    report = yield
    if report is not None and shown is not None:
        report.longrepr = DoctorReport(*shown)
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """In the process that prints, for the reports of all."""
    entry = getattr(report, "tw_entry", None)
    if entry is not None:
        _index.append(entry)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """The list of reports, also when there are none. Of several processes in an order that is always the same."""
    folder = session.config.getoption("tw_report")
    if not folder or _is_worker(session.config):
        return
    if session.config.getoption("numprocesses", None):
        _index.sort(key=lambda entry: (entry["test"], entry["when"]))
    Path(folder).mkdir(parents=True, exist_ok=True)
    (Path(folder) / "index.json").write_text(json.dumps(_index, indent=2) + "\n", encoding="utf-8")


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Which card, which mode, whose headers."""
    mode = tilewright._options.later("mode") or os.environ.get("TILEWRIGHT_MODE") or "auto"
    headers = core.headers_in_words()
    if "no checkout" in headers:
        headers += "; --tw-root DIR or TT_METAL_HOME names one"
    return [
        f"tilewright: virtual {ttnn.get_arch_name()}, {mode} mode, kernels from {tilewright.root_dir()}",
        f"tilewright: {headers}",
    ]
