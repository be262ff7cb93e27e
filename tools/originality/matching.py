"""Equal runs between one sequence and many: what of ours stands in a file of theirs.

Ours is indexed by every gram of half the sought length, theirs is probed at every few places only: a run that is long
enough holds a probed gram wherever it begins. A gram that is found grows in both directions."""

from typing import NamedTuple


class Run(NamedTuple):
    ours: int        # number of our sequence
    begin: int       # in our sequence
    length: int
    theirs: int      # where it begins in their sequence


class Index:
    def __init__(self, sequences, shortest):
        self.shortest = shortest
        self.gram = shortest // 2 + 1
        self.step = shortest - self.gram + 1
        self.sequences = sequences
        self.places = {}
        for number, sequence in enumerate(sequences):
            for at in range(len(sequence) - self.gram + 1):
                self.places.setdefault(tuple(sequence[at:at + self.gram]), []).append((number, at))

    def runs(self, theirs):
        """Every maximal equal run of at least the sought length."""
        gram, places = self.gram, self.places
        found, reached = [], {}
        for at in range(0, len(theirs) - gram + 1, self.step):
            hits = places.get(tuple(theirs[at:at + gram]))
            if hits is None:
                continue
            for number, position in hits:
                diagonal = (number, position - at)
                if reached.get(diagonal, -1) >= at:
                    continue
                ours = self.sequences[number]
                begin, end = at, at + gram
                shift = position - at
                while begin > 0 and begin + shift > 0 and theirs[begin - 1] == ours[begin - 1 + shift]:
                    begin -= 1
                while end < len(theirs) and end + shift < len(ours) and theirs[end] == ours[end + shift]:
                    end += 1
                reached[diagonal] = end - gram
                if end - begin >= self.shortest:
                    found.append(Run(number, begin + shift, end - begin, begin))
        return found


def longest(runs):
    """Runs that lie in no other, of (begin, length, ...) tuples of one sequence."""
    result, reached = [], -1
    for run in sorted(runs, key=lambda run: (run[0], -run[1])):
        if run[0] + run[1] > reached:
            result.append(run)
            reached = run[0] + run[1]
    return result
