"""The tilewright command as a process: exit status, which stream says what, where shipped files are found.

    cli_test.py BINARY LIBRARY
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BINARY = pathlib.Path(sys.argv[1]).resolve()
LIBRARY = pathlib.Path(sys.argv[2]).resolve()
SOURCE = pathlib.Path(__file__).resolve().parents[2]


def run(*arguments, binary=BINARY, **environment):
    return subprocess.run([str(binary), *arguments], capture_output=True, text=True, timeout=120,
                          env={**os.environ, **environment})


class ExitStatus(unittest.TestCase):
    def test_fine(self):
        ran = run("--version")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertTrue(ran.stdout.startswith("tilewright "))
        self.assertEqual(ran.stderr, "")

    def test_usage(self):
        for arguments in (["crad"], ["card", "--no-such-option"], ["card", "--arch", "x"], ["explain", "TW0000"]):
            ran = run(*arguments)
            self.assertEqual(ran.returncode, 4, arguments)
            self.assertEqual(ran.stdout, "")
            self.assertIn("error[TW", ran.stderr)

    def test_environment(self):
        with tempfile.TemporaryDirectory() as empty:
            ran = run("card", TILEWRIGHT_DATA=empty)
            self.assertEqual(ran.returncode, 3)
            self.assertIn("TW3900", ran.stderr)
            self.assertIn(empty, ran.stderr)

    def test_settings_that_nobody_knows(self):
        for name, value in (("MODE", "slow"), ("NUMERICS", "exact"), ("THREADS", "many"), ("LOG", "loud"),
                            ("CACHE_MAX_MB", "much"), ("CACHE_MAX_MB", "0"), ("ASSERTS", "maybe"),
                            ("TIMED_LLK", "202512")):
            ran = run("run", "centralize_w_rm", "--shape", "32,32", **{"TILEWRIGHT_" + name: value})
            self.assertEqual(ran.returncode, 4, ran.stderr)
            self.assertIn("TW3006", ran.stderr)
            self.assertIn(f"TILEWRIGHT_{name}={value}", ran.stderr)

    def test_plans_that_nobody_knows(self):
        for ran in (run("run", "centralize_w_rm", "--shape", "32,64", TILEWRIGHT_PLAN="stream"),
                    run("run", "centralize_w_rm", "--shape", "32,64", "--plan", "stream"),
                    run("time", "centralize_w_rm", "--shape", "32,64", "--plan", "stream")):
            self.assertEqual(ran.returncode, 4, ran.stderr)
            self.assertIn("TW4123", ran.stderr)
            self.assertIn('the plan "stream" asks for "stream"', ran.stderr)

    def test_tools_that_are_not_there(self):
        with tempfile.TemporaryDirectory() as empty:
            missing = os.path.join(empty, "tool")
            ran = run("py", "-c", "", TILEWRIGHT_INTERPRETER=missing)
            self.assertEqual(ran.returncode, 3)
            self.assertIn("TW4504", ran.stderr)
            ran = run("run", "centralize_w_rm", "--shape", "32,32", TILEWRIGHT_CLANG=missing, TILEWRIGHT_CACHE=empty)
            self.assertEqual(ran.returncode, 3)
            self.assertIn("TW3102", ran.stderr)

    def test_errors_as_json(self):
        ran = run("card", "--arch", "x", "--json")
        self.assertEqual(ran.returncode, 4)
        self.assertEqual(ran.stderr, "")
        self.assertEqual(json.loads(ran.stdout)["error"]["code"], "TW3901")


class ShippedFiles(unittest.TestCase):
    def test_a_moved_prefix_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix = pathlib.Path(folder)
            data = prefix / "share/tilewright/data"
            shutil.copytree(SOURCE / "data", data)
            machine = data / "wormhole_b0.toml"
            machine.write_text(machine.read_text().replace('value = "n150"', 'value = "moved"'))
            for sub, what in (("bin", BINARY), ("lib", LIBRARY)):
                (prefix / sub).mkdir()
                shutil.copy(what, prefix / sub)
            # The loader looks for the library by its soname.
            (prefix / "lib" / "libtilewright.so.0").symlink_to(LIBRARY.name)
            ran = run("card", "--json", binary=prefix / "bin" / BINARY.name, LD_LIBRARY_PATH=str(prefix / "lib"))
            self.assertEqual(ran.returncode, 0, ran.stderr)
            self.assertEqual(json.loads(ran.stdout)["board"], "moved")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
