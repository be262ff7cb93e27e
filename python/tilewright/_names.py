"""Which module a name leads to: `ttnn` by explicit choice, the field's test helpers where nobody else has them."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from types import ModuleType

# Modules that op tests import and that a checkout usually has. Ours serve only where no other finder knows the name.
FIELD_MODULES = {
    "tests": None,
    "tests.ttnn": None,
    "tests.ttnn.utils_for_testing": "tilewright.field.utils_for_testing",
    "models": None,
    "models.common": None,
    "models.common.utility_functions": "tilewright.field.utility_functions",
    "models.utility_functions": "tilewright.field.utility_functions",
    "tracy": "tilewright.field.tracy",
}


class _AliasLoader(importlib.abc.Loader):
    """Makes a module known under a second name without loading it twice."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.spec: importlib.machinery.ModuleSpec | None = None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        module = importlib.import_module(self.target)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        # The import system has put the alias's spec into the module; its own one belongs there.
        module.__spec__ = self.spec


class _TtnnFinder(importlib.abc.MetaPathFinder):
    """ttnn.x is tilewright.ttnn.x."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith("ttnn."):
            return None
        real = "tilewright." + fullname
        found = importlib.util.find_spec(real)
        if found is None:
            if fullname.startswith("ttnn.operations."):
                from tilewright.ttnn._lazy import missing

                # Nobody else looks there; what is missing is usually the checkout.
                text = missing("ttnn.operations", fullname.split(".")[2], (), imported=True)
                raise ModuleNotFoundError(text, name=fullname)
            return None
        is_package = found.submodule_search_locations is not None
        return importlib.machinery.ModuleSpec(fullname, _AliasLoader(real), origin=found.origin, is_package=is_package)


class _FieldFinder(importlib.abc.MetaPathFinder):
    """Last in line: serves the names of FIELD_MODULES that were not found elsewhere, the checkout's own first."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname not in FIELD_MODULES:
            return None
        if "." not in fullname:
            from tilewright import _tilewright

            # Without PYTHONPATH a checkout's `tests` and `models` are on no path.
            own = importlib.machinery.PathFinder.find_spec(fullname, [_tilewright.root_dir()])
            if own is not None:
                return own
        real = FIELD_MODULES[fullname]
        if real is not None:
            return importlib.machinery.ModuleSpec(fullname, _AliasLoader(real))
        # An empty package, so that the names below it can be asked for.
        spec = importlib.machinery.ModuleSpec(fullname, None, is_package=True)
        spec.submodule_search_locations = []
        return spec


def _operations_folders() -> list[str]:
    folders = [folder for folder in os.environ.get("TILEWRIGHT_OPERATIONS", "").split(os.pathsep) if folder]
    for root in (os.environ.get("TT_METAL_HOME", ""), os.getcwd()):
        if root:
            folders.append(os.path.join(root, "ttnn", "ttnn", "operations"))
    return [folder for folder in folders if os.path.isdir(folder)]


def add_operations_path(folder: str | os.PathLike[str]) -> None:
    """Makes the op packages in `folder` importable as ttnn.operations.<op>."""
    operations = importlib.import_module("tilewright.ttnn.operations")
    text = os.path.abspath(os.fspath(folder))
    if not os.path.isdir(text):
        raise FileNotFoundError(f"add_operations_path: there is no folder {text}")
    if text not in operations.__path__:
        operations.__path__.append(text)


def find_checkout(start: str | os.PathLike[str]) -> str:
    """The nearest folder at or above `start` that has a ttnn tree; `start` itself when none has."""
    first = folder = os.path.abspath(os.fspath(start))
    while True:
        if any(os.path.isdir(os.path.join(folder, "ttnn", part)) for part in ("ttnn", "cpp")):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return first
        folder = above


def use_checkout(root: str | os.PathLike[str] | None = None) -> str:
    """Where kernel paths and includes are looked up: the given folder, TT_METAL_HOME, or the nearest checkout."""
    from tilewright import _tilewright

    given = os.fspath(root) if root is not None else os.environ.get("TT_METAL_HOME")
    chosen = os.path.abspath(given) if given else find_checkout(os.getcwd())
    _tilewright.set_root_dir(chosen)
    folder = os.path.join(chosen, "ttnn", "ttnn", "operations")
    if os.path.isdir(folder):
        add_operations_path(folder)
    return chosen


def install_as_ttnn(root: str | os.PathLike[str] | None = None) -> ModuleType:
    """Makes `import ttnn` mean the virtual card, and returns that module.

    `root` is the checkout whose kernels, helper headers and ops are used: TT_METAL_HOME by default, else the current
    folder. Raises RuntimeError when another ttnn is imported already.
    """
    ttnn = importlib.import_module("tilewright.ttnn")
    present = sys.modules.get("ttnn")
    if present is not None and present is not ttnn:
        raise RuntimeError(
            f"install_as_ttnn: another ttnn is imported already, from {getattr(present, '__file__', 'nowhere')}; "
            "call install_as_ttnn before the first `import ttnn`"
        )
    sys.modules["ttnn"] = ttnn
    if not any(isinstance(finder, _TtnnFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _TtnnFinder())
    # A submodule that was imported under our own name is the same module under the other.
    for name in [name for name in sys.modules if name.startswith("tilewright.ttnn.")]:
        sys.modules.setdefault(name.removeprefix("tilewright."), sys.modules[name])
    use_checkout(root)
    for folder in _operations_folders():
        add_operations_path(folder)
    return ttnn


def provide_field_modules() -> None:
    """Makes the helpers that op tests import available where the user's own tree does not have them."""
    if not any(isinstance(finder, _FieldFinder) for finder in sys.meta_path):
        sys.meta_path.append(_FieldFinder())
