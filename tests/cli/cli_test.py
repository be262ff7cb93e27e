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


class TimedScripts(unittest.TestCase):
    """tilewright time SCRIPT: the programs of a process, folded, and the verdict of one of them."""

    def time(self, text, *arguments, name="script.sh", mode=0o755, **environment):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / name
            script.write_text(text)
            script.chmod(mode)
            return run("time", str(script), *arguments, **environment)

    def test_programs_are_folded_and_the_slowest_is_judged(self):
        text = "#!/bin/sh\nset -e\necho said $1\n" + "".join(
            f"{BINARY} run variance_w_rm --shape {shape} >/dev/null\n" for shape in ("32,64", "64,256", "32,64"))
        ran = self.time(text, "hello")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("said hello", ran.stdout)
        self.assertRegex(ran.stdout, r"\n1  variance_w_rm.* 2  +[0-9.]+ *\n2  variance_w_rm.* 1  +[0-9.]+ *\n")
        self.assertIn("us on the card in all", ran.stdout)
        self.assertRegex(ran.stdout, r"\n2\. variance_w_rm.*: [0-9.]+ us on wormhole_b0")
        self.assertIn("not asked: fidelity, fp32, math, plan, cores, arch: they need an op", ran.stdout)
        ran = self.time(text, "--program", "1", "--json", "--", "--flag")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("said --flag", ran.stderr)  # the script's own words are not part of the document
        found = json.loads(ran.stdout)
        self.assertEqual([one["launches"] for one in found["programs"]], [2, 1])
        self.assertEqual(found["number"], 1)
        self.assertAlmostEqual(found["verdict"]["ns"], found["programs"][0]["ns"], delta=1)
        ran = self.time(text, "--program", "3")
        self.assertEqual(ran.returncode, 4)
        self.assertIn("there is no program 3", ran.stderr)

    def test_the_same_time_as_by_name(self):
        by_name = json.loads(run("time", "variance_w_rm", "--shape", "64,128", "--no-what-if", "--json").stdout)
        ran = self.time(f"#!/bin/sh\n{BINARY} run variance_w_rm --shape 64,128\n", "--json", "--what-if", "depth")
        self.assertEqual(json.loads(ran.stdout)["verdict"]["cycles"], by_name["cycles"])

    def test_options_that_a_script_has_no_use_for(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "script.sh")
            script.write_text("#!/bin/sh\nexit 0\n")
            script.chmod(0o755)
            for option in (["--shape", "32,32"], ["--cores", "1x1"], ["--bf16-dst"]):
                ran = run("time", *option, str(script))
                self.assertEqual(ran.returncode, 4, ran.stderr)
                self.assertIn(f"{option[0]}: {script} is a script, which makes its calls itself", ran.stderr)
            ran = run("time", "--html", str(pathlib.Path(folder, "x.html")), str(script))
            self.assertEqual(ran.returncode, 4, ran.stderr)
            self.assertIn("--html: pictures are drawn of an op", ran.stderr)

    def test_what_cannot_work_is_refused_before_the_script_runs(self):
        script = "#!/bin/sh\necho it ran\n"
        for options, code, words in (
            (["--arch", "nosuch"], "TW3901", 'there is no machine "nosuch"'),
            (["--trace", "/no/such/folder/x"], "TW3904", "make the folder /no/such/folder"),
            (["--program", "0"], "TW4000", "programs are numbered from 1"),
            (["--what-if", ""], "TW4000", "--what-if: nothing is given"),
        ):
            ran = self.time(script, *options)
            self.assertNotEqual(ran.returncode, 0)
            self.assertNotIn("it ran", ran.stdout)
            self.assertEqual(ran.stderr.count(f"error[{code}]"), 1, ran.stderr)
            self.assertIn(words, ran.stderr)

    def test_a_scripts_words_stay_in_order(self):
        script = '#!/bin/sh\necho "got:$*"\n'
        for words, got in (
            (["--layers", "2", "--no-what-if"], "--layers 2 --no-what-if"),
            (["one", "--no-what-if"], "one --no-what-if"),
            (["--no-what-if", "one", "--json"], "one --json"),
            (["--", "--json", "--", "x"], "--json -- x"),
            (["--per-core", "--", "--per-core"], "--per-core"),
        ):
            ran = self.time(script, *words)
            self.assertIn(f"got:{got}\n", ran.stdout + ran.stderr)
            self.assertIn("error[TW4512]", ran.stderr)  # it runs no program; said as text, not as JSON
        ran = run("time", "--per-cores", "variance_w_rm")
        self.assertEqual(ran.returncode, 4, ran.stderr)
        self.assertIn("not expected: --per-cores", ran.stderr)

    def test_names_that_are_not_there(self):
        for name, words in (
            ("nosuch.py", 'there is no file "nosuch.py"'),
            ("no/such.py", 'there is no file "no/such.py"'),
            ("qqqqqqqq", "tilewright ops and tilewright examples --list"),
        ):
            ran = run("time", name)
            self.assertEqual(ran.returncode, 4, ran.stderr)
            self.assertIn("TW4002", ran.stderr)
            self.assertIn(words, ran.stderr)
        ran = run("time", "--compare", str(pathlib.Path(__file__)), "variance_w_rm")
        self.assertEqual(ran.returncode, 4, ran.stderr)
        self.assertIn("is a script, which cannot be compared", ran.stderr)
        ran = run("time", "variance_w_rm", "--compare-with", "")
        self.assertIn("--compare-with: nothing is given", ran.stderr)

    def test_a_grid_that_is_not_there(self):
        ran = run("time", "centralize_w_rm", "--shape", "32,64", "--cores", "99x99", "--no-what-if")
        self.assertEqual(ran.returncode, 4, ran.stderr)
        self.assertIn("TW4000", ran.stderr)
        self.assertIn("99", ran.stderr)

    def test_refusals(self):
        ran = self.time("#!/bin/sh\nexit 3\n")
        self.assertEqual(ran.returncode, 1)
        self.assertRegex(ran.stderr, r"error\[TW4511\]: \S*/script.sh ended with status 3\n")
        ran = self.time("#!/bin/sh\ntrue\n")
        self.assertEqual(ran.returncode, 4)
        self.assertRegex(ran.stderr, r"error\[TW4512\]: \S*/script.sh ran no program on the card\n")
        ran = self.time("nothing to execute", name="notes.txt", mode=0o644)
        self.assertEqual(ran.returncode, 3)
        self.assertIn("TW4504", ran.stderr)
        ran = self.time("pass", name="x.py", TILEWRIGHT_INTERPRETER="/no/such/python")
        self.assertEqual(ran.returncode, 3)
        self.assertIn("TW4504", ran.stderr)


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
            ran = run("card", "--json", binary=prefix / "bin" / BINARY.name, LD_LIBRARY_PATH=str(prefix / "lib"))
            self.assertEqual(ran.returncode, 0, ran.stderr)
            self.assertEqual(json.loads(ran.stdout)["board"], "moved")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
