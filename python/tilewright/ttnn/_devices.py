"""Devices: open, close, and what fixtures ask about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright import _tilewright as core
from tilewright._options import opened
from tilewright._tilewright import (
    NOC,
    BufferType,
    CoreCoord,
    DispatchCoreAxis,
    DispatchCoreType,
    MeshDevice,
    MeshShape,
    Tensor,
)

_default_device: MeshDevice | None = None


class DispatchCoreConfig:
    """Where dispatch runs on silicon. Accepted and kept; the virtual card dispatches from the host."""

    def __init__(
        self,
        type: DispatchCoreType | None = None,
        axis: DispatchCoreAxis | None = None,
        fabric_tensix_config: object = None,
    ) -> None:
        self.type = type
        self.axis = axis
        self.fabric_tensix_config = fabric_tensix_config


def CreateDevice(
    device_id: int,
    num_command_queues: int = 1,
    l1_small_size: int = 0,
    trace_region_size: int = 0,
    dispatch_core_config: object = None,
    *,
    worker_l1_size: int = 0,
) -> MeshDevice:
    """Opens the virtual card `device_id`; there is one, 0."""
    device = core.create_device(device_id, num_command_queues, l1_small_size, trace_region_size, worker_l1_size)
    return opened(device)


def open_device(
    device_id: int,
    l1_small_size: int = 0,
    trace_region_size: int = 0,
    num_command_queues: int = 1,
    dispatch_core_config: object = None,
    worker_l1_size: int = 0,
) -> MeshDevice:
    """Opens the virtual card `device_id`; there is one, 0."""
    device = core.create_device(device_id, num_command_queues, l1_small_size, trace_region_size, worker_l1_size)
    return opened(device)


def close_device(device: MeshDevice) -> None:
    """Closes the device and frees every tensor on it."""
    global _default_device
    if device is _default_device:
        _default_device = None
    device.close()


CloseDevice = close_device


def open_mesh_device(
    mesh_shape: MeshShape | None = None,
    l1_small_size: int = 0,
    trace_region_size: int = 0,
    num_command_queues: int = 1,
    dispatch_core_config: object = None,
    offset: object = None,
    physical_device_ids: Sequence[int] = (),
    worker_l1_size: int = 0,
) -> MeshDevice:
    """Opens a mesh; this machine is one card, so its shape is 1 x 1."""
    shape = MeshShape(1, 1) if mesh_shape is None else mesh_shape
    return opened(core.create_mesh(shape, num_command_queues, l1_small_size, trace_region_size, worker_l1_size))


def close_mesh_device(mesh_device: MeshDevice) -> None:
    """Closes the mesh and frees every tensor on it."""
    close_device(mesh_device)


def synchronize_device(device: MeshDevice, cq_id: int | None = None, sub_device_ids: Sequence[object] = ()) -> None:
    """Returns when everything that was enqueued has run; programs here run when they are enqueued."""
    if not device.is_initialized():
        raise core.Error("synchronize_device: the device has been closed; open it again with ttnn.open_device")


def SetDefaultDevice(device: MeshDevice | None = None) -> None:
    """The device that GetDefaultDevice returns."""
    global _default_device
    _default_device = device


def GetDefaultDevice() -> MeshDevice | None:
    """The device that was set last, or None."""
    return _default_device


def GetNumAvailableDevices() -> int:
    """How many cards there are: one."""
    return 1


def GetNumPCIeDevices() -> int:
    """How many cards there are: one."""
    return 1


def GetPCIeDeviceID(device_id: int) -> int:
    """The card's number on the bus, which is its id."""
    return device_id


def get_num_devices() -> int:
    """How many cards there are: one."""
    return 1


def get_device_ids() -> list[int]:
    """The ids of the cards there are."""
    return [0]


def get_pcie_device_ids() -> list[int]:
    """The ids of the cards there are."""
    return [0]


class MemoryView:
    """How full a memory is, per bank."""

    def __init__(self, figures: dict[str, Any]) -> None:
        self.num_banks: int = figures["num_banks"]
        self.total_bytes_per_bank: int = figures["total_bytes_per_bank"]
        self.total_bytes_allocated_per_bank: int = figures["total_bytes_allocated_per_bank"]
        self.total_bytes_free_per_bank: int = figures["total_bytes_free_per_bank"]
        self.largest_contiguous_bytes_free_per_bank: int = figures["largest_contiguous_bytes_free_per_bank"]

    def __repr__(self) -> str:
        return f"MemoryView({self.__dict__})"


def get_memory_view(device: MeshDevice, buffer_type: BufferType) -> MemoryView:
    """How full a memory of the device is."""
    return MemoryView(core.memory_view(device, buffer_type))


def ReadDeviceProfiler(device: MeshDevice) -> None:
    """Takes in what was timed since the last call, and appends it to profile_log_device.csv."""
    core.read_profiler(device)


def get_latest_programs_perf_data() -> dict[int, list[core.ProgramAnalysisData]]:
    """Durations of the programs that the last ReadDeviceProfiler found, per chip; empty without the clock."""
    return core.get_latest_programs_perf_data()


def get_all_programs_perf_data() -> dict[int, list[core.ProgramAnalysisData]]:
    """Durations of all programs that were read so far, per chip; empty without the clock."""
    return core.get_all_programs_perf_data()


def get_optimal_dram_bank_to_logical_worker_assignment(device: MeshDevice, noc: NOC = NOC.NOC_0) -> list[CoreCoord]:
    """One worker core per DRAM bank."""
    return list(device.optimal_dram_bank_cores(noc))


def get_optimal_worker_cores_for_sharded_tensor(tensor: Tensor, noc: NOC = NOC.NOC_0) -> list[CoreCoord]:
    """The cores that hold the shards, or for DRAM shards the workers next to their banks."""
    memory = tensor.memory_config()
    if memory.shard_spec is None:
        raise RuntimeError("get_optimal_worker_cores_for_sharded_tensor: the tensor has no shard spec")
    if memory.buffer_type == BufferType.L1:
        return list(core.corerange_to_cores(memory.shard_spec.grid, None, True))
    return get_optimal_dram_bank_to_logical_worker_assignment(tensor.device(), noc)
