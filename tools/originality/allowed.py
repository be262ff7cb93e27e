"""The list of equal stretches that compatibility demands, each with a reason."""

import dataclasses
import tomllib


@dataclasses.dataclass
class Entry:
    file: str
    kind: str
    text: str    # a part of the finding's text
    length: int  # a longer finding is not covered
    reason: str
    used: bool = False


def load(path):
    with open(path, "rb") as file:
        return [Entry(**entry) for entry in tomllib.load(file).get("allowed", [])]


def covers(entries, finding):
    """Whether an entry allows this finding; the entry then counts as used."""
    for entry in entries:
        if entry.file == finding.file and entry.kind == finding.kind and finding.length <= entry.length \
                and entry.text in finding.text:
            entry.used = True
            return True
    return False
