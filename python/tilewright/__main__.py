"""python -m tilewright [-m MODULE | SCRIPT] [ARGUMENTS...]: runs it with `ttnn` on the virtual card."""

from __future__ import annotations

import os
import runpy
import sys

USAGE = """usage: python -m tilewright [--root DIR] SCRIPT [ARGUMENTS...]
       python -m tilewright [--root DIR] -m MODULE [ARGUMENTS...]

Runs a script or a module with `import ttnn` meaning the virtual card. DIR is the checkout whose kernels, headers and
ops are used (default: TT_METAL_HOME, else the current folder).
"""


def _take_root(arguments: list[str]) -> str | None:
    if arguments and arguments[0] == "--root":
        if len(arguments) < 2:
            raise SystemExit("error: --root needs a folder")
        root = arguments[1]
        del arguments[:2]
        return root
    return None


def main() -> int:
    """Parses the few arguments that are ours and hands the rest to the script."""
    import tilewright

    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(USAGE, end="")
        return 0 if arguments else 4
    root = _take_root(arguments)
    if not arguments:
        print(USAGE, end="", file=sys.stderr)
        return 4
    tilewright.provide_field_modules()
    tilewright.install_as_ttnn(root)
    headers = tilewright._tilewright.headers_in_words()
    if "no checkout" not in headers:  # what a run without one uses never changes
        print(f"tilewright: {headers}", file=sys.stderr)
    try:
        if arguments[0] == "-m":
            if len(arguments) < 2:
                print("error: -m needs a module", file=sys.stderr)
                return 4
            sys.argv = arguments[1:]
            if arguments[1] == "pytest":
                sys.argv[1:1] = ["-p", "tilewright.pytest_plugin", "--tw"]
            sys.path.insert(0, os.getcwd())
            runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        else:
            if not os.path.exists(arguments[0]):
                print(f"error: there is no script {arguments[0]}", file=sys.stderr)
                return 4
            sys.argv = arguments
            sys.path.insert(0, os.path.dirname(os.path.abspath(arguments[0])))
            runpy.run_path(arguments[0], run_name="__main__")
    except tilewright.Hang as hang:
        print(hang, file=sys.stderr, end="")
        return 2
    except tilewright.Error as error:
        import traceback

        traceback.print_exc()
        print(error.finding.to_text() if hasattr(error, "finding") else "", file=sys.stderr, end="")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
