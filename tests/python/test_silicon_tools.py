"""The tools that fit the clock's figures: what two short runs stand for, which figures they take, and how they fit."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

from silicon import figures, machines
from silicon.figures import Figure
from silicon.fit import Bench
from silicon.rows import Row, combined
from silicon.tapes import Kept


def test_two_short_runs_stand_for_a_long_one():
    assert combined([1000.0], [5], 5, 5.0) == 200.0
    # 100 to start, 10 a repetition
    assert combined([180.0, 260.0], [8, 16], 100, 100.0) == pytest.approx((100 + 100 * 10) / 100)


def test_figures_are_shared_where_both_machines_have_the_same():
    found = {figure.name: figure for figure in figures.load("F")}
    assert found["call.read_cycles"].machines == ("wormhole_b0", "blackhole")
    assert found["wormhole_b0: dram.read_latency_cycles"].value != found["blackhole: dram.read_latency_cycles"].value
    assert not any("worker_columns" in name or name.startswith("queue") for name in found)


def test_boards_follow_the_machine_files(tmp_path):
    name = machines.write(machines.Board("blackhole", columns=11, banks=7), str(tmp_path))
    file = tmp_path / f"{name}.toml"
    right = file.read_text()
    file.write_text("# old figures\n")
    machines.refresh(str(tmp_path))
    assert file.read_text() == right


class Linear:
    """Stands for the retime program: a row takes so many of each figure."""

    def __init__(self, uses, truth):
        self.values = {}
        self.uses = uses
        self.cases = [Kept([self.row(f"{name}{n}", name, sum(truth[key] * count for key, count in one.items()))],
                           "wormhole_b0", [[n]], [1], 1, 1.0, None)
                      for n, (name, one) in enumerate(uses)]

    @staticmethod
    def row(one, name, value):
        words = dict.fromkeys(Row.__dataclass_fields__, "")
        return Row(**{**words, "id": one, "set": name, "arch": "WH_B0", "clock_mhz": 1000.0, "value_ns": value})

    def set(self, machine, key, value):
        self.values[key] = value

    def predicted_ns(self, case):
        return sum(self.values[key] * count for key, count in self.uses[case.runs[0][0]][1].items())


def test_descent_finds_figures_that_several_sets_share():
    truth = {"read": 16.0, "write": 24.0, "own": 5.0}
    uses = [("a", {"read": 10, "write": 1}), ("a", {"read": 1, "write": 10}), ("b", {"read": 4, "write": 6}),
            ("b", {"own": 10})]
    known = [Figure(key, ("wormhole_b0",), value * 1.3, "F") for key, value in truth.items()]
    retimer = Linear(uses, truth)
    for figure in known:
        retimer.set("wormhole_b0", figure.key, figure.value)
    bench = Bench(retimer, known)
    bench.measure_effects({0, 1, 2, 3})
    assert set(bench.effect[known[2]]) == {3}
    before = bench.loss(range(4))
    bench.descend(known, set(bench.of_set("a")), 12, pull=0.0)  # b is left out
    assert bench.values[known[0]] == pytest.approx(16.0, rel=0.03)
    assert bench.values[known[1]] == pytest.approx(24.0, rel=0.03)
    assert bench.values[known[2]] == pytest.approx(6.5)  # nothing in a depends on it
    bench.set_all({}, range(4))
    assert bench.cases[2].errors(bench.now[2])[0] == pytest.approx(0.0, abs=0.03)
    assert bench.loss(range(4)) < before
