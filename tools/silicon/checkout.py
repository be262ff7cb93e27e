"""Files of one revision of a git directory, written to a folder. Objects that the directory lacks are left out."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence


class CheckoutError(RuntimeError):
    """The revision or a path is not there."""


def _git(repo: str, *arguments: str, given: bytes | None = None) -> bytes:
    done = subprocess.run(["git", "--git-dir", repo, *arguments], input=given, capture_output=True)
    if done.returncode:
        raise CheckoutError(f"git {' '.join(arguments[:3])}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def has(repo: str, revision: str, path: str) -> bool:
    """Whether the revision is known and has the path."""
    try:
        return bool(_git(repo, "ls-tree", revision, path))
    except CheckoutError:
        return False


def extract(repo: str, revision: str, paths: Sequence[str], folder: str) -> int:
    """Writes the files under `paths` to `folder`; returns how many. Documents and data are left out."""
    listed = _git(repo, "ls-tree", "-r", "-z", revision, "--", *paths).decode().split("\0")
    wanted = []
    for line in filter(None, listed):
        head, name = line.split("\t", 1)
        kind, blob = head.split()[1:3]
        if kind == "blob" and not name.endswith((".md", ".json", ".jsonl", ".svg", ".html", ".png")):
            wanted.append((blob, name))
    if not wanted:
        raise CheckoutError(f"revision {revision} has no file under {', '.join(paths)}")
    answer = _git(repo, "cat-file", "--batch", given="".join(f"{blob}\n" for blob, _ in wanted).encode())
    written, at = 0, 0
    for _, name in wanted:
        end = answer.index(b"\n", at)
        head_words = answer[at:end].split()
        at = end + 1
        if len(head_words) < 3:
            continue
        size = int(head_words[2])
        target = os.path.join(folder, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(answer[at : at + size])
        at += size + 1
        written += 1
    return written
