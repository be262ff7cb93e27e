"""The files of a checkout or of a revision in a git directory."""

import pathlib
import subprocess

import lexing

SUFFIXES = lexing.CPP_SUFFIXES | lexing.PYTHON_SUFFIXES | lexing.DOCUMENT_SUFFIXES
SKIPPED = {".git", ".venv", "build", "node_modules", "__pycache__"}


def git(directory, *arguments, data=None):
    done = subprocess.run(["git", *directory, *arguments], input=data, capture_output=True)
    if done.returncode:
        raise SystemExit(f"originality: git {' '.join(arguments[:2])}: {done.stderr.decode().strip()}")
    return done.stdout


def ours(root):
    """(name, text) of every tracked file of this tree, as it lies there now."""
    root = pathlib.Path(root)
    names = git(["-C", str(root)], "ls-files", "-z").decode().split("\0")
    for name in names:
        path = root / name
        if name and path.is_file() and (path.suffix in SUFFIXES or not path.suffix and path.parent == root / "tools"):
            yield name, path.read_text(encoding="utf-8", errors="replace")


def their_names(place, revision):
    """Names of the files of another code base that are worth reading."""
    if revision is None:
        names = (path.relative_to(place).as_posix() for path in pathlib.Path(place).rglob("*") if path.is_file())
    else:
        names = git([f"--git-dir={place}"], "ls-tree", "-r", "-z", "--name-only", revision).decode().split("\0")
    return sorted(name for name in names
                  if lexing.suffix(name) in SUFFIXES and not SKIPPED.intersection(name.split("/")))


def their_texts(place, revision, names):
    """(name, text) of these files; one git process reads all of a revision's."""
    if revision is None:
        for name in names:
            yield name, (pathlib.Path(place) / name).read_text(encoding="utf-8", errors="replace")
        return
    with subprocess.Popen(["git", f"--git-dir={place}", "cat-file", "--batch"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as reader:
        for name in names:
            reader.stdin.write(f"{revision}:{name}\n".encode())
            reader.stdin.flush()
            answer = reader.stdout.readline().split()
            if len(answer) < 3 or not answer[2].isdigit():
                continue
            data = reader.stdout.read(int(answer[2]) + 1)[:-1]
            if answer[1] == b"blob":
                yield name, data.decode("utf-8", "replace")
        reader.stdin.close()
