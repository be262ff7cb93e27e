"""Bad input as a process meets it: texts that try to end what they stand in, and disks without room.

    bad_input_test.py BINARY
"""

import errno
import ast
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BINARY = pathlib.Path(sys.argv[1]).resolve()

# Each ends, continues or escapes something in C++, Python, TOML, Markdown or HTML. Names need none of this: they are
# lower-case letters, digits and _.
NASTY = [
    ')toml"; int x = system("touch /tmp/tilewright_owned"); const char* y = R"toml(',
    ')"',
    '"""',
    'ends with a quote"',
    '""""""',
    '"; import os; os.abort(); "',
    "back\\slash at the end \\",
    "\\",
    "\\n \\x41 \\u0041 \\N{BULLET}",
    "what??/ is ??= that ??/",
    "*/ ends /* a comment // twice",
    "line one\nline two\n#include <nothing.h>\n",
    "carriage\rreturn, tab\t, bell\a, escape\x1b, delete\x7f, nothing\0 at all",
    "{} {0} %s %n ${HOME} `touch /tmp/tilewright_owned` $(touch /tmp/tilewright_owned)",
    "<script>alert(1)</script> & <!-- ",
    "```\n# heading\n```",
    "f(x) {\n    g;\n}",
    "Grüße, 数学, \u202eright to left\u2028line separator",
    "x" * 5000,
]


def run(*arguments, **environment):
    return subprocess.run([str(BINARY), *arguments], capture_output=True, text=True, timeout=600,
                          env={**os.environ, **environment})


def toml_string(text):
    escaped = "".join(f"\\u{ord(c):04x}" if ord(c) < 32 or ord(c) == 127 else "\\" + c if c in '"\\' else c
                      for c in text)
    return f'"{escaped}"'


def spec_of(text):
    """The text in every field that takes one, and in a comment, as far as TOML lets it be there."""
    comment = "".join(c if ord(c) >= 32 and ord(c) != 127 else " " for c in text)
    return (f"# {comment}\nname = \"nasty\"\ndoc = {toml_string(text)}\n"
            f"formula = \"(x - mean(x)) * gamma + eps\"  # {comment}\n\n"
            f"[[inputs]]\nname = \"x\"\ndoc = {toml_string(text)}\n\n"
            f"[[inputs]]\nname = \"gamma\"\nshape = \"row\"\ndoc = {toml_string(text)}\n\n"
            f"[[parameters]]\nname = \"eps\"\ndefault = 1e-5\ndoc = {toml_string(text)}\n# {comment}")


TOKEN = re.compile(r'R"(?P<mark>[^(\s\\)]*)\((?P<raw>.*?)\)(?P=mark)"|"(?P<string>(?:[^"\\\n]|\\.)*)"'
                   r"|'(?:[^'\\\n]|\\.)*'|//(?P<comment>[^\n]*)|(?P<block>/\*.*?\*/)|(?P<code>[^\"'/R]+|.)", re.DOTALL)


def tokens(source):
    """What C++ takes for strings, comments and code, in order."""
    return [(match.lastgroup if match.lastgroup != "mark" else "raw", match.group(0)) for match in
            TOKEN.finditer(source)]


def code_of(source):
    """The code alone: strings become "", comments vanish."""
    kinds = []
    for match in TOKEN.finditer(source):
        if match.group("code") is not None:
            kinds.append(match.group("code"))
        elif match.group("comment") is None and match.group("block") is None:
            kinds.append('""')
    return re.sub(r'""(\s*"")+', '""', re.sub(r"\s+", " ", "".join(kinds)))


def lines_of(readme):
    """Headings, fences of code, and how many lines there are: what a text in between must not change."""
    lines = readme.split("\n")
    return len(lines), [line for line in lines if line.lstrip(" ").startswith(("#", "```", "~~~"))]


class NastyTexts(unittest.TestCase):
    """A folder made from a spec has the same code whatever its texts say, and the texts byte for byte."""

    def make(self, folder, text):
        spec = pathlib.Path(folder) / "spec.toml"
        spec.write_bytes(spec_of(text).encode())
        out = pathlib.Path(folder) / "op"
        ran = run("new", str(spec), "--out", str(out))
        self.assertEqual(ran.returncode, 0, f"{text!r}\n{ran.stderr}")
        return out

    def test_code_does_not_depend_on_texts(self):
        self.check_texts(NASTY)

    def test_random_texts(self):
        """Parts of what is nasty, put together in ways that nobody thought of; the seed makes them the same."""
        draw = random.Random(20)
        parts = [")toml", '"', '"""', "\\", "\n", "\r", "\t", "\0", "?" * 2 + "/", "?", "/", "*/", "/*", "//", "'", "`",
                 "```", "{", "}", ") {", "(", ")", 'R"toml(', "<", "&", "#", "${X}", "\x1b", "\x7f", "ü", "数",
                 "\u2028", "%s", " ", "end", "0", "7", "x41", "u0041", "N{BULLET}"]
        parts += [text for text in NASTY if len(text) < 100]
        self.check_texts(["".join(draw.choices(parts, k=draw.randint(1, 12))) for _ in range(60)])

    def check_texts(self, texts):
        with tempfile.TemporaryDirectory() as folder:
            plain = self.make(folder, "plain")
            wanted = {file.relative_to(plain): code_of(file.read_text()) for file in plain.rglob("*.?pp")}
            lines_of_readme = lines_of((plain / "README.md").read_text())
        self.assertGreater(len(wanted), 10)
        program = ["#include <cstdio>", "#include <cstring>"]
        for number, text in enumerate(texts):
            with self.subTest(text=text[:40]), tempfile.TemporaryDirectory() as folder:
                out = self.make(folder, text)
                for name, code in wanted.items():
                    source = (out / name).read_bytes().decode()
                    for kind, token in tokens(source):
                        if kind == "comment":  # nothing that goes on in the next line
                            self.assertFalse(token.endswith(("\\", "??/")), f"{name}: {token}")
                    self.assertEqual(code_of(source), code, name)
                for file in out.rglob("*.py"):
                    tree = ast.parse(file.read_bytes())
                    if file.name == "nasty.py":
                        function = next(node for node in tree.body if isinstance(node, ast.FunctionDef))
                        said = " ".join(ast.get_docstring(function).split())
                        blank = "".join(c if ord(c) >= 32 and ord(c) != 127 else " " for c in text)
                        self.assertTrue(said.startswith(" ".join(blank.split())), said)
                readme = (out / "README.md").read_text()
                self.assertNotIn("<script>", readme)
                self.assertEqual(lines_of(readme), lines_of_readme, readme)
                self.assertEqual((out / "spec.toml").read_bytes(), spec_of(text).encode())
                entry = (out / "nasty_entry.cpp").read_bytes().decode()
                literal = re.search(r"constexpr const char\* kSpec = (.*?);\n\nTensor call", entry, re.DOTALL).group(1)
                call = (out / "nasty.cpp").read_bytes().decode()
                summary = re.search(r"doc\.summary = (.*?);\n", call).group(1)
                program.append(f"constexpr char spec_{number}[] = {literal};")
                program.append(f"constexpr char summary_{number}[] = {summary};")
        self.compile_and_compare(program, texts)

    def compile_and_compare(self, program, texts):
        compiler = shutil.which("g++") or shutil.which("clang++-19")
        self.assertIsNotNone(compiler, "no C++ compiler")
        program.append("int main() {")
        for number in range(len(texts)):
            for name in (f"spec_{number}", f"summary_{number}"):
                program.append(f"  std::printf(\"%zu \", sizeof {name} - 1);")
                program.append(f"  std::fwrite({name}, 1, sizeof {name} - 1, stdout);")
        program.append("}\n")
        for standard in ("-std=c++20", "-std=c++14"):  # the older one still has trigraphs
            with tempfile.TemporaryDirectory() as folder:
                source = pathlib.Path(folder) / "literals.cpp"
                source.write_bytes("\n".join(program).encode())
                binary = pathlib.Path(folder) / "literals"
                subprocess.run([compiler, standard, "-w", str(source), "-o", str(binary)], check=True)
                said = subprocess.run([str(binary)], capture_output=True, check=True).stdout
            wanted = b""
            for text in texts:
                for part in ("\n" + spec_of(text), text):
                    wanted += f"{len(part.encode())} ".encode() + part.encode()
            self.assertEqual(said, wanted, standard)

    def test_the_worst_of_all_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            out = self.make(folder, "".join(text for text in NASTY if len(text) < 1000))
            ran = run("run", str(out), "--shape", "32,64")
            self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertFalse(os.path.exists("/tmp/tilewright_owned"))

    def test_what_is_no_text_is_no_spec(self):
        with tempfile.TemporaryDirectory() as folder:
            spec = pathlib.Path(folder) / "spec.toml"
            for text in (b"\xff\xfe", b"\xc3", b"\x00", b"a\x07b"):
                spec.write_bytes(b'name = "nasty"\ndoc = "' + text + b'"\nformula = "exp(x)"\n[[inputs]]\nname = "x"\n')
                for more in ([], ["--json"]):
                    ran = subprocess.run([str(BINARY), "new", str(spec), "--out", folder + "/op", *more],
                                         capture_output=True, timeout=120)
                    self.assertEqual(ran.returncode, 4, ran.stderr)
                    self.assertIn(b"TW4101", ran.stdout + ran.stderr)
            for formula in ("x + ü", "x + \x01", 'x + "', "x + \\"):
                for more in ([], ["--json"]):
                    command = [str(BINARY), "new", "nasty", "--expr", formula, "--out", folder + "/op", *more]
                    ran = subprocess.run(command, capture_output=True, timeout=120)
                    self.assertEqual(ran.returncode, 4, ran.stderr)
                    self.assertIn(b"TW4111", ran.stdout + ran.stderr)


@unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
class FullOutput(unittest.TestCase):
    """What is printed arrives, or the command fails."""

    def test_output_that_does_not_arrive(self):
        for arguments in (["ops"], ["ops", "--json"], ["explain", "TW3008"]):
            with open("/dev/full", "w") as full:
                ran = subprocess.run([str(BINARY), *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual(ran.returncode, 3, ran.stderr)
            self.assertIn("error[TW3008]: the output cannot be written", ran.stderr)
            self.assertEqual(run(*arguments).returncode, 0)
            self.assertEqual(run(*arguments).stderr, "")


@unittest.skipUnless(os.geteuid() == 0 and shutil.which("mount"), "needs the right to mount a small file system")
class FullDisk(unittest.TestCase):
    """No room: said so, with the file's name, as a fault of the environment; what was there is as it was."""

    def setUp(self):
        self.place = tempfile.mkdtemp()
        mount = ["mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", self.place]
        mounted = subprocess.run(mount, capture_output=True)
        if mounted.returncode != 0:
            os.rmdir(self.place)
            self.skipTest("mount is not allowed here")
        self.addCleanup(lambda: (subprocess.run(["umount", self.place], check=True), os.rmdir(self.place)))

    def fill(self):
        with open(self.place + "/fill", "wb", buffering=0) as file:
            try:
                while file.write(b"x" * 1024) == 1024:
                    pass
            except OSError:
                pass

    def check(self, ran, code):
        self.assertEqual(ran.returncode, 3, ran.stderr)
        self.assertIn(code, ran.stderr)
        self.assertIn(os.strerror(errno.ENOSPC), ran.stderr)
        self.assertNotIn("TW9000", ran.stderr)

    def test_cache(self):
        self.check(run("run", "centralize_w_rm", "--shape", "32,64", TILEWRIGHT_CACHE=self.place), "TW3103")

    def test_folder_report_and_trace(self):
        before = self.place + "/page.html"
        pathlib.Path(before).write_text("what was there")
        self.fill()
        self.check(run("new", "full", "--expr", "exp(x) + 1", "--out", self.place + "/op"), "TW4100")
        self.check(run("time", "centralize_w_rm", "--shape", "32,64", "--html", before), "TW3310")
        self.assertEqual(pathlib.Path(before).read_text(), "what was there")
        trace = self.place + "/trace.pftrace"
        self.check(run("run", "centralize_w_rm", "--shape", "32,64", "--trace", trace), "TW3904")
        self.check(run("analyse", "centralize_w_rm", "--shape", "32,64", "--out", self.place), "TW3310")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
