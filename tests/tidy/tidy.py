"""Repository rules as tests: one function per rule, each yields (file, line, message).

    tidy.py RULE...      check these rules (all without an argument)
    tidy.py --list       the rules
    tidy.py --self-test  every rule must refuse a tree that breaks it and accept one that does not
"""

import fnmatch
import pathlib
import posixpath
import re
import subprocess
import sys
import tempfile

import cpp_names
from name_examples import CLASHES, NO_CLASHES, private_example

# A folder may include what stands before it, never what stands after it.
FOLDER_ORDER = ["base", "tile", "card", "program", "engine", "checks", "calls", "clock", "doctor", "metal", "ttnn", "workshop",
                "report", "cli"]
# The same within a folder, where its parts have an order.
PART_ORDER = {"workshop": ["spec", "plan", "op", "suspect", "gen", "run", "load", "tune", "accuracy", "stage", "export"]}
CODE_FOLDERS = ["src", "kernel_api", "kernel_pass", "ops", "examples", "bench", "tests", "python", "tools"]
CPP = {".cpp", ".hpp", ".h", ".cc", ".inc"}
SCRIPTS = {".py", ".sh", ".cmake"}
TEXT = CPP | SCRIPTS | {".md", ".toml", ".txt", ".json", ".yml", ".svg", ""}
SKIPPED = re.compile(r"^(\.git|\.venv|build[^/]*|shared|__pycache__)$")
MAX_LINES = 600
MAX_COLUMNS = 120
CODE = re.compile(r"\bTW[0-9]{4}\b")


class Tree:
    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.files = sorted(self._list())
        self._lines = {}

    def _list(self):
        if (self.root / ".git").exists():
            listed = subprocess.run(["git", "-C", str(self.root), "ls-files", "-co", "--exclude-standard", "-z"],
                                    capture_output=True, text=True)
            if listed.returncode == 0:
                names = [pathlib.PurePosixPath(name) for name in listed.stdout.split("\0") if name]
                return [name for name in names if (self.root / name).is_file() and not SKIPPED.match(name.parts[0])]
        found = []
        for path in self.root.rglob("*"):
            name = path.relative_to(self.root)
            if path.is_file() and not any(SKIPPED.match(part) for part in name.parts):
                found.append(pathlib.PurePosixPath(name))
        return found

    def lines(self, name):
        if name not in self._lines:
            data = (self.root / name).read_bytes()
            self._lines[name] = data.decode("utf-8", "replace").splitlines()
        return self._lines[name]

    def select(self, suffixes, folders=None):
        for name in self.files:
            if name.suffix in suffixes and (folders is None or name.parts[0] in folders):
                yield name


# Where an include is looked for, in this order, after the folder of the file itself.
INCLUDE_ROOTS = {"kernel_api": ["kernel_api"], "kernel_pass": ["kernel_pass"]}
HOST_ROOTS = ["src", "src/metal/include", "src/ttnn/include", "kernel_api", ""]
# Who stands outside src may use these folders of it; examples show what any host program can do, so they have the
# vendor's interface alone. Tests may use everything.
OUTSIDE = {"examples": {"metal", "ttnn"}, "ops": {"base", "metal", "ttnn", "workshop"},
           "python": set(FOLDER_ORDER) - {"report", "cli"}}
# Includes against the order of parts, and of internal headers, that are to go: file, header. One that is gone is to be
# struck off.
PARTS_STILL: set[tuple[str, str]] = set()
INTERNAL_STILL: set[tuple[str, str]] = set()


def includes(tree, folders):
    """(file, line number, text of the include, the file of this tree that it means)"""
    known = set(tree.files)
    pattern = re.compile(r'^\s*#\s*include\s+[<"]([^>"]+)[>"]')
    for name in tree.select(CPP, folders):
        for number, line in enumerate(tree.lines(name), 1):
            match = pattern.match(line)
            if not match:
                continue
            own_roots = INCLUDE_ROOTS.get(name.parts[0], HOST_ROOTS)
            for root in [name.parent, *own_roots, *HOST_ROOTS]:
                found = pathlib.PurePosixPath(posixpath.normpath(pathlib.PurePosixPath(root, match.group(1))))
                if found in known:
                    yield name, number, match.group(1), found
                    break


def include_direction(tree):
    """includes follow the folder order, through whatever root; kernels know nothing of the engine"""
    for name in tree.select(CPP, ["src"]):
        if name.parts[1] not in FOLDER_ORDER:
            yield name, 1, f"src/{name.parts[1]} is not in the folder order of tests/tidy/tidy.py"
    for name, number, target, found in includes(tree, ["src", "kernel_api", *OUTSIDE]):
        top = name.parts[0]
        if found.parts[0] != "src":
            if top == "src" and (found.parts[0] in ("tests", "bench") or
                                 (found.parts[0] in ("ops", "examples") and name.parts[1] != "cli")):
                yield name, number, f'{"/".join(name.parts[:2])} includes "{target}"'
            continue
        folder = found.parts[1]
        if top == "kernel_api":
            yield name, number, f'kernel_api includes "{target}" of the engine; kernels know only tw/abi.h'
        elif top in OUTSIDE:
            if folder not in OUTSIDE[top] and "tests" not in name.parts:
                yield name, number, f'{top} includes "{target}" of src/{folder}'
        elif name.parts[1] in FOLDER_ORDER and folder in FOLDER_ORDER:
            if FOLDER_ORDER.index(folder) > FOLDER_ORDER.index(name.parts[1]):
                yield name, number, f'src/{name.parts[1]} includes "{target}", but {folder} comes after it'


def part_order(tree):
    """within a folder whose parts have an order, includes follow it"""
    still = set(PARTS_STILL)
    for name in tree.select(CPP, ["src"]):
        parts = PART_ORDER.get(name.parts[1])
        if parts is not None and name.parts[2] not in parts:
            yield name, 1, f"src/{name.parts[1]}/{name.parts[2]} is not in the order of parts of tests/tidy/tidy.py"
    for name, number, target, found in includes(tree, ["src"]):
        parts = PART_ORDER.get(name.parts[1])
        if parts is None or found.parts[:2] != name.parts[:2]:
            continue
        own, other = name.parts[2], found.parts[2]
        if own not in parts or other not in parts or parts.index(other) <= parts.index(own):
            continue
        if (str(name), str(found)) in still:
            still.discard((str(name), str(found)))
        else:
            yield name, number, f'{name.parts[1]}/{own} includes "{target}", but {other} comes after it'
    yield from struck_off(tree, still, "PARTS_STILL")


def struck_off(tree, still, where):
    for name, found in sorted(still):
        if pathlib.PurePosixPath(name) in tree.files:
            yield pathlib.PurePosixPath(name), 1, f"it no longer includes {found}: strike it off {where}"


def internal_headers(tree):
    """a header that says whom it is internal to is included by nobody else"""
    mark = re.compile(r"\bInternal to ((?:src/[\w/]+(?:, | and )?)+)\.")
    allowed = {}
    for name in tree.select({".hpp", ".h"}, ["src"]):
        comment = []
        for line in tree.lines(name):
            if not line.startswith("//"):
                break
            comment.append(line[2:].strip())
        text = " ".join(comment)
        if match := mark.search(text):
            allowed[name] = re.findall(r"src/[\w/]+", match.group(1))
        elif re.search(r"\b[Ii]nternal to\b", text):
            yield name, 1, 'whom it is internal to must read "Internal to src/engine and src/doctor."'
    still = set(INTERNAL_STILL)
    for name, number, target, found in includes(tree, ["src", *OUTSIDE]):
        folders = allowed.get(found)
        if folders is None or any(name.is_relative_to(folder) for folder in folders) or "tests" in name.parts:
            continue
        if (str(name), str(found)) in still:
            still.discard((str(name), str(found)))
        else:
            yield name, number, f'"{target}" is internal to {", ".join(folders)}'
    yield from struck_off(tree, still, "INTERNAL_STILL")


def first_comment(tree):
    """the first line of a source file says what lives there"""
    for name in tree.select(CPP | SCRIPTS, CODE_FOLDERS):
        lines = tree.lines(name)
        if lines and lines[0].startswith("#!"):
            lines = lines[1:]
        first = lines[0].strip() if lines else ""
        marks = ("//", "/*") if name.suffix in CPP else ("#", '"""', 'r"""')
        text = first.lstrip("/*#\" r")
        if name.name == "__init__.py" and not lines:
            continue
        if not first.startswith(marks) or len(text) < 5 or text.startswith("pragma"):
            yield name, 1, "the first line is no comment that says what lives here"


def file_length(tree):
    """files stay below 600 lines, or say why they are one file"""
    for name in tree.select(CPP | SCRIPTS, CODE_FOLDERS):
        lines = tree.lines(name)
        if len(lines) <= MAX_LINES:
            continue
        comment = []
        for line in lines:
            if line.strip() and not line.lstrip().startswith(("//", "*", "/*", "#!", '"""')):
                break
            comment.append(line)
        if not re.search(r"one file because", " ".join(comment), re.IGNORECASE):
            yield name, 1, f'{len(lines)} lines; split it, or say "One file because ..." in its first comment'


def line_length(tree):
    """lines of C++ fit 120 columns"""
    for name in tree.select(CPP, CODE_FOLDERS):
        for number, line in enumerate(tree.lines(name), 1):
            if len(line) > MAX_COLUMNS:
                yield name, number, f"{len(line)} columns, at most {MAX_COLUMNS}"


def no_leftovers(tree):
    """nothing half done is left lying about"""
    pattern = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "HA" + "CK", "X" * 3]) + r")\b")
    for name in tree.select(TEXT):
        for number, line in enumerate(tree.lines(name), 1):
            match = pattern.search(line)
            if match:
                yield name, number, f"{match.group(1)}: do it, or describe the limit in words"


def no_machine_paths(tree):
    """nothing names a folder or a package host of somebody's machine"""
    pattern = re.compile("|".join([r"(?<![\w.])/" + top + r"/\w" for top in ("work", "root", "home", "mnt", "Users")] +
                                  [r"pypi\.org", r"deb\.debian\.org", r"index-" + "url"]))
    for name in tree.select(TEXT):
        if name.parts[:2] == ("tests", "tidy"):
            continue
        for number, line in enumerate(tree.lines(name), 1):
            match = pattern.search(line)
            if match:
                yield name, number, f"machine path or host: {match.group(0)}"


def codes_documented(tree):
    """every diagnostic code has a page, every page a code"""
    used = {}
    for name in tree.select(CPP, ["src", "kernel_api"]):
        for number, line in enumerate(tree.lines(name), 1):
            for code in CODE.findall(line):
                used.setdefault(code, (name, number))
    pages = {name.stem: name for name in tree.files if name.parts[:2] == ("docs", "diagnostics") and name.suffix == ".md"}
    for code, (name, number) in sorted(used.items()):
        if code not in pages:
            yield name, number, f"{code} has no page docs/diagnostics/{code}.md"
    for code, name in sorted(pages.items()):
        if not CODE.fullmatch(code):
            yield name, 1, "the page is not named after a code"
        elif code not in used:
            yield name, 1, f"nothing in src/ or kernel_api/ uses {code}"
        if not tree.lines(name) or not tree.lines(name)[0].startswith(f"# {code}: "):
            yield name, 1, f'the page does not begin with "# {code}: "'
        headings = [line[3:] for line in tree.lines(name) if line.startswith("## ")]
        if headings != ["What", "Why it matters", "Example", "Fix"]:
            yield name, 1, "the sections must be What, Why it matters, Example, Fix"


def codes_tested(tree):
    """every diagnostic code is expected by a test"""
    expected = set()
    for name in tree.files:
        of_op = name.parts[0] == "ops" and "tests" in name.parts
        if not of_op and (name.parts[0] != "tests" or name.parts[1] == "tidy"):
            continue
        for line in tree.lines(name):
            # What a comment says is no expectation.
            expected.update(CODE.findall(re.sub(r"(//|#).*", "", line) if name.suffix in CPP | SCRIPTS else line))
    for name in tree.files:
        if name.parts[:2] == ("docs", "diagnostics") and CODE.fullmatch(name.stem) and name.stem not in expected:
            yield name, 1, f"no test expects {name.stem}: add a program that is refused with it"


def checks_listed(tree):
    """a check is one file: it stands in the list, and its first line has the codes it reports"""
    folder = pathlib.PurePosixPath("src/checks")
    names = {name.stem: name for name in tree.files if name.parent == folder and name.suffix == ".cpp"
             and name.stem not in ("check", "check_list")}
    listing = folder / "check_list.cpp"
    listed = {}
    for number, line in enumerate(tree.lines(listing) if listing in tree.files else [], 1):
        match = re.match(r"\s+CHECK\((\w+)\)", line)
        if match:
            listed[match.group(1)] = number
    for stem, name in sorted(names.items()):
        lines = tree.lines(name)
        if stem not in listed:
            yield name, 1, f"CHECK({stem}) is missing in src/checks/check_list.cpp"
        if not any(line == f"namespace tilewright::checks::{stem} {{" for line in lines):
            yield name, 1, f"the check must lie in a namespace of its own: tilewright::checks::{stem}"
        said, used = set(CODE.findall(lines[0])), set(CODE.findall("\n".join(lines[1:])))
        if said != used or not (said or lines[0].startswith("// No code: ")):
            yield name, 1, f"the first line must have the codes that the check reports: {', '.join(sorted(used)) or 'none'}"
    for stem, number in listed.items():
        if stem not in names:
            yield listing, number, f"there is no src/checks/{stem}.cpp"


def figures_have_sources(tree):
    """every figure of a machine says where it comes from"""
    for name in tree.select({".toml"}, ["data"]):
        for number, line in enumerate(tree.lines(name), 1):
            if re.match(r"\w+ = ", line) and not re.match(r"\w+ = \{ value = .+, source = \".+\" \}$", line):
                if not re.match(r"(source = \".+\"|value = \[)$", line):
                    yield name, number, "a figure must be { value = ..., source = \"...\" }"


def no_forwarding_headers(tree):
    """a kernel header that only leads to others is a line of kernel_api/forwards.txt"""
    umbrella = 8  # headers that bring together as many as this are places of their own
    for name in tree.select({".h", ".hpp"}, ["kernel_api"]):
        code = [line for line in tree.lines(name) if line.strip() and not line.lstrip().startswith("//")]
        includes = [line for line in code if re.match(r"#\s*include ", line)]
        if includes and len(includes) < umbrella and all(re.match(r"#\s*(include |pragma once)", line) for line in code):
            yield name, 1, "only includes others: write it as a line of kernel_api/forwards.txt"


def compiled_with(name):
    """the unit that a file may become a part of (cmake/unity.cmake and who calls it); None: it is always by itself"""
    top, *below = name.parts
    if name.suffix != ".cpp":
        return None
    if top in ("src", "kernel_pass") or (top == "bench" and len(below) == 1):
        return str(name.parent)
    if top == "examples" and len(below) < 3:
        return "the examples"
    if name.name.endswith("_nanobind.cpp") or (top == "python" and below[0] == "src"):
        return "the Python module"
    if top == "ops" and "kernels" not in below:
        return "the tests of the ops" if "tests" in below else "the ops"
    if top == "tests" and below[0] in ("unit", "hangs", "misuse"):
        return "/".join(name.parts[:3 if below[0] == "unit" else 2])
    return None


def names_of_a_unit(tree):
    """names that end with their file differ within what TILEWRIGHT_UNITY compiles as one"""
    units = {}
    for name in tree.select({".cpp"}):
        unit = compiled_with(name)
        # What Highway compiles for every instruction set includes itself and stays alone.
        if unit is None or any("define HWY_TARGET_INCLUDE" in line for line in tree.lines(name)):
            continue
        for defined in cpp_names.definitions("\n".join(tree.lines(name))):
            units.setdefault((unit, defined.around, defined.name), []).append((name, defined))
    for (unit, _, called), found in sorted(units.items()):
        first, one = found[0]
        for name, other in found[1:]:
            same_alias = one.meaning is not None and one.meaning == other.meaning
            if name != first and (one.private or other.private) and not same_alias:
                also = f"{called} is a name of {first}:{one.line}, too"
                yield name, other.line, f"{also}; {unit} may be compiled as one file: rename one"


# The pages for newcomers: what they call a file in `quotes` is one.
FRONT_PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
# A word that is a path: it has a slash, or ends as source files do. <name> and … stand for any text.
PATH_WORD = re.compile(r"(?:\./)?(?:[\w.*<>…-]+/)+[\w.*<>…-]*|[\w*<>…-]+\.(?:cpp|hpp|h|py|toml|txt|md|def|cmake|sh)")


def paths_in_documents(tree):
    """links of documents lead to files; what the front pages call a file or a folder is one"""
    known = {str(name) for name in tree.files}
    known.update(str(folder) for name in tree.files for folder in name.parents)
    tops = {name.parts[0] for name in tree.files if len(name.parts) > 1}

    def is_there(word):
        path = re.sub(r"<\w+>|…|nnnn", "*", posixpath.normpath(word))
        whole = word.startswith("./") or path.split("/")[0] in tops
        patterns = [path] if whole else [path, "*/" + path]
        return any(fnmatch.fnmatchcase(one, pattern) for one in known for pattern in patterns)

    for name in tree.select({".md"}):
        fenced = False
        for number, line in enumerate(tree.lines(name), 1):
            if line.lstrip().startswith("```"):
                fenced = not fenced
            elif not fenced:
                for target in re.findall(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)", line):
                    if ":" not in target and posixpath.normpath(name.parent / target) not in known:
                        yield name, number, f"the link {target} leads nowhere"
            if str(name) not in FRONT_PAGES:
                continue
            for span in [line] if fenced else re.findall(r"`([^`]+)`", line):
                for word in re.split(r"[\s\"'=;,()]+", span):
                    if PATH_WORD.fullmatch(word) and (not fenced or word.startswith("./")) and not is_there(word):
                        yield name, number, f"there is no {word}"


RULES = [include_direction, part_order, internal_headers, first_comment, file_length, line_length, no_leftovers,
         no_machine_paths, codes_documented, codes_tested, checks_listed, figures_have_sources, no_forwarding_headers,
         names_of_a_unit, paths_in_documents]


def self_test():
    """Breaks each rule in a tree of its own, next to a tree that keeps all of them."""
    good = {
        "src/base/a.hpp": "// Holds a thing, as an example of a good file.\n",
        "src/card/b.cpp": '// Uses the thing of base.\n#include "base/a.hpp"\n// TW1000\n',
        "kernel_api/tw/abi.h": "// The interface between kernels and engine.\n",
        "docs/diagnostics/TW1000.md": "# TW1000: hang\n## What\n## Why it matters\n## Example\n## Fix\n",
        "tests/unit/a_test.cpp": '// Tests of the thing.\nEXPECT_EQ(code, "TW1000");\n',
        "src/checks/check_list.cpp": "// The list.\n    CHECK(pages) \\\n",
        "src/checks/pages.cpp": '// TW1000: pages.\nnamespace tilewright::checks::pages {\nreport("TW1000");\n',
        "data/m.toml": 'x = { value = 1, source = "here" }\n',
        "src/tile/a.cpp": private_example("int only_here(const char* text) { return 1; }"),
        "src/tile/b.cpp": private_example("int only_there(const char* text) { return 2; }"),
    }
    long_file = "// A long file that gives no reason.\n" + "int x;\n" * MAX_LINES
    broken = [
        ("include_direction", {"src/base/a.hpp": '// Points the wrong way.\n#include "card/c.hpp"\n',
                               "src/card/c.hpp": "// A header of card.\n"}),
        ("include_direction", {"kernel_api/k.h": '// A kernel header.\n#include "base/a.hpp"\n'}),
        ("include_direction", {"src/other/a.hpp": '// A folder nobody listed.\n#include <vector>\n'}),
        ("include_direction", {"src/card/b.cpp": '// Points the wrong way through a root.\n#include <tt-metalium/m.hpp>\n',
                               "src/metal/include/tt-metalium/m.hpp": "// A header of metal.\n"}),
        ("include_direction", {"examples/e.cpp": '// An example that looks inside.\n#include "base/a.hpp"\n'}),
        ("part_order", {"src/workshop/spec/s.cpp": '// Points ahead.\n#include "workshop/run/r.hpp"\n',
                        "src/workshop/run/r.hpp": "// A header of run.\n"}),
        ("part_order", {"src/workshop/new/n.cpp": "// A part that nobody listed.\n"}),
        ("internal_headers", {"src/card/i.hpp": "// A part. Internal to src/card and src/tile.\n",
                              "src/engine/e.cpp": '// Looks inside.\n#include "card/i.hpp"\n'}),
        ("internal_headers", {"src/card/i.hpp": "// A part. Internal to the card.\n"}),
        ("first_comment", {"src/base/a.hpp": "#pragma once\n"}),
        ("file_length", {"src/base/a.hpp": long_file}),
        ("line_length", {"src/base/a.hpp": "// " + "x" * MAX_COLUMNS + "\n"}),
        ("no_leftovers", {"src/base/a.hpp": "// Holds a thing. TO" + "DO\n"}),
        ("no_machine_paths", {"docs/a.md": "see /home/" + "someone/tree\n"}),
        ("codes_documented", {"src/base/a.hpp": "// Reports TW1001, which has no page.\n"}),
        ("codes_documented", {"docs/diagnostics/TW1002.md": "# TW1002: unused\n## What\n## Why it matters\n## Example\n## Fix\n"}),
        ("codes_documented", {"docs/diagnostics/TW1000.md": "# TW1000: hang\n## What\n"}),
        ("codes_tested", {"tests/unit/a_test.cpp": "// Tests of the thing, but for TW1000.\n"}),
        ("checks_listed", {"src/checks/tiles.cpp": '// TW1000: tiles.\nnamespace tilewright::checks::tiles {\nreport("TW1000");\n'}),
        ("checks_listed", {"src/checks/pages.cpp": '// Pages.\nnamespace tilewright::checks::pages {\nreport("TW1000");\n'}),
        ("checks_listed", {"src/checks/pages.cpp": '// TW1000: pages.\nnamespace tilewright::checks {\nreport("TW1000");\n'}),
        ("checks_listed", {"src/checks/check_list.cpp": "// The list.\n    CHECK(pages) \\\n    CHECK(gone)\n"}),
        ("figures_have_sources", {"data/m.toml": "x = 1\n"}),
        ("no_forwarding_headers", {"kernel_api/k.h": '// Leads on.\n#pragma once\n\n#include "tw/abi.h"\n'}),
        *[("names_of_a_unit", {"src/tile/a.cpp": private_example(first), "src/tile/b.cpp": private_example(second)})
          for first, second in CLASHES],
        ("names_of_a_unit", {"tests/unit/x/a.cpp": "// One.\nstatic int f() { return 1; }\n",
                             "tests/unit/x/y/b.cpp": "// Two.\nstatic int f() { return 2; }\n"}),
        ("names_of_a_unit", {"ops/a/device/a.cpp": "// One.\nnamespace { int f() { return 1; } }\n",
                             "ops/b/b.cpp": "// Two.\nnamespace { int f() { return 2; } }\n"}),
        ("names_of_a_unit", {"ops/a/a_nanobind.cpp": "// One.\nnamespace { int f() { return 1; } }\n",
                             "python/src/b.cpp": "// Two.\nnamespace { int f() { return 2; } }\n"}),
        ("paths_in_documents", {"docs/a.md": "see [that](b.md#part)\n"}),
        ("paths_in_documents", {"README.md": "see `src/base/gone.hpp`\n"}),
        ("paths_in_documents", {"README.md": "see `a.hpp` and `gone.hpp`\n"}),
        ("paths_in_documents", {"README.md": "`python3 tools/gone.py --list`\n"}),
        ("paths_in_documents", {"CONTRIBUTING.md": "```sh\n./gone --now\n```\n"}),
        ("paths_in_documents", {"ARCHITECTURE.md": "a folder: `base/src/`, `src/<name>/gone_….hpp`\n"}),
    ]
    # Close by, and good.
    apart = [
        ("names_of_a_unit", {"src/tile/a.cpp": private_example(first), "src/tile/b.cpp": private_example(second)})
        for first, second in NO_CLASHES
    ] + [
        ("names_of_a_unit", {"src/tile/a.cpp": private_example(CLASHES[0][0]),
                             "src/tile/c/a.cpp": private_example(CLASHES[0][1])}),
        ("names_of_a_unit", {"src/tile/a.cpp": private_example(CLASHES[0][0]),
                             "src/tile/b.cpp": "#define HWY_TARGET_INCLUDE\n" + private_example(CLASHES[0][1])}),
        ("names_of_a_unit", {"ops/a/tests/a.cpp": "// One.\nstatic int f() { return 1; }\n",
                             "ops/a/a.cpp": "// Two.\nstatic int f() { return 2; }\n",
                             "ops/a/device/kernels/a.cpp": "// Three.\nstatic int f() { return 3; }\n",
                             "ops/b/device/kernels/a.cpp": "// Four.\nstatic int f() { return 4; }\n"}),
        ("paths_in_documents", {"docs/a.md": "[one](../data/m.toml), [two](https://a.b/c), [three](#x), `gone.hpp`\n"}),
        ("paths_in_documents", {"README.md": "`src/base/`, `base/a.hpp`, `a.hpp`, `data/*.toml`, `src/…/b.cpp`\n"}),
        ("paths_in_documents", {"README.md": "`docs/diagnostics/TWnnnn.md`, `src/<x>/a.hpp`, `x / y`, `--at=src/base`\n"}),
        ("paths_in_documents", {"README.md": "```\n./run a/b\n```\n", "run": ""}),
    ]
    failures = []

    def findings(files, rule):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return list(rule(Tree(folder)))

    for rule in RULES:
        for found in findings(good, rule):
            failures.append(f"{rule.__name__} refuses a good tree: {found}")
    for rule_name, change in broken:
        rule = next(rule for rule in RULES if rule.__name__ == rule_name)
        if not findings({**good, **change}, rule):
            failures.append(f"{rule_name} accepts {change}")
    for rule_name, change in apart:
        rule = next(rule for rule in RULES if rule.__name__ == rule_name)
        for found in findings({**good, **change}, rule):
            failures.append(f"{rule_name} refuses {change}: {found}")
    why = long_file.replace("gives no reason", "is one file because the parts are one table")
    if findings({**good, "src/base/a.hpp": why}, file_length):
        failures.append("file_length refuses a long file that says why")
    covered = {rule_name for rule_name, _ in broken}
    failures += [f"{rule.__name__} is not covered" for rule in RULES if rule.__name__ not in covered]
    print("\n".join(failures) or f"self-test: {len(RULES)} rules refuse what they should and nothing else")
    return 1 if failures else 0


def main(arguments):
    if arguments == ["--list"]:
        print("\n".join(rule.__name__ for rule in RULES))
        return 0
    if arguments == ["--self-test"]:
        return self_test()
    chosen = [rule for rule in RULES if not arguments or rule.__name__ in arguments]
    unknown = set(arguments) - {rule.__name__ for rule in RULES}
    if unknown:
        print(f"no such rule: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 4
    tree = Tree(pathlib.Path(__file__).parents[2])
    count = 0
    for rule in chosen:
        for name, number, message in rule(tree):
            print(f"{name}:{number}: {rule.__name__}: {message}")
            count += 1
    print(f"{count} broken" if count else f"{len(tree.files)} files keep {len(chosen)} rules")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
