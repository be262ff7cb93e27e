"""Names that are looked for when they are asked for: ops of the checkout, and what is near a name that is nowhere."""

from __future__ import annotations

import ast
import difflib
import functools
import importlib
import os
import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any

_ROOTS = "pytest's --tw-root DIR, `tilewright py --root DIR` or TT_METAL_HOME"


def _folders() -> list[str]:
    return list(importlib.import_module("tilewright.ttnn.operations").__path__)


def _kind(name: str) -> str:
    """What the checkout has under ttnn.operations.<name>: "package", "module", or nothing."""
    for folder in _folders():
        if os.path.isfile(os.path.join(folder, name, "__init__.py")):
            return "package"
        if os.path.isfile(os.path.join(folder, name + ".py")):
            return "module"
    return ""


def _own_packages() -> list[str]:
    """Folders of the checkout that are op packages: modules beside them belong to the vendor's own bindings."""
    found = set()
    for folder in _folders():
        with os.scandir(folder) as entries:
            found |= {one.name for one in entries if os.path.isfile(os.path.join(one.path, "__init__.py"))}
    return sorted(name for name in found if not name.startswith("_"))


@functools.cache
def _published(path: str, changed: int) -> dict[str, tuple[str, str]]:
    """Names that a checkout's ttnn takes from its op packages: name -> (module, name there)."""
    try:
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read())
    except (OSError, SyntaxError, ValueError):
        return {}
    names: dict[str, tuple[str, str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ttnn.operations."):
            for alias in node.names:
                names[alias.asname or alias.name] = (node.module, alias.name)
    return names


def _where_published(name: str) -> tuple[str, str] | None:
    for folder in _folders():
        path = os.path.join(os.path.dirname(folder), "__init__.py")
        if not os.path.isfile(path):
            continue
        found = _published(path, os.stat(path).st_mtime_ns).get(name)
        if found is not None and _kind(found[0].split(".")[2]) == "package":
            return found
    return None


def _import(module: str) -> ModuleType:
    # Under `ttnn` where that is the virtual card, so that the op's own imports and this one give one module.
    prefix = "" if sys.modules.get("ttnn") is sys.modules["tilewright.ttnn"] else "tilewright."
    return importlib.import_module(prefix + module)


def find_op(name: str) -> Any:
    """ttnn.<name> out of the checkout's op packages; AttributeError when none has it."""
    if not name.startswith("_"):
        place = _where_published(name) or (f"ttnn.operations.{name}", name)
        if _kind(place[0].split(".")[2]) == "package":
            module = _import(place[0])
            if hasattr(module, place[1]):
                return getattr(module, place[1])
    raise AttributeError(missing("ttnn", name, dir(sys.modules["tilewright.ttnn"])))


def find_operation(name: str) -> ModuleType:
    """ttnn.operations.<name>, imported; AttributeError when the checkout has no such package or module."""
    if not name.startswith("_") and _kind(name):
        return _import(f"ttnn.operations.{name}")
    raise AttributeError(missing("ttnn.operations", name, ()))


def missing(module: str, name: str, known: Iterable[str], imported: bool = False) -> str:
    """That a name is not there, what is near it, and where ops of a checkout are looked for."""
    if name.startswith("__"):
        return f"module {module!r} has no attribute {name!r}"
    packages = _own_packages()
    public = [one for one in known if not one.startswith("_")]
    near = difflib.get_close_matches(name, sorted({*public, *packages}), n=5, cutoff=0.6)
    text = f"No module named '{module}.{name}'" if imported else f"module {module!r} has no attribute {name!r}"
    text += ": the virtual card does not have it"
    if near:
        text += f"; near it: {', '.join(near)}"
    if not module.startswith("ttnn._"):
        searched = ", ".join(folder for folder in _folders() if not folder.startswith(os.path.dirname(__file__)))
        has = f" ({', '.join(packages)})" if packages else ""
        text += f"; op packages are looked for in {searched}{has}" if searched else "; no checkout with ops is in use"
        text += f"; {_ROOTS} names another one"
    return text
