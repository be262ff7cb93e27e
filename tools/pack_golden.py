#!/usr/bin/env python3
"""Write the compact copy of the golden vectors that the tests read.

usage: pack_golden.py GOLDEN_FOLDER [OUTPUT_FOLDER]

GOLDEN_FOLDER holds manifest.json and the .bin files it names. The output (default tests/data/golden) is two gzip
files: cases.json.gz, the cases with all offsets turned into offsets of one blob, and tiles.bin.gz, that blob.
Equal bytes give equal files, so a second run changes nothing.
"""

import gzip
import hashlib
import json
import sys
from pathlib import Path

KEPT_FIELDS = ["id", "op", "broadcast", "pool", "dim", "dest_reuse", "fidelity", "dst", "in_format", "out_format",
               "scaler_format", "register_format", "k", "width_tiles", "n", "llk"]


def write_gzip(path, data):
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        packed.write(data)
    print(f"{path}: {len(data)} bytes, {path.stat().st_size} packed")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    source = Path(sys.argv[1])
    output = Path(sys.argv[2]) if len(sys.argv) == 3 else Path(__file__).resolve().parent.parent / "tests/data/golden"
    manifest = json.loads((source / "manifest.json").read_text())

    blob = bytearray()
    base = {}
    for name, facts in manifest["files"].items():
        data = (source / name).read_bytes()
        if hashlib.sha256(data).hexdigest() != facts["sha256"]:
            sys.exit(f"{name}: the checksum of the manifest does not match the file")
        base[name] = len(blob)
        blob += data

    lines = []
    for case in manifest["cases"]:
        slim = {field: case[field] for field in KEPT_FIELDS if field in case}
        slim["tensors"] = {
            tensor["role"]: {"format": tensor["format"], "tiles": tensor["tiles"],
                             "offsets": [base[tensor["file"]] + offset for offset in tensor["offsets"]]}
            for tensor in case["tensors"]
        }
        lines.append(json.dumps(slim, separators=(",", ":")))
    head = {"arch": manifest["arch"], "simulator": manifest["simulator"], "llk": manifest["llk"]}
    text = json.dumps(head)[:-1] + ', "cases": [\n' + ",\n".join(lines) + "\n]}\n"

    output.mkdir(parents=True, exist_ok=True)
    write_gzip(output / "cases.json.gz", text.encode())
    write_gzip(output / "tiles.bin.gz", bytes(blob))


if __name__ == "__main__":
    main()
