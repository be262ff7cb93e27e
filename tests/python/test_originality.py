"""tools/originality on tiny trees: what it lists, what it excuses, what it forgets to excuse."""

import contextlib
import importlib.util
import io
import pathlib
import subprocess

import pytest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "originality" / "__main__.py"
SPEC = importlib.util.spec_from_file_location("originality", TOOL)
originality = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(originality)
BODY = "total = total * 31 + value ; if ( total > limit ) { total = total % limit ; count = count + 1 ; }"


class Trees:
    """Ours (a git checkout) and theirs (a folder), with a list of what is allowed."""

    def __init__(self, folder):
        self.ours, self.theirs, self.allowed = folder / "ours", folder / "theirs", folder / "allowed.toml"
        self.ours.mkdir()
        self.theirs.mkdir()
        self.allowed.write_text("")
        self.git(self.ours, "init", "-q")

    @staticmethod
    def git(folder, *arguments):
        who = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)

    def compare(self, ours, theirs, *options, name="code.cpp"):
        (self.ours / name).write_text(ours)
        (self.theirs / f"their_{name}").write_text(theirs)
        self.git(self.ours, "add", ".")
        return self.run(self.theirs, *options)

    def run(self, place, *options):
        """Exit status and output."""
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            status = originality.main(
                [str(place), "--root", str(self.ours), "--allowed", str(self.allowed), *options]
            )
        return status, text.getvalue()


@pytest.fixture
def trees(tmp_path):
    return Trees(tmp_path)


def in_function(body):
    return f"// What a file is.\nvoid work(int value) {{\n    int start = 0;\n    {body}\n}}\n"


def test_equal_bodies_are_listed_with_both_places(trees):
    status, text = trees.compare(in_function(BODY), f"int other() {{\n    {BODY}\n    return 7;\n}}\n")
    assert status == 1
    assert "code.cpp:4: tokens of" in text and "their_code.cpp:2" in text and "total % limit" in text


def test_a_body_of_its_own_is_not_listed(trees):
    status, text = trees.compare(in_function(BODY.replace("31", "17").replace(">", ">=")), f"int f() {{ {BODY} }}\n")
    assert status == 0, text
    assert "0 findings" in text


def test_layout_and_comments_do_not_hide_a_run(trees):
    theirs = BODY.replace(" ; ", ";\n    // more\n    ")
    assert trees.compare(in_function(BODY), f"int f() {{ {theirs} }}\n")[0] == 1


@pytest.mark.parametrize(
    "text",
    [
        "void create(Device* device, uint32_t size, uint32_t page = 0, bool wait = true, const Config& config = {});\n",
        "enum class Kind { First = 1, Second = 2, Third = 3, Fourth = 4, Fifth = 5, Sixth = 6, Seventh = 7 };\n",
        '#include <vector>\n#include "a/b.h"\n#include "a/c.h"\n#include <map>\n#include <set>\n#include <string>\n',
        "struct Box { uint32_t width = 0; uint32_t height = 0; bool open = false; std::vector<int> content = {}; };\n",
    ],
)
def test_declarations_are_excused_unless_all_is_shown(trees, text):
    assert trees.compare(text, text)[0] == 0
    assert trees.compare(text, text, "--all")[0] == 1


def test_a_body_behind_a_declaration_is_not_excused(trees):
    text = f"int create(Device* device, uint32_t size) {{ {BODY} }}\n"
    assert trees.compare(text, text)[0] == 1


def test_equal_messages_are_listed_however_they_are_cut(trees):
    ours = 'void f() { refuse("The given size {} is", " not a multiple of {:#x} bytes"); }\n'
    theirs = 'int g(int n) { throw Oops(n, "The given size {} is not a " "multiple of {} bytes."); }\n'
    status, text = trees.compare(ours, theirs)
    assert status == 0  # two arguments are two literals
    status, text = trees.compare(ours.replace('",', '"'), theirs)
    assert status == 1
    assert "code.cpp:1: string of 9" in text and "The given size {} is not a multiple of {} bytes" in text


def test_equal_sentences_in_comments_and_documents_are_listed(trees):
    sentence = "the allocator hands out pages from the top of memory downwards"
    status, text = trees.compare(f"// First,\n// {sentence}.\nint a;\n", f"/* Note that {sentence} */\nint b;\n")
    assert status == 1
    assert "code.cpp:2: prose of 11" in text
    status, text = trees.compare(f"# Pages\n\nOf pages: {sentence}.\n", f'"""{sentence}"""\n', name="page.md")
    assert "page.md:3: prose of 11" in text


def test_kernels_in_strings_are_compared_as_code(trees):
    short = '#include \\"a/b.h\\"\\nvoid main() { wait(0, 1); push(0, 1); pop(0, 1); }'
    assert trees.compare(f'auto a = "{short}";\n', f'auto b = "{short}";\n')[0] == 1
    assert trees.compare('auto a = "void main() { wait(0, 1); pop(0, 1); }";\n', f'auto b = "{short}";\n')[0] == 0


def test_allowed_findings_have_a_text_and_a_length(trees):
    ours, theirs = in_function(BODY), f"int f() {{ {BODY} }}\n"
    entry = '[[allowed]]\nfile = "code.cpp"\nkind = "tokens"\ntext = "total % limit"\nlength = {}\nreason = "a test"\n'
    trees.allowed.write_text(entry.format(40))
    status, text = trees.compare(ours, theirs)
    assert status == 0 and "1 allowed" in text
    trees.allowed.write_text(entry.format(24))
    assert trees.compare(ours, theirs)[0] == 1
    trees.allowed.write_text(entry.format(40))
    status, text = trees.compare("int a;\n", theirs)
    assert status == 0 and "stale: code.cpp: total % limit" in text


def test_python_and_revisions(trees):
    body = "\n".join(f"    value_{i} = compute(value_{i - 1}, {i})" for i in range(1, 6))
    ours = f'"""Says something."""\n\n\ndef f(value_0):\n{body}\n'
    theirs = f"def g(a, value_0):\n{body}\n    return 0\n"
    assert trees.compare(ours, theirs, name="code.py")[0] == 1
    trees.git(trees.theirs, "init", "-q")
    trees.git(trees.theirs, "add", ".")
    trees.git(trees.theirs, "commit", "-q", "-m", "first")
    trees.git(trees.theirs, "rm", "-q", "their_code.py")
    trees.git(trees.theirs, "commit", "-q", "-m", "second")
    repository = trees.theirs / ".git"
    assert trees.run(repository, "--rev", "HEAD~1")[0] == 1
    assert trees.run(repository, "--rev", "HEAD")[0] == 0
    assert trees.run(repository, "--rev", "HEAD", "--rev", "HEAD~1")[0] == 1
