"""The pytest plugin, each run in a process and a folder of its own."""

import json
import re

import pytest
from test_names import python

TESTS = """
import pytest, torch, ttnn
from tests.ttnn.utils_for_testing import assert_with_pcc
from models.common.utility_functions import comp_allclose

CORE = ttnn.CoreCoord(0, 0)
CORES = ttnn.CoreRangeSet([ttnn.CoreRange(CORE, CORE)])

def run(device, body):
    t = ttnn.allocate_tensor_on_device((32, 32), ttnn.bfloat16, ttnn.TILE_LAYOUT, device)
    source = '#include "api/dataflow/dataflow_api.h"\\nvoid kernel_main() { ' + body + ' }'
    inline = ttnn.KernelDescriptor.SourceType.SOURCE_CODE
    k = ttnn.KernelDescriptor(source, inline, CORES, config=ttnn.ReaderConfigDescriptor())
    cb = ttnn.CBDescriptor(4096, CORES, [ttnn.CBFormatDescriptor(0, ttnn.bfloat16, 2048)])
    ttnn.generic_op([t, t], ttnn.ProgramDescriptor([k], [], [cb]))

def test_hangs(device):
    run(device, "cb_wait_front(0, 1);")

def test_after_it(device):
    run(device, "")
    assert_with_pcc(torch.ones(2, 2), torch.ones(2, 2))

def test_pushes_unreserved(device):
    run(device, "cb_push_back(0, 1); cb_wait_front(0, 1); cb_pop_front(0, 1);")

def test_fixtures(device, device_params, reset_seeds, is_ci_env, silicon_arch_name, grid_size, expect_error):
    assert grid_size == (8, 8) and silicon_arch_name == "wormhole_b0"
    with expect_error(RuntimeError, "closed"):
        raise RuntimeError("closed")

@pytest.mark.parametrize("device_params", [{"l1_small_size": 1024, "num_command_queues": 2}], indirect=True)
def test_device_params(device):
    assert device.is_initialized()

@pytest.mark.use_module_device
@pytest.mark.parametrize("i", range(2))
def test_module_device(device, i, ids=[]):
    ids.append(id(device))
    assert len(set(ids)) == 1

@pytest.mark.parametrize("mesh_device", [(1, 2)], indirect=True)
def test_mesh(mesh_device):
    assert False
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "test_it.py").write_text(TESTS)
    return tmp_path


def pytest_in(folder, *options):
    arguments = (
        "-m",
        "pytest",
        "-p",
        "tilewright.pytest_plugin",
        "-p",
        "no:cacheprovider",
        "--import-mode=importlib",
        "-q",
        *options,
    )
    return python(*arguments, cwd=folder)


def test_a_hang_fails_its_one_test_with_the_report(folder):
    result = pytest_in(folder, "--tw", "--durations=0")
    assert "2 failed, 5 passed, 1 skipped" in result.stdout, result.stdout + result.stderr
    assert re.search(r"FAILED.*test_pushes_unreserved.*TW2001", result.stdout), result.stdout
    assert "cb_wait_front(c_0, 1): 0 of 1 pages here" in result.stdout and "error[TW10" in result.stdout
    assert re.search(r"test_it\.py:\d+: TW10", result.stdout)


def test_strict_mode_turns_findings_into_failures(folder):
    result = pytest_in(folder, "--tw-strict", "-k", "unreserved or after")
    assert "1 failed, 1 passed" in result.stdout, result.stdout + result.stderr
    assert "test_pushes_unreserved" in result.stdout and "error[TW2" in result.stdout


def test_seeds_repeat_device_tests(folder):
    result = pytest_in(folder, "--tw-seeds", "3", "-k", "after", "-vv")
    assert "3 passed" in result.stdout and "test_after_it[seed3]" in result.stdout, result.stdout + result.stderr


def test_each_seed_is_a_schedule(folder):
    (folder / "test_seeds.py").write_text(
        "import tilewright\n"
        "def test_drawn(device, request):\n"
        "    options = tilewright.options(device)\n"
        "    assert options['schedule'] == 'random'\n"
        "    assert f\"seed{options['seed']}\" in request.node.name\n"
        "def test_host_alone():\n"
        "    pass\n"
    )
    result = pytest_in(folder, "--tw-seeds", "3", "test_seeds.py")
    assert "4 passed" in result.stdout, result.stdout + result.stderr


def test_report_folder(folder):
    result = pytest_in(folder, "--tw-report", "reports", "-k", "hangs or after")
    assert result.returncode == 1
    index = json.loads((folder / "reports" / "index.json").read_text())
    assert [entry["test"] for entry in index] == ["test_it.py::test_hangs"]
    report = json.loads((folder / "reports" / index[0]["report"]).read_text())
    assert report["findings"][0]["code"].startswith("TW10")
    assert "cb_wait_front" in (folder / "reports" / index[0]["report"].replace(".json", ".txt")).read_text()


def test_without_an_option_nothing_happens(folder):
    (folder / "test_it.py").write_text(
        "import importlib.util\ndef test_it(): assert importlib.util.find_spec('ttnn') is None\n"
        "def test_no_fixture(request):\n    import pytest\n"
        "    with pytest.raises(Exception): request.getfixturevalue('device')\n"
    )
    result = pytest_in(folder)
    assert "2 passed" in result.stdout, result.stdout + result.stderr


def failed_of(result):
    """The short summary's failures, with what they say."""
    return sorted(line for line in result.stdout.splitlines() if line.startswith("FAILED"))


def test_several_processes_come_to_the_same(folder):
    """pytest-xdist: findings, messages, reports and seeds are those of one process."""
    pytest.importorskip("xdist")
    options = ("--tw-strict", "--tw-seeds", "2", "-k", "hangs or after or unreserved or fixtures")
    alone = pytest_in(folder, *options, "--tw-report", "one")
    several = pytest_in(folder, *options, "--tw-report", "two", "-n", "2")
    assert "4 failed, 4 passed" in alone.stdout, alone.stdout + alone.stderr
    assert "4 failed, 4 passed" in several.stdout, several.stdout + several.stderr
    assert failed_of(several) == failed_of(alone)
    assert len([line for line in failed_of(alone) if re.search(r"test_hangs\[seed\d\] - TW10", line)]) == 2
    places = re.compile(r"test_it\.py:\d+: TW\d{4}.*$", re.MULTILINE)
    assert sorted(places.findall(several.stdout)) == sorted(places.findall(alone.stdout))
    assert len(places.findall(alone.stdout)) == 4
    indices = [json.loads((folder / name / "index.json").read_text()) for name in ("one", "two")]
    assert len(indices[0]) == 4
    assert indices[1] == sorted(indices[0], key=lambda entry: entry["test"])
    for entry in indices[0]:
        one, two = (json.loads((folder / name / entry["report"]).read_text()) for name in ("one", "two"))
        assert [finding["code"] for finding in one["findings"]] == [finding["code"] for finding in two["findings"]]


def test_processes_share_the_processors(folder):
    pytest.importorskip("xdist")
    (folder / "test_it.py").write_text(
        "import os, tilewright\n"
        "def test_threads(device):\n"
        "    assert tilewright.options(device)['threads'] == max(1, os.cpu_count() // 2)\n"
    )
    result = pytest_in(folder, "--tw", "-n", "2")
    assert "1 passed" in result.stdout, result.stdout + result.stderr
