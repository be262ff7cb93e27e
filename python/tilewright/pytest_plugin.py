"""pytest on the virtual card. Inert unless asked for: --tw, or any option below, which implies it.

--tw               `import ttnn` means the virtual card; fixtures and test helpers of the field are there; a test that
                   leaves a finding of severity error fails with it
--tw-strict        strict mode for every launch, not only the first of a program
--tw-seeds N       every test that uses a device runs N times, each under another random schedule
--tw-report DIR    a JSON and a text file per failed test, and an index, in DIR
--tw-numerics X    card: bit for bit as the card (the default); float: IEEE float32 with the card's conversions
--tw-root DIR      the checkout whose kernels, headers and ops are used (default: TT_METAL_HOME, else pytest's rootdir)
"""

from __future__ import annotations

import argparse
import os

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declares the options; nothing else happens until one of them is given."""
    group = parser.getgroup("tilewright", "the virtual card")
    group.addoption("--tw", action="store_true", help="`import ttnn` means the virtual card")
    group.addoption("--tw-strict", action="store_true", help="strict mode; findings fail the test (implies --tw)")
    group.addoption(
        "--tw-seeds", type=int, default=0, metavar="N", help="run device tests under N schedules (implies --tw)"
    )
    group.addoption(
        "--tw-report", default=None, metavar="DIR", help="write reports of failed tests to DIR (implies --tw)"
    )
    group.addoption(
        "--tw-numerics", choices=("card", "float"), default=None, help="the arithmetic of tiles (implies --tw)"
    )
    group.addoption(
        "--tw-root", default=None, metavar="DIR", help="checkout with kernels, headers and ops (implies --tw)"
    )
    parser.addini("tw", "use the virtual card as ttnn", type="bool", default=False)


def _wanted(options: argparse.Namespace, config: pytest.Config) -> bool:
    names = ("tw", "tw_strict", "tw_seeds", "tw_report", "tw_numerics", "tw_root")
    return any(getattr(options, name, None) for name in names) or bool(config.getini("tw"))


def _start(config: pytest.Config, options: argparse.Namespace) -> str:
    """Where the search for a checkout begins: a configuration file's folder, else what the tests have in common.

    pytest's rootdir is guessed before the options of plugins are known, so DIR of `--tw-report DIR` counts there as one
    more folder of tests.
    """
    if config.inipath is not None or getattr(options, "rootdir", None):
        return str(config.rootpath)
    here = str(config.invocation_params.dir)
    tests = [os.path.join(here, str(one).split("::")[0]) for one in options.file_or_dir or ()]
    tests = [os.path.abspath(one) for one in tests if os.path.exists(one)]
    start = os.path.commonpath(tests) if tests else here
    return start if os.path.isdir(start) else os.path.dirname(start)


def _activate(config: pytest.Config, options: argparse.Namespace) -> None:
    """Before the first conftest is imported: those import ttnn."""
    if config.pluginmanager.has_plugin("tilewright-card"):
        return
    import tilewright
    from tilewright._names import find_checkout

    tilewright.set_findings_exit(False)  # the tests' outcomes are the status
    if options.tw_strict:
        tilewright.set_options(mode="strict")
    if options.tw_numerics:
        tilewright.set_numerics(options.tw_numerics)
    processes = os.environ.get("PYTEST_XDIST_WORKER_COUNT", "")  # of pytest-xdist, which share the processors
    if processes.isdigit() and not os.environ.get("TILEWRIGHT_THREADS"):
        tilewright.set_options(threads=max(1, (os.cpu_count() or 1) // int(processes)))
    tilewright.provide_field_modules()
    chosen = options.tw_root or os.environ.get("TT_METAL_HOME") or find_checkout(_start(config, options))
    tilewright.install_as_ttnn(chosen)
    from tilewright import _pytest_card

    config.pluginmanager.register(_pytest_card, "tilewright-card")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """The earliest place where options are known."""
    if _wanted(early_config.known_args_namespace, early_config):
        _activate(early_config, early_config.known_args_namespace)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Where a conftest file loads this plugin, the first hook did not run."""
    for line in (
        "use_module_device(params): one device for the whole module",
        "timeout(seconds): end the test after so long",
        "slow: takes long",
        "requires_grid_size(x, y): needs at least this grid",
    ):
        config.addinivalue_line("markers", line)
    if _wanted(config.option, config):
        _activate(config, config.option)
