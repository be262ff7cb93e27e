"""Ops that tests generate: the folder of a spec or a formula, loaded, and its generic_op twin."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import tilewright

ROOT = Path(__file__).parents[2]


def shipped(name):
    """A spec of the examples."""
    return ROOT / "examples" / "specs" / f"{name}.toml"


def made(out, name, *source):
    """The op and its twin, from what `tilewright new` is given."""
    command = [ROOT / "tilewright", "new", *source, "--out", out]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr
    place = importlib.util.spec_from_file_location(f"twin_of_{name}", out / "python" / "__init__.py")
    module = importlib.util.module_from_spec(place)
    sys.modules[place.name] = module
    place.loader.exec_module(module)
    return tilewright.load_op(out), getattr(module, name)
