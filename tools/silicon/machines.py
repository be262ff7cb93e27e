"""Boards with fewer columns or memory banks than the machine files have, written as machine files of their own."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "data"


@dataclass(frozen=True)
class Board:
    """A machine of data/ with so many columns of worker cores and so many DRAM banks; 0: as many as it has."""

    base: str
    columns: int = 0
    banks: int = 0

    @property
    def name(self) -> str:
        return f"{self.base}_{self.columns or 'all'}x_{self.banks or 'all'}b"


def write(board: Board, folder: str) -> str:
    """Writes the board's file to the folder and returns the machine's name."""
    source = (DATA / f"{board.base}.toml").read_text(encoding="utf-8")
    text = re.sub(r'^name = \{ value = "[^"]*"', f'name = {{ value = "{board.name}"', source, flags=re.M)
    text = re.sub(r"^aliases = \{ value = \[[^\]]*\]", "aliases = { value = []", text, flags=re.M)
    if board.columns:
        text = re.sub(r"^x = \{ value = \d+", f"x = {{ value = {board.columns}", text, flags=re.M)

        def fewer(found: re.Match[str]) -> str:
            return found.group(1) + ", ".join(found.group(2).split(", ")[: board.columns]) + "]"

        text = re.sub(r"^(worker_columns = \{ value = \[)([^\]]*)\]", fewer, text, flags=re.M)
        found = re.search(r"^y = \{ value = (\d+)", text, flags=re.M)
        assert found
        text = re.sub(r"NUM_L1_BANKS = \d+", f"NUM_L1_BANKS = {board.columns * int(found.group(1))}", text)
    if board.banks:
        lines, kept = [], 0
        for line in text.splitlines():
            if line.strip().startswith("{ noc0"):
                kept += 1
                if kept > board.banks:
                    continue
            lines.append(line)
        text = re.sub(r"NUM_DRAM_BANKS = \d+", f"NUM_DRAM_BANKS = {board.banks}", "\n".join(lines) + "\n")
    os.makedirs(folder, exist_ok=True)
    Path(folder, f"{board.name}.toml").write_text(text, encoding="utf-8")
    return board.name


def refresh(folder: str) -> None:
    """Writes the boards in the folder again, with the figures that the machine files have today."""
    for path in Path(folder).glob("*.toml"):
        found = re.fullmatch(r"(\w+)_(\d+|all)x_(\d+|all)b", path.stem)
        if found:
            base, columns, banks = found.groups()
            write(Board(base, 0 if columns == "all" else int(columns), 0 if banks == "all" else int(banks)), folder)
