"""`ttnn` and the field's helper modules: there by choice, never in the way."""

import os
import subprocess
import sys

import pytest

PATH = os.pathsep.join(os.path.abspath(entry) for entry in sys.path if entry)


def python(*arguments, cwd, code=None, **environment):
    """Runs the interpreter with this process's modules and returns what it did."""
    command = [sys.executable, *arguments] if code is None else [sys.executable, "-c", code]
    given = {**os.environ, "PYTHONPATH": environment.pop("path", PATH), **environment}
    given.pop("TILEWRIGHT_MODE", None) if "TILEWRIGHT_MODE" not in environment else None
    return subprocess.run(command, cwd=cwd, env=given, capture_output=True, text=True, timeout=120)


def checked(*arguments, **options):
    result = python(*arguments, **options)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture
def real_ttnn(tmp_path):
    """A folder that plays a real installation."""
    package = tmp_path / "site" / "ttnn"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("WHO = 'the real one'\n")
    return str(package.parent)


def test_a_real_installation_is_left_alone(real_ttnn, tmp_path):
    code = "import tilewright, tilewright.ttnn, ttnn; print(ttnn.WHO)"
    assert checked(cwd=tmp_path, code=code, path=real_ttnn + os.pathsep + PATH) == "the real one\n"


def test_an_imported_ttnn_is_not_replaced(real_ttnn, tmp_path):
    code = "import ttnn, tilewright\ntry: tilewright.install_as_ttnn()\nexcept RuntimeError as e: print('refused:', e)"
    out = checked(cwd=tmp_path, code=code, path=real_ttnn + os.pathsep + PATH)
    assert out.startswith("refused: install_as_ttnn: another ttnn is imported already")


def test_install_as_ttnn(tmp_path):
    code = (
        "import tilewright, tilewright.ttnn.device\nm = tilewright.install_as_ttnn()\n"
        "import ttnn, ttnn.device, ttnn.operations\n"
        "assert m is ttnn is tilewright.ttnn and ttnn.device is tilewright.ttnn.device\n"
        "from ttnn._ttnn import device\nprint(device.get_l1_alignment())"
    )
    assert checked(cwd=tmp_path, code=code) == "16\n"


def test_run_a_script_unmodified(tmp_path):
    (tmp_path / "script.py").write_text(
        "import sys, ttnn\nprint(ttnn.tile_size(ttnn.bfloat16), sys.argv[1:], __name__)\n"
    )
    assert checked("-m", "tilewright", "script.py", "a", "-b", cwd=tmp_path) == "2048 ['a', '-b'] __main__\n"
    assert python("-m", "tilewright", "nothing.py", cwd=tmp_path).returncode == 4


def test_a_hanging_script_ends_with_status_2(tmp_path):
    (tmp_path / "script.py").write_text(
        "import ttnn\nd = ttnn.open_device(device_id=0)\nc = ttnn.CoreCoord(0, 0)\n"
        "cores = ttnn.CoreRangeSet([ttnn.CoreRange(c, c)])\n"
        "t = ttnn.allocate_tensor_on_device((32, 32), ttnn.bfloat16, ttnn.TILE_LAYOUT, d)\n"
        "src = '#include \"api/dataflow/dataflow_api.h\"\\nvoid kernel_main() { cb_wait_front(0, 1); }'\n"
        "k = ttnn.KernelDescriptor(src, ttnn.KernelDescriptor.SourceType.SOURCE_CODE, cores,\n"
        "                          config=ttnn.ReaderConfigDescriptor())\n"
        "cb = ttnn.CBDescriptor(2048, cores, [ttnn.CBFormatDescriptor(0, ttnn.bfloat16, 2048)])\n"
        "ttnn.generic_op([t, t], ttnn.ProgramDescriptor([k], [], [cb]))\n"
    )
    result = python("-m", "tilewright", "script.py", cwd=tmp_path)
    assert result.returncode == 2 and "cb_wait_front" in result.stderr


def test_ops_of_a_checkout(tmp_path):
    op = tmp_path / "ttnn" / "ttnn" / "operations" / "my_op"
    op.mkdir(parents=True)
    (op / "__init__.py").write_text("from .impl import double\n")
    (op / "impl.py").write_text("import ttnn\ndef double(n): return 2 * n * (ttnn.TILE_SIZE // 32)\n")
    (tmp_path / "deep").mkdir()
    (tmp_path / "script.py").write_text(
        "from ttnn.operations.my_op import double\nimport ttnn\nprint(double(4), ttnn.operations.my_op.__name__)\n"
    )
    assert checked("-m", "tilewright", "script.py", cwd=tmp_path).startswith("8 ")
    assert checked("-m", "tilewright", "../script.py", cwd=tmp_path / "deep").startswith("8 ")
    result = python(
        cwd=tmp_path, code="import tilewright; tilewright.install_as_ttnn(); import ttnn.operations.no_such_op"
    )
    assert "No module named 'ttnn.operations.no_such_op'" in result.stderr


def test_helpers_of_the_users_own_tree_come_first(tmp_path):
    code = (
        "import tilewright\ntilewright.provide_field_modules()\ntilewright.install_as_ttnn()\n"
        "import sys; sys.path.insert(0, '.')\n"
        "from tests.ttnn.utils_for_testing import assert_with_pcc\nimport models.common.utility_functions as u\n"
        "print(assert_with_pcc.__module__, u.__name__)"
    )
    assert checked(cwd=tmp_path, code=code) == "tilewright.field.utils_for_testing tilewright.field.utility_functions\n"
    (tmp_path / "tests" / "ttnn").mkdir(parents=True)
    (tmp_path / "tests" / "ttnn" / "other.py").write_text("")
    assert checked(cwd=tmp_path, code=code).startswith("tilewright.field.utils_for_testing ")
    (tmp_path / "tests" / "ttnn" / "utils_for_testing.py").write_text("def assert_with_pcc(): pass\n")
    assert checked(cwd=tmp_path, code=code).startswith("tests.ttnn.utils_for_testing ")


def test_import_is_quick_and_needs_neither_torch_nor_numpy(tmp_path):
    code = (
        "import time; t = time.perf_counter()\nimport tilewright.ttnn\nt = time.perf_counter() - t\n"
        "import sys; assert 'torch' not in sys.modules and 'numpy' not in sys.modules\nprint(t)"
    )
    assert min(float(checked(cwd=tmp_path, code=code)) for _ in range(3)) < 0.3


def test_numpy_alone_is_enough(tmp_path):
    code = (
        "import sys; sys.modules['torch'] = None\nimport numpy, tilewright\nttnn = tilewright.install_as_ttnn()\n"
        "d = ttnn.open_device(device_id=0)\nx = numpy.ones((3, 5), dtype=numpy.float32)\n"
        "t = ttnn.from_torch(x, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=d)\nprint(ttnn.to_numpy(t).sum())"
    )
    assert checked(cwd=tmp_path, code=code) == "15.0\n"
