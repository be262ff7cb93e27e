#!/usr/bin/env python3
"""Lists what this tree has word for word in common with another code base.

    python3 tools/originality CHECKOUT              another code base as a folder
    python3 tools/originality GITDIR --rev REV      a revision in a git directory; --rev may be repeated

Three kinds of findings: `tokens`, runs of 24 or more equal tokens (comments do not count, names and strings do);
`string`, equal string literals of five words or more; `prose`, runs of 8 or more equal words in comments, documents
and strings. Runs that only declare (classes.py says what that is) are left out unless --all is given; what else
compatibility demands stands in allowed.toml with a reason; an entry that matches nothing is named. Exit status: 0
nothing found beyond that list, 1 something found.
"""

import argparse
import multiprocessing
import pathlib
import sys
from typing import NamedTuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import allowed
import classes
import lexing
import matching
import sources

TOKENS, LITERAL_WORDS, PROSE_WORDS = 24, 5, 8
# A run of declarations with less body than this is still one of declarations: `{ return size_; }` a few times over.
BODY_TOKENS = 12


class Finding(NamedTuple):
    kind: str
    file: str
    line: int
    their_file: str
    their_line: int
    length: int
    text: str


class Ours:
    """This tree, read and indexed."""

    def __init__(self, root):
        self.files, self.tokens, self.lines, self.flags = [], [], [], []
        self.literals, self.passages = {}, []
        for name, text in sources.ours(root):
            lang = lexing.language(name, text)
            if lang is None:
                continue
            source = lexing.read(name, text)
            lines = lexing.token_lines(name, text) if lang != "document" else []
            self._add(name, source.tokens, lines, classes.declares(source.tokens, lines, text, lang) if lines else [])
            for tokens, places in source.embedded:
                self._add(name, tokens, places, [False] * len(tokens))
            for literal in source.literals:
                if lexing.count_words(literal.text) >= LITERAL_WORDS:
                    self.literals.setdefault(literal.text, []).append((name, literal.line))
            self.passages += [(name, passage) for passage in source.passages]
        self.token_index = matching.Index(self.tokens, TOKENS)
        self.prose_index = matching.Index([passage.words for _, passage in self.passages], PROSE_WORDS)

    def _add(self, name, tokens, lines, flags):
        self.files.append(name)
        self.tokens.append(tokens)
        self.lines.append(lines)
        self.flags.append(flags)


def scan(job):
    """What of ours stands in these files of theirs: (token runs, literals, prose runs), with places on both sides."""
    ours, place, revision, names = state, *job
    runs, literals, prose = [], [], []
    for name, text in sources.their_texts(place, revision, names):
        if lexing.language(name, text) is None:
            continue
        source = lexing.read(name, text)
        found = ours.token_index.runs(source.tokens)
        lines = lexing.token_lines(name, text) if found else []
        runs += [(run.ours, run.begin, run.length, name, lines[run.theirs]) for run in found]
        for tokens, places in source.embedded:
            runs += [(run.ours, run.begin, run.length, name, places[run.theirs])
                     for run in ours.token_index.runs(tokens)]
        for literal in source.literals:
            if literal.text in ours.literals:
                literals.append((literal.text, name, literal.line))
        for passage in source.passages:
            prose += [(run.ours, run.begin, run.length, name, passage.lines[run.theirs])
                      for run in ours.prose_index.runs(passage.words)]
    return runs, literals, prose


state = None


def grouped(found):
    groups = {}
    for number, *rest in found:
        groups.setdefault(number, []).append(tuple(rest))
    return sorted(groups.items())


def findings(ours, results, show_all):
    """Every equal stretch once, at the first place of theirs that has it."""
    result, excused = [], 0
    for number, runs in grouped(run for part in results for run in part[0]):
        for begin, length, name, line in matching.longest(runs):
            body = ours.flags[number][begin:begin + length].count(False)
            if body < BODY_TOKENS and not show_all:
                excused += 1
                continue
            result.append(Finding("tokens", ours.files[number], ours.lines[number][begin], name, line, length,
                                  " ".join(ours.tokens[number][begin:begin + length])))
    seen = set()
    for text, name, line in sorted(item for part in results for item in part[1]):
        if text not in seen:
            seen.add(text)
            result += [Finding("string", file, at, name, line, lexing.count_words(text), text)
                       for file, at in ours.literals[text]]
    for number, runs in grouped(run for part in results for run in part[2]):
        file, passage = ours.passages[number]
        for begin, length, name, line in matching.longest(runs):
            result.append(Finding("prose", file, passage.lines[begin], name, line, length,
                                  " ".join(passage.words[begin:begin + length])))
    return sorted(result, key=lambda finding: (finding.file, finding.line, finding.kind)), excused


def compare(root, place, revisions=(), show_all=False, processes=None):
    """The findings, and how many runs were excused as declarations."""
    global state
    state = Ours(root)
    jobs = []
    for revision in revisions or [None]:
        names = sources.their_names(place, revision)
        jobs += [(place, revision, names[at:at + 200]) for at in range(0, len(names), 200)]
    if len(jobs) < 2:
        results = [scan(job) for job in jobs]
    else:
        with multiprocessing.get_context("fork").Pool(processes) as pool:
            results = pool.map(scan, jobs, chunksize=1)
    return findings(state, results, show_all)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="originality", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place", help="folder of a checkout, or a git directory with --rev")
    parser.add_argument("--rev", action="append", default=[], help="revision to read from the git directory")
    parser.add_argument("--all", action="store_true", help="show declarations and allowed findings, too")
    here = pathlib.Path(__file__).resolve().parent
    parser.add_argument("--root", default=here.parent.parent, help="the tree to examine (this one)")
    parser.add_argument("--allowed", default=here / "allowed.toml", help="the list of allowed findings")
    options = parser.parse_args(arguments)
    found, excused = compare(options.root, options.place, options.rev, options.all)
    entries = allowed.load(options.allowed)
    rest = [finding for finding in found if options.all or not allowed.covers(entries, finding)]
    if options.all:
        for finding in found:
            allowed.covers(entries, finding)
    for finding in rest:
        print(f"{finding.file}:{finding.line}: {finding.kind} of {finding.length}, as "
              f"{finding.their_file}:{finding.their_line}\n    {finding.text}")
    stale = [entry for entry in entries if not entry.used]
    for entry in stale:
        print(f"{options.allowed}: stale: {entry.file}: {entry.text}")
    print(f"originality: {len(rest)} findings, {len(found) - len(rest)} allowed, {excused} declarations, "
          f"{len(stale)} stale entries")
    return 1 if rest else 0


if __name__ == "__main__":
    sys.exit(main())
