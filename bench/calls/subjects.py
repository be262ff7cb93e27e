"""What is measured: an op that takes tensors, and the same in PyTorch."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import torch

import tilewright
from tilewright import ttnn


def on_card(device, x: torch.Tensor, tiled: bool = False):
    """A tensor of the card."""
    return ttnn.from_torch(x, layout=ttnn.TILE_LAYOUT if tiled else ttnn.ROW_MAJOR_LAYOUT, device=device)


@dataclass
class Case:
    """One call of one op; `prepare` gives what runs it and what runs PyTorch."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    prepare: Callable[[object], tuple[Callable[[], object], Callable[[], object]]]


class Workshop:
    """Generates ops of formulas and specs, each once."""

    def __init__(self, tool: str, folder: Path) -> None:
        """`folder` is where they lie."""
        self.tool, self.folder = tool, folder
        self.known: dict[str, Callable] = {}

    def op(self, name: str, *arguments: str):
        """The op that `tilewright new ARGUMENTS` writes."""
        if name not in self.known:
            target = self.folder / name
            command = [self.tool, "new", *arguments, "--out", str(target), "--skip-proof"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            self.known[name] = tilewright.load_op(target)
        return self.known[name]

    def of_formula(self, name: str, formula: str):
        """From one line."""
        return self.op(name, name, "--expr", formula)

    def of_spec(self, spec: Path):
        """From a file."""
        return self.op(spec.stem, str(spec))


def tensors(shape: tuple[int, ...], dtype: str, kinds: str) -> list[torch.Tensor]:
    """One for each letter: R rows, w one row for all, c one value per row."""
    shapes = {"R": shape, "w": shape[-1:], "c": (*shape[:-1], 1)}
    return [torch.randn(shapes[kind]).to(getattr(torch, dtype)) for kind in kinds]


def of_function(name: str, op: Callable, reference: Callable, kinds: str, tiled: bool = False):
    """A case of an op that takes tensors alone."""

    def make(shape: tuple[int, ...], dtype: str) -> Case:
        def prepare(device):
            given = tensors(shape, dtype, kinds)
            ours = [on_card(device, one, tiled) for one in given]
            return lambda: op(*ours), lambda: reference(*given)

        return Case(name, shape, dtype, prepare)

    return make


def _required(op: Callable) -> list[str]:
    """Its tensors, by name."""
    try:
        parameters = inspect.signature(op).parameters.items()
    except ValueError:  # a shipped op, which takes one
        return ["x"]
    return [name for name, one in parameters if one.default is inspect.Parameter.empty and name != "self"]


def _python_function(subject: str) -> Callable:
    path, _, function = subject.rpartition(":")
    if "ttnn" not in sys.modules:
        tilewright.install_as_ttnn()
    module = Path(path).stem
    folder = Path(path).resolve().parent
    while (folder / "__init__.py").exists():  # a file of a package is imported as such
        module, folder = f"{folder.name}.{module}", folder.parent
    sys.path.insert(0, str(folder))
    return getattr(importlib.import_module(module), function)


def _reference(text: str, names: list[str]) -> Callable:
    if not text.startswith("torch:"):
        raise SystemExit(f'--against "{text}": write torch:EXPR, e.g. --against "torch:torch.softmax(x, -1)"')
    code = compile(text.removeprefix("torch:"), "--against", "eval")

    def reference(*given: torch.Tensor) -> object:
        return eval(code, {"torch": torch, **dict(zip("xyzuvw", given)), **dict(zip(names, given))})

    return reference


def of_user(workshop: Workshop, subject: str, against: str | None, shapes, dtypes) -> Iterator[Case]:
    """What the command line names."""
    path, tiled, kinds, names = Path(subject), False, "", []
    if ".py:" in subject:
        op = _python_function(subject)
        tiled = True
        names = _required(op)
        kinds = "R" * len(names)
    else:
        op = (
            workshop.of_spec(path)
            if path.suffix == ".toml"
            else tilewright.load_op(path)
            if path.is_dir()
            else getattr(ttnn, subject)
        )
        names = _required(op)
        kinds = "R" * len(names)
    if against is None:
        raise SystemExit(f'{subject}: say what it is measured against, e.g. --against "torch:torch.softmax(x, -1)"')
    make = of_function(Path(subject.split(":")[0]).stem, op, _reference(against, names), kinds, tiled)
    for shape in shapes:
        for dtype in dtypes:
            yield make(shape, dtype)
