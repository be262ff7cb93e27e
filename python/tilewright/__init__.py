"""Tilewright: a virtual Tensix card. `tilewright.ttnn` is used as `ttnn` is.

    import tilewright
    ttnn = tilewright.install_as_ttnn()      # from now on `import ttnn` means the virtual card

or, without touching a script:  python -m tilewright script.py
"""

from __future__ import annotations

import os as _os
import sys as _sys

# In the source tree the extension lies in a build folder that is on sys.path beside this package.
for _entry in _sys.path:
    _folder = _os.path.join(_entry, "tilewright")
    if (
        _folder not in __path__
        and _os.path.isdir(_folder)
        and not _os.path.exists(_os.path.join(_folder, "__init__.py"))
    ):
        __path__.append(_folder)

from tilewright._expect import WrongResult as WrongResult
from tilewright._expect import expect as expect
from tilewright._names import add_operations_path as add_operations_path
from tilewright._names import install_as_ttnn as install_as_ttnn
from tilewright._names import provide_field_modules as provide_field_modules
from tilewright._ops import load_op as load_op
from tilewright._options import check as check
from tilewright._options import describe as describe
from tilewright._options import options as options
from tilewright._options import set_options as set_options
from tilewright._tilewright import Error as Error
from tilewright._tilewright import Finding as Finding
from tilewright._tilewright import Frame as Frame
from tilewright._tilewright import Hang as Hang
from tilewright._tilewright import Place as Place
from tilewright._tilewright import interrupt as interrupt
from tilewright._tilewright import last_zones as last_zones
from tilewright._tilewright import notes as notes
from tilewright._tilewright import root_dir as root_dir
from tilewright._tilewright import set_findings_exit as set_findings_exit
from tilewright._tilewright import set_root_dir as set_root_dir
from tilewright._tilewright import state as state
from tilewright._tilewright import take_findings as take_findings
from tilewright._tilewright import take_notes as take_notes
from tilewright._uncaught import watch_threads as _watch_threads

__version__ = "0.1.0"

_watch_threads()


def set_numerics(numerics: str | None) -> None:
    """The arithmetic of programs that are built from now on: "card", "float", or None for the default (card)."""
    set_options(numerics=numerics or "card")


def stubs_path() -> str:
    """The folder with type stubs for `import ttnn`; give it to a type checker (MYPYPATH)."""
    return _os.path.join(_os.path.dirname(_os.path.abspath(__file__)), "stubs")
