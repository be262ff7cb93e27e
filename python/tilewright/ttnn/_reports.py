"""ttnn._ttnn.reports: what a device consists of, under the names of the public report."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright import _tilewright as core
from tilewright._tilewright import BufferType, MeshDevice


@dataclass(frozen=True)
class DeviceInfo:
    """Cores and L1 of a device, in bytes where it is memory."""

    num_y_cores: int
    num_x_cores: int
    num_y_compute_cores: int
    num_x_compute_cores: int
    worker_l1_size: int
    l1_num_banks: int
    l1_bank_size: int
    address_at_first_l1_bank: int
    address_at_first_l1_cb_buffer: int
    num_banks_per_storage_core: int
    num_compute_cores: int
    num_storage_cores: int
    total_l1_memory: int
    total_l1_for_tensors: int
    total_l1_for_interleaved_buffers: int
    total_l1_for_sharded_buffers: int
    cb_limit: int


def get_device_info(device: MeshDevice) -> DeviceInfo:
    """The figures of a device; every core computes, none only stores."""
    grid, workers = device.logical_grid_size(), device.compute_with_storage_grid_size()
    view = core.memory_view(device, BufferType.L1)
    worker_bytes, bank_bytes = device.l1_size_per_core(), view["total_bytes_per_bank"]
    unreserved = core.get_max_worker_l1_unreserved_size()
    cores = workers.x * workers.y
    return DeviceInfo(
        num_y_cores=grid.y,
        num_x_cores=grid.x,
        num_y_compute_cores=workers.y,
        num_x_compute_cores=workers.x,
        worker_l1_size=worker_bytes,
        l1_num_banks=view["num_banks"],
        l1_bank_size=bank_bytes,
        address_at_first_l1_bank=0,
        address_at_first_l1_cb_buffer=worker_bytes - unreserved,
        num_banks_per_storage_core=worker_bytes // bank_bytes,
        num_compute_cores=cores,
        num_storage_cores=0,
        total_l1_memory=cores * worker_bytes,
        total_l1_for_tensors=0,
        total_l1_for_interleaved_buffers=cores * bank_bytes,
        total_l1_for_sharded_buffers=cores * bank_bytes,
        cb_limit=unreserved,
    )
