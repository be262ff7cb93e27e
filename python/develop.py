"""Makes the tree's package importable in the interpreter that runs this, without a copy.

    .venv/bin/python python/develop.py [BUILD_FOLDER]

Writes a path file (the package in the tree, the extension in the build folder) and what pytest needs
to find the plugin; then the types of the shipped ops, which follow ops/ops.txt. `pip install .` makes a wheel instead.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

VERSION = "0.1.0"


def main() -> int:
    """Installs; says where."""
    tree = Path(__file__).resolve().parent.parent
    build = Path(sys.argv[1] if len(sys.argv) > 1 else tree / "build").resolve()
    if not list((build / "python" / "tilewright").glob("_tilewright*.so")):
        print(f"error: there is no extension in {build}/python: build with -DTILEWRIGHT_PYTHON=ON", file=sys.stderr)
        return 3
    site = Path(sysconfig.get_paths()["purelib"])
    (site / "tilewright.pth").write_text(f"{build / 'python'}\n{tree / 'python'}\n", encoding="utf-8")
    metadata = site / f"tilewright-{VERSION}.dist-info"
    metadata.mkdir(exist_ok=True)
    files = {
        "METADATA": f"Metadata-Version: 2.1\nName: tilewright\nVersion: {VERSION}\n",
        "entry_points.txt": "[pytest11]\ntilewright.pytest_plugin = tilewright.pytest_plugin\n",
        "INSTALLER": "tilewright\n",
    }
    listed = ["tilewright.pth", *(f"{metadata.name}/{name}" for name in (*files, "RECORD"))]
    files["RECORD"] = "".join(f"{name},,\n" for name in listed)
    for name, text in files.items():
        (metadata / name).write_text(text, encoding="utf-8")
    # An interpreter of its own: this one does not know the path file yet.
    made = subprocess.run([sys.executable, str(tree / "python" / "make_stubs.py"), "--shipped"])
    if made.returncode != 0:
        return made.returncode
    print(f"tilewright {VERSION}: {tree / 'python'} and {build / 'python'} are on the path of {sys.prefix}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
