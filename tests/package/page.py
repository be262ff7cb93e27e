"""Pages whose blocks are run: each section of a page is a list of blocks, in order.

A block whose first line is a comment with a file's name is that file; a block of `sh` is run in the folder where the
files lie, with HOME in a folder of the test. What a block prints is shown when it fails.
"""

import dataclasses
import pathlib
import re
import subprocess

FILE = re.compile(r"^(?:#|//) ([\w./-]+\.\w+|Makefile|Containerfile)$")


@dataclasses.dataclass
class Block:
    language: str
    text: str

    @property
    def file(self):
        first = FILE.match(self.text.split("\n", 1)[0])
        return first.group(1) if first else None


def sections(page):
    """{heading: [Block, ...]} of a Markdown page."""
    found = {}
    blocks, language, lines = found.setdefault("", []), None, []
    for line in pathlib.Path(page).read_text(encoding="utf-8").splitlines():
        if language is None and line.startswith("## "):
            blocks = found.setdefault(line[3:], [])
        elif language is None and line.startswith("```"):
            language, lines = line[3:], []
        elif line == "```":
            blocks.append(Block(language, "\n".join(lines) + "\n"))
            language = None
        elif language is not None:
            lines.append(line)
    return found


def write_files(blocks, folder):
    """The files among the blocks, in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for block in blocks:
        if block.file:
            (folder / block.file).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.file).write_text(block.text, encoding="utf-8")


def run(command, folder, environment, status=0):
    """The words as a shell takes them, or a list; the output, both streams. Fails with the output."""
    words = ["bash", "-euo", "pipefail", "-c", command] if isinstance(command, str) else [str(w) for w in command]
    ran = subprocess.run(
        words, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if ran.returncode != status:
        raise AssertionError(f"{command}\nended with {ran.returncode}, not {status}, in {folder}:\n{ran.stdout}")
    return ran.stdout


def try_section(blocks, folder, environment):
    """Writes the files and runs the commands; what these printed."""
    write_files(blocks, folder)
    return "".join(run(block.text, folder, environment) for block in blocks if block.language == "sh")
