"""Writes tilewright/_tilewright.pyi, and _shipped.pyi for the ops that ship, from the built extension.

    PYTHONPATH=build/python:python python python/make_stubs.py [--check] [--shipped]

--check compares instead of writing and exits 1 when a stub is out of date. --shipped takes _shipped.pyi alone, which
follows ops/ops.txt: python/develop.py writes it for every build.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parent / "tilewright"
HEAD = "# Written by python/make_stubs.py.\n"

ERRORS = '''
class Error(RuntimeError):
    """What the card or its host refused; `finding` says what and where."""

    finding: Finding

class Hang(Error):
    """No kernel thread can go on; the text is the doctor's report."""

    blocked: list[dict[str, str]]
    findings: list[Finding]
    details: dict[str, Any] | None
'''


def stub_of(module: ModuleType) -> str:
    """What nanobind writes, with types behind hand-written signatures."""
    from nanobind.stubgen import StubGen

    generator = StubGen(module)
    generator.put(module)
    text: str = generator.get()
    text = text.replace("import KernelDescriptor\n", "").replace(
        "from tilewright import Error as Error, Hang as Hang\n", ""
    )
    text = re.sub(
        r"def __eq__\(self, (?:arg|other): \w+, /\) -> bool: \.\.\.",
        "def __eq__(self, other: object, /) -> bool: ...",
        text,
    )
    text = re.sub(r"\b(shape|shard_shape|dims): Sequence(?!\[)", r"\1: Shape | Sequence[int]", text)
    text = re.sub(r"(?<=[:>|\[] )(Sequence|Iterator|set)(?=[,)\s:])", r"\1[Any]", text)
    text = re.sub(r"(?<=[:>] )dict(?=[,)\s:])", "dict[str, Any]", text)
    text = text.replace("def reshape(self, *args)", "def reshape(self, *args: Any)")
    text = text.replace("def __exit__(self, *args)", "def __exit__(self, *args: object)")
    # The module of shipped ops has a stub under another name.
    text = re.sub(r"^(?:from \S+ import|import) \S*\bops(?: as ops)?\n", "", text, flags=re.MULTILINE)
    return text.replace("typing.Any", "Any").replace("collections.abc.", "")


def stubs() -> dict[Path, str]:
    """Every stub there is, with what nanobind cannot know: exceptions."""
    import tilewright._tilewright as extension

    text = stub_of(extension)
    place = text.index("class ", text.index("class Finding") + 1)
    return {
        PACKAGE / "_tilewright.pyi": HEAD + text[:place] + ERRORS.lstrip("\n") + "\n" + text[place:],
        PACKAGE / "_shipped.pyi": HEAD + stub_of(extension.ops),
    }


def main() -> int:
    """Writes or checks."""
    status = 0
    for path, text in stubs().items():
        if "--shipped" in sys.argv[1:] and path.name != "_shipped.pyi":
            continue
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if "--check" not in sys.argv[1:]:
            path.write_text(text, encoding="utf-8")
        else:
            print(f"{path.name} is out of date: run python/make_stubs.py", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
