"""Writes tilewright/_tilewright.pyi from the built extension.

    PYTHONPATH=build/python:python python python/make_stubs.py [--check]

--check compares instead of writing and exits 1 when the stub is out of date.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

STUB = Path(__file__).parent / "tilewright" / "_tilewright.pyi"

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


def stub_text() -> str:
    """What nanobind writes, with what it cannot know: exceptions, and types behind hand-written signatures."""
    import tilewright._tilewright as extension
    from nanobind.stubgen import StubGen

    generator = StubGen(extension)
    generator.put(extension)
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
    text = text.replace("typing.Any", "Any").replace("collections.abc.", "")
    place = text.index("class ", text.index("class Finding") + 1)
    return "# Written by python/make_stubs.py.\n" + text[:place] + ERRORS.lstrip("\n") + "\n" + text[place:]


def main() -> int:
    """Writes or checks."""
    text = stub_text()
    if "--check" in sys.argv[1:]:
        if STUB.exists() and STUB.read_text(encoding="utf-8") == text:
            return 0
        print(f"{STUB.name} is out of date: run python/make_stubs.py", file=sys.stderr)
        return 1
    STUB.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
