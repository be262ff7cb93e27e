"""Arguments of multicasts: who gets a rectangle, who gets a sender, which semaphores are made."""

import pytest
import ttnn


def cores(x, y):
    return ttnn.CoreRangeSet([ttnn.CoreRange(ttnn.CoreCoord(0, 0), ttnn.CoreCoord(x, y))])


def place(device, x, y):
    core = device.worker_core_from_logical_core(ttnn.CoreCoord(x, y))
    return [core.x, core.y]


def test_rows_have_a_sender_at_an_end(device):
    family = ttnn.Mcast1D(device, cores(3, 1), ttnn.Mcast1DShape.PerRow, 0, ttnn.McastConfig(base_sem_id=4))
    assert family.compile_time_args() == [1, 4, 5, 3, 1]
    assert family.runtime_args(ttnn.CoreCoord(0, 1)) == place(device, 1, 1) + place(device, 3, 1)
    assert family.runtime_args(ttnn.CoreCoord(2, 1)) == place(device, 0, 1) + [0, 0]
    assert [one.id for one in family.owned_semaphores()] == [4, 5]
    assert family.next_base_sem_id() == 6


def test_the_other_network_counts_from_the_far_corner(device):
    config = ttnn.McastConfig(noc=ttnn.NOC.NOC_1, handshake=False)
    family = ttnn.Mcast1D(device, cores(0, 2), ttnn.Mcast1DShape.PerColumn, 2, config)
    assert family.runtime_args(ttnn.CoreCoord(0, 2)) == place(device, 0, 1) + place(device, 0, 0)
    assert family.compile_time_args()[2] == 0xFFFFFFFF
    assert family.compile_time_args(pre_handshake=True)[4] == 1


def test_turns_list_every_sender(device):
    family = ttnn.Mcast1D(
        device, cores(1, 0), ttnn.Mcast1DShape.PerRow, config=ttnn.McastConfig(rotating_sender=True)
    )
    line = place(device, 0, 0) + place(device, 1, 0)
    assert family.runtime_args(ttnn.CoreCoord(1, 0)) == line + line
    assert family.num_senders() == 2


def test_a_rectangle_with_its_sender_inside_and_outside(device):
    ids = ttnn.McastConfig(sem_ids=[7, 8])
    inside = ttnn.Mcast2D(device, cores(1, 1), ttnn.CoreCoord(0, 0), ids)
    outside = ttnn.Mcast2D(device, cores(1, 1), ttnn.CoreCoord(3, 3), ttnn.McastConfig(), 2)
    assert inside.compile_time_args() == [1, 7, 8, 3, 1]
    assert inside.owned_semaphores() == []
    assert inside.runtime_args(ttnn.CoreCoord(0, 0)) == place(device, 0, 0) + place(device, 1, 1)
    assert outside.num_active() == 2 and outside.num_receivers(ttnn.CoreCoord(3, 3)) == 4
    assert outside.owned_semaphores()[0].core_ranges.num_cores() == 5


@pytest.mark.parametrize("noc", [ttnn.NOC.NOC_0, ttnn.NOC.NOC_1])
def test_a_sender_alone_in_its_rectangle_is_told_where_it_is(device, noc):
    at = ttnn.CoreCoord(2, 1)
    alone = ttnn.CoreRangeSet([ttnn.CoreRange(at, at)])
    family = ttnn.Mcast2D(device, alone, at, ttnn.McastConfig(noc=noc))
    assert not family.active() and family.num_active() == 0 and family.num_receivers(at) == 0
    assert family.compile_time_args()[0] == 0
    assert family.runtime_args(at) == place(device, 2, 1) * 2


def test_turns_of_one_name_their_rectangle_and_a_line_of_one_has_none(device):
    at = ttnn.CoreCoord(0, 0)
    line = ttnn.Mcast1D(device, cores(0, 1), ttnn.Mcast1DShape.PerRow)
    turns = ttnn.Mcast2D(device, cores(0, 0), at, ttnn.McastConfig(rotating_sender=True))
    assert line.runtime_args(at) == [0, 0, 0, 0]
    assert turns.runtime_args(at) == place(device, 0, 0) * 3


def test_what_cannot_be_sent_is_refused(device):
    with pytest.raises(RuntimeError, match="end of the line"):
        ttnn.Mcast1D(device, cores(3, 0), ttnn.Mcast1DShape.PerRow, 1)
    with pytest.raises(RuntimeError, match="taking turns"):
        ttnn.Mcast2D(device, cores(1, 1), ttnn.CoreCoord(3, 3), ttnn.McastConfig(rotating_sender=True))
