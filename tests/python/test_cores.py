"""Cores, ranges and the split of work."""

import pytest
import ttnn


def test_core_coord():
    core = ttnn.CoreCoord(1, 2)
    assert (core.x, core.y) == (1, 2) and core == ttnn.CoreCoord((1, 2)) and len({core, ttnn.CoreCoord(1, 2)}) == 1
    with pytest.raises(AttributeError):
        core.x = 3


def test_ranges():
    whole = ttnn.CoreRange((0, 0), ttnn.CoreCoord(3, 1))
    assert whole.size() == 8 and whole.grid_size() == ttnn.CoreCoord(4, 2) and whole.contains(ttnn.CoreCoord(3, 1))
    cores = ttnn.CoreRangeSet([whole])
    assert cores.num_cores() == 8 and cores.size() == 1 and cores.bounding_box() == whole
    assert cores == ttnn.CoreRangeSet({whole}) and not cores.empty()
    left = cores.subtract(ttnn.CoreRangeSet([ttnn.CoreRange((0, 0), (0, 1))]))
    assert left.num_cores() == 6 and not left.contains(ttnn.CoreCoord(0, 0))


@pytest.mark.parametrize("units", [1, 63, 64, 65, 100, 128, 1000])
def test_split_covers_all_units(units):
    grid = ttnn.CoreCoord(8, 8)
    used, cores, first, second, per_first, per_second = ttnn.split_work_to_cores(grid, units)
    assert used == cores.num_cores() == min(units, 64)
    assert first.num_cores() * per_first + second.num_cores() * per_second == units
    assert first.num_cores() + second.num_cores() == used
    listed = ttnn.corerange_to_cores(cores, None, False)
    assert len(listed) == used and listed[:2] == [ttnn.CoreCoord(0, 0), ttnn.CoreCoord(0, 1)][:used]


def test_split_of_nothing_and_by_rows():
    assert ttnn.split_work_to_cores(ttnn.CoreCoord(8, 8), 0)[0] == 0
    cores = ttnn.split_work_to_cores(ttnn.CoreCoord(8, 8), 2, True)[1]
    assert cores.contains(ttnn.CoreCoord(1, 0)) and not cores.contains(ttnn.CoreCoord(0, 1))
    assert ttnn.num_cores_to_corerangeset(10, ttnn.CoreCoord(8, 8), True).num_cores() == 10
    assert len(ttnn.grid_to_cores(5, 8, 8)) == 5 and len(ttnn.grid_to_cores((0, 0), (1, 1))) == 4


def test_device_figures(device):
    assert device.compute_with_storage_grid_size() == ttnn.CoreCoord(8, 8)
    assert device.arch() == ttnn.device.Arch.WORMHOLE_B0 and ttnn.get_arch_name() == "wormhole_b0"
    assert ttnn.get_dram_alignment() == 32 and ttnn.get_l1_alignment() == 16 and device.get_num_devices() == 1
    assert device.worker_core_from_logical_core(ttnn.CoreCoord(0, 0)) != ttnn.CoreCoord(0, 0)
    assert ttnn.tile_size(ttnn.bfloat16) == 2048 and ttnn.tile_size(ttnn.bfloat4_b) == 576 and ttnn.TILE_SIZE == 32
