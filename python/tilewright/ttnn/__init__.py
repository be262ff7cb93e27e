"""ttnn on the virtual card: the names and defaults of the public package."""

from __future__ import annotations

from typing import Any

from tilewright._tilewright import (
    NOC as NOC,
    NOC_MODE as NOC_MODE,
    Arch as Arch,
    BufferType as BufferType,
    CBDescriptor as CBDescriptor,
    CBFormatDescriptor as CBFormatDescriptor,
    ComputeConfigDescriptor as ComputeConfigDescriptor,
    CoreCoord as CoreCoord,
    CoreRange as CoreRange,
    CoreRangeSet as CoreRangeSet,
    CoreType as CoreType,
    DataMovementConfigDescriptor as DataMovementConfigDescriptor,
    DataMovementProcessor as DataMovementProcessor,
    DataType as DataType,
    DispatchCoreAxis as DispatchCoreAxis,
    DispatchCoreType as DispatchCoreType,
    KernelBuildOptLevel as KernelBuildOptLevel,
    KernelDescriptor as KernelDescriptor,
    Layout as Layout,
    MathFidelity as MathFidelity,
    MemoryConfig as MemoryConfig,
    MeshCoordinate as MeshCoordinate,
    MeshCoordinateRange as MeshCoordinateRange,
    MeshDevice as MeshDevice,
    MeshShape as MeshShape,
    NdShardSpec as NdShardSpec,
    ProgramDescriptor as ProgramDescriptor,
    ReaderConfigDescriptor as ReaderConfigDescriptor,
    RowMath as RowMath,
    RuntimeArgs as RuntimeArgs,
    SemaphoreDescriptor as SemaphoreDescriptor,
    Shape as Shape,
    ShardDistributionStrategy as ShardDistributionStrategy,
    ShardOrientation as ShardOrientation,
    ShardSpec as ShardSpec,
    StorageType as StorageType,
    Tensor as Tensor,
    TensorAccessorArgs as TensorAccessorArgs,
    TensorMemoryLayout as TensorMemoryLayout,
    TensorSpec as TensorSpec,
    Tile as Tile,
    TileDescriptor as TileDescriptor,
    UnpackToDestMode as UnpackToDestMode,
    WormholeComputeKernelConfig as WormholeComputeKernelConfig,
    WriterConfigDescriptor as WriterConfigDescriptor,
    allocate_tensor_on_device as allocate_tensor_on_device,
    cb_descriptor_from_sharded_tensor as cb_descriptor_from_sharded_tensor,
    compute_program_descriptor_hash as compute_program_descriptor_hash,
    copy_host_to_device_tensor as copy_host_to_device_tensor,
    corerange_to_cores as corerange_to_cores,
    element_size as element_size,
    get_arch_name as get_arch_name,
    get_cb_address as get_cb_address,
    get_dram_alignment as get_dram_alignment,
    get_l1_alignment as get_l1_alignment,
    get_max_worker_l1_unreserved_size as get_max_worker_l1_unreserved_size,
    grid_to_cores as grid_to_cores,
    num_cores_to_corerangeset as num_cores_to_corerangeset,
    split_work_to_cores as split_work_to_cores,
    tile_size as tile_size,
)

bfloat16 = DataType.BFLOAT16
float32 = DataType.FLOAT32
uint32 = DataType.UINT32
int32 = DataType.INT32
uint16 = DataType.UINT16
uint8 = DataType.UINT8
bfloat8_b = DataType.BFLOAT8_B
bfloat4_b = DataType.BFLOAT4_B

ROW_MAJOR_LAYOUT = Layout.ROW_MAJOR
TILE_LAYOUT = Layout.TILE
TILE_SIZE = 32

DRAM_MEMORY_CONFIG = MemoryConfig(buffer_type=BufferType.DRAM)
L1_MEMORY_CONFIG = MemoryConfig(buffer_type=BufferType.L1)
L1_BLOCK_SHARDED_MEMORY_CONFIG, L1_HEIGHT_SHARDED_MEMORY_CONFIG, L1_WIDTH_SHARDED_MEMORY_CONFIG = (
    MemoryConfig(getattr(TensorMemoryLayout, f"{cut}_SHARDED"), BufferType.L1) for cut in ("BLOCK", "HEIGHT", "WIDTH")
)

from tilewright.ttnn._arrays import UnsupportedDataType
from tilewright.ttnn._arrays import as_tensor as as_tensor
from tilewright.ttnn._arrays import from_torch as from_torch
from tilewright.ttnn._arrays import to_numpy as to_numpy
from tilewright.ttnn._arrays import to_torch as to_torch
from tilewright.ttnn._config import CONFIG as CONFIG
from tilewright.ttnn._config import CONFIG_OVERRIDES as CONFIG_OVERRIDES
from tilewright.ttnn._config import CONFIG_PATH as CONFIG_PATH
from tilewright.ttnn._config import Config as Config
from tilewright.ttnn._config import load_config_from_dictionary as load_config_from_dictionary
from tilewright.ttnn._config import load_config_from_json_file as load_config_from_json_file
from tilewright.ttnn._config import manage_config as manage_config
from tilewright.ttnn._devices import CreateDevice as CreateDevice
from tilewright.ttnn._devices import CloseDevice as CloseDevice
from tilewright.ttnn._devices import DispatchCoreConfig as DispatchCoreConfig
from tilewright.ttnn._devices import GetDefaultDevice as GetDefaultDevice
from tilewright.ttnn._devices import GetNumAvailableDevices as GetNumAvailableDevices
from tilewright.ttnn._devices import GetNumPCIeDevices as GetNumPCIeDevices
from tilewright.ttnn._devices import GetPCIeDeviceID as GetPCIeDeviceID
from tilewright.ttnn._devices import ReadDeviceProfiler as ReadDeviceProfiler
from tilewright.ttnn._devices import SetDefaultDevice as SetDefaultDevice
from tilewright.ttnn._devices import close_device as close_device
from tilewright.ttnn._devices import close_mesh_device as close_mesh_device
from tilewright.ttnn._devices import get_all_programs_perf_data as get_all_programs_perf_data
from tilewright.ttnn._devices import get_device_ids as get_device_ids
from tilewright.ttnn._devices import get_latest_programs_perf_data as get_latest_programs_perf_data
from tilewright.ttnn._devices import get_memory_view as get_memory_view
from tilewright.ttnn._devices import get_num_devices as get_num_devices
from tilewright.ttnn._devices import (
    get_optimal_dram_bank_to_logical_worker_assignment as get_optimal_dram_bank_to_logical_worker_assignment,
)
from tilewright.ttnn._devices import (
    get_optimal_worker_cores_for_sharded_tensor as get_optimal_worker_cores_for_sharded_tensor,
)
from tilewright.ttnn._devices import get_pcie_device_ids as get_pcie_device_ids
from tilewright.ttnn._devices import open_device as open_device
from tilewright.ttnn._devices import open_mesh_device as open_mesh_device
from tilewright.ttnn._devices import synchronize_device as synchronize_device
from tilewright.ttnn._mcast import Mcast1D as Mcast1D
from tilewright.ttnn._mcast import Mcast1DShape as Mcast1DShape
from tilewright.ttnn._mcast import Mcast2D as Mcast2D
from tilewright.ttnn._mcast import McastConfig as McastConfig
from tilewright.ttnn._mcast import McastDataReady as McastDataReady
from tilewright.ttnn._memory import CoreGrid as CoreGrid
from tilewright.ttnn._memory import ShardStrategy as ShardStrategy
from tilewright.ttnn._memory import create_sharded_memory_config as create_sharded_memory_config
from tilewright.ttnn._programs import DeviceComputeKernelConfig as DeviceComputeKernelConfig
from tilewright.ttnn._programs import MeshProgramDescriptor as MeshProgramDescriptor
from tilewright.ttnn._programs import generic_op as generic_op
from tilewright.ttnn._programs import init_device_compute_kernel_config as init_device_compute_kernel_config
from tilewright.ttnn._programs import merge_program_descriptors as merge_program_descriptors
from tilewright.ttnn._shapes import *
from tilewright.ttnn._stock import *
from tilewright._shipped import *
from tilewright.ttnn import cluster as cluster
from tilewright.ttnn import database as database
from tilewright.ttnn import device as device
from tilewright.ttnn import graph as graph
from tilewright.ttnn import operations as operations
from tilewright.ttnn import profiler as profiler
from tilewright.ttnn import tracer as tracer
from tilewright.ttnn import _ttnn as _ttnn

fp8_e4m3 = UnsupportedDataType("FP8_E4M3")
Device = MeshDevice
BlackholeComputeKernelConfig = WormholeComputeKernelConfig
GrayskullComputeKernelConfig = WormholeComputeKernelConfig


def __getattr__(name: str) -> Any:
    """An op of the checkout, or what is near the name."""
    from tilewright.ttnn._lazy import find_op

    return find_op(name)
