"""A checkout of the user's: its ops found when they are asked for, its helpers before ours, its age at the top."""

import os
import textwrap

import pytest
from test_names import checked, python
from test_plugin import pytest_in


@pytest.fixture
def checkout(tmp_path):
    """A tree of spring with an op package, a module beside it and helpers of tests."""
    root = tmp_path / "check out"
    files = {
        "ttnn/ttnn/__init__.py": "from ttnn.operations.shrink import shrink, default_config as shrink_config\n",
        "ttnn/ttnn/operations/shrink/__init__.py": "from .shrink import shrink, default_config\n",
        "ttnn/ttnn/operations/shrink/shrink.py": """
            import ttnn

            def shrink(x):
                return ttnn.operations.other.half(x)

            def default_config():
                return "config"
            """,
        "ttnn/ttnn/operations/other/__init__.py": "def half(x):\n    return x / 2\n",
        "ttnn/ttnn/operations/loose.py": "NUMBER = 3\n",
        "ttnn/cpp/ttnn/kernel_lib/l1_helpers.hpp": "#pragma once\n",
        "models/common/utility_functions.py": "OWN = 'models'\n",
        "tests/ttnn/utils_for_testing.py": "OWN = 'tests'\n",
        "tests/deep/test_it.py": """
            import ttnn
            from models.common.utility_functions import OWN as models
            from tests.ttnn.utils_for_testing import OWN as tests

            def test_it():
                assert ttnn.shrink(3) == 1.5 and models == "models" and tests == "tests"
            """,
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(textwrap.dedent(text).lstrip())
    return root


def script(root, code, **options):
    """Runs code as a script on the virtual card, in the checkout."""
    (root / "script.py").write_text("import ttnn\n" + textwrap.dedent(code))
    return python("-m", "tilewright", "--root", str(root), str(root / "script.py"), cwd=root.parent, **options)


def test_ops_are_found_when_they_are_asked_for(checkout):
    result = script(
        checkout,
        """
        import sys
        assert "ttnn.operations.shrink" not in sys.modules
        print(ttnn.shrink(3), ttnn.operations.shrink.shrink(5), ttnn.shrink_config(), ttnn.operations.loose.NUMBER)
        from ttnn.operations.shrink import shrink
        assert shrink is ttnn.shrink
        print(hasattr(ttnn, "loose"), hasattr(ttnn, "__wrapped__"))
        """,
    )
    assert result.stdout == "1.5 2.5 config 3\nFalse False\n", result.stderr
    assert f"kernel headers of {checkout} (API of 2026-03, low-level library of 2026-04)" in result.stderr


@pytest.mark.parametrize(
    ("expression", "says"),
    [
        ("ttnn.shrnk", ["no attribute 'shrnk'", "near it: shrink", "--tw-root DIR"]),
        ("ttnn.unsqueze", ["near it: unsqueeze"]),
        ("ttnn.operations.shrik", ["near it: shrink", "op packages are looked for in", "(other, shrink)"]),
        ("ttnn._ttnn.report", ["near it: reports"]),
        ("__import__('ttnn.operations.shrik')", ["near it: shrink", "--tw-root DIR"]),
    ],
)
def test_a_missing_name_says_what_is_near(checkout, expression, says):
    result = script(checkout, expression)
    assert result.returncode == 1
    for one in says:
        assert one in result.stderr


def test_helpers_of_the_checkout_come_first_without_a_path(checkout):
    result = pytest_in(checkout, "--tw", "tests/deep")
    assert "1 passed" in result.stdout, result.stdout + result.stderr


def test_the_header_says_whose_headers_are_used(checkout, tmp_path):
    ours = "kernel headers of Tilewright (API of 2026-08, low-level library of 2026-08); no checkout with headers is"
    own = f"kernel headers of {checkout} (API of 2026-03, low-level library of 2026-04)"
    (tmp_path / "test_it.py").write_text("def test_it():\n    pass\n")
    plain = pytest_in(tmp_path, "--tw", "-v", "test_it.py").stdout
    assert ours in plain and "--tw-root DIR or TT_METAL_HOME names one" in plain
    assert own in pytest_in(tmp_path, "--tw-root", str(checkout), "-v", "test_it.py").stdout


@pytest.mark.parametrize("equals", [False, True])
def test_the_folder_of_reports_does_not_move_the_root(checkout, tmp_path, equals):
    reports = tmp_path / "reports"  # there already: pytest takes it for a folder of tests
    reports.mkdir()
    option = [f"--tw-report={reports}"] if equals else ["--tw-report", str(reports)]
    result = pytest_in(checkout, *option, "-v", "tests/deep/test_it.py")
    assert f"kernel headers of {checkout} " in result.stdout and "1 passed" in result.stdout, result.stdout
    assert os.listdir(reports) == ["index.json"]


def test_names_of_shapes_and_reports(tmp_path):
    code = """
        import tilewright
        ttnn = tilewright.install_as_ttnn()
        import numpy
        def t(*shape): return ttnn.from_torch(numpy.zeros(shape, numpy.float32))
        print(ttnn.unsqueeze_to_4D(t(2, 3)).shape, ttnn.unsqueeze(t(2, 3), -1).shape, ttnn.unsqueeze(t(2, 3), 0).shape)
        print(*(ttnn.squeeze(t(1, 2, 1), dim).shape for dim in (None, 0, [0, -1], 1)))
        print(ttnn.div_up(33, 32), ttnn.div_up(32, 32), ttnn.round_up(33, 32))
        for wrong in (lambda: ttnn.unsqueeze(t(2), 3), lambda: ttnn.squeeze(t(2), 1),
                      lambda: ttnn.unsqueeze_to_4D(t(1, 1, 1, 1, 1)),
                      lambda: ttnn.from_torch(numpy.zeros(4), dtype=ttnn.fp8_e4m3)):
            try: wrong()
            except (RuntimeError, NotImplementedError) as error: print(str(error).splitlines()[0])
        device = ttnn.open_device(device_id=0)
        info = ttnn._ttnn.reports.get_device_info(device)
        print(info.num_compute_cores, info.worker_l1_size, info.cb_limit + info.address_at_first_l1_cb_buffer)
        """
    out = checked(cwd=tmp_path, code=textwrap.dedent(code)).splitlines()
    assert out[:3] == [
        "Shape([1, 1, 2, 3]) Shape([2, 3, 1]) Shape([1, 2, 3])",
        "Shape([2]) Shape([2, 1]) Shape([2]) Shape([1, 2, 1])",
        "2 1 64",
    ]
    assert out[3] == "unsqueeze: dim is 3; for shape (2,) it is from -2 to 1"
    assert out[4] == "squeeze: dim is 1; for shape (2,) it is from -1 to 0"
    assert out[5].startswith("unsqueeze_to_4D: the tensor has 5 dimensions")
    assert out[6].startswith("from_torch: the virtual card has no DataType.FP8_E4M3; dtypes are bfloat16, float32,")
    assert out[7] == "64 1499136 1499136"


def test_block_floats_are_tiles(tmp_path):
    code = """
        import tilewright
        ttnn = tilewright.install_as_ttnn()
        import numpy
        values = numpy.ones((32, 32), numpy.float32)
        for dtype in (ttnn.bfloat8_b, ttnn.bfloat4_b):
            print(ttnn.from_torch(values, dtype=dtype).layout)
            try: ttnn.from_torch(values, dtype=dtype, layout=ttnn.ROW_MAJOR_LAYOUT)
            except RuntimeError as error: print(error)
        """
    out = checked(cwd=tmp_path, code=textwrap.dedent(code))
    assert out.count("Layout.TILE") == 2 and out.count("ROW_MAJOR") >= 2, out
