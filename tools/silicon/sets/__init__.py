"""One module per set of measured rows: which revision and files it needs, and what each row runs.

A module has PATHS (files of the revision), cases(rows, checkout) and, where the rows ask for it, revision(row) and
environment(row): settings of the process that runs them.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import ModuleType

from silicon import checkout
from silicon.rows import Row


def module_of(name: str) -> ModuleType:
    """The driver of a set: "example:reduce_block" is the module reduce_block."""
    return importlib.import_module(f"silicon.sets.{name.split(':')[-1]}")


def known() -> list[str]:
    """The sets that have a driver."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_"))


@cache
def _has(repo: str, revision: str, path: str) -> bool:
    return checkout.has(repo, revision, path)


def revision_of(module: ModuleType, row: Row, repo: str) -> str:
    """The revision whose files a row ran: the row's commit where that has the driver's files, else its branch."""
    if hasattr(module, "revision"):
        return str(module.revision(row))
    if row.commit and _has(repo, row.commit, module.PATHS[0]):
        return row.commit
    return row.branch
