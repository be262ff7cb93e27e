# Written by python/make_stubs.py.
"""
The virtual card: devices, tensors, program descriptors and generic_op.
"""

from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence
)
import enum
from typing import Any, overload




class Frame:
    """One frame of a kernel's call stack."""

    @property
    def function(self) -> str: ...

    @property
    def file(self) -> str: ...

    @property
    def line(self) -> int: ...

    def __repr__(self) -> str: ...

class Place:
    """Where a finding is: core, thread, kernel and source line."""

    @property
    def core(self) -> str: ...

    @property
    def thread(self) -> str: ...

    @property
    def kernel(self) -> str: ...

    @property
    def stack(self) -> list[Frame]: ...

    @property
    def file(self) -> str: ...

    @property
    def line(self) -> int: ...

class Finding:
    """
    What was seen, where, why it cannot end well and the smallest change that helps.
    """

    @property
    def code(self) -> str: ...

    @property
    def message(self) -> str: ...

    @property
    def place(self) -> Place: ...

    @property
    def seen(self) -> list[str]: ...

    @property
    def why(self) -> str: ...

    @property
    def also_on(self) -> list[str]: ...

    @property
    def proof(self) -> str: ...

    @property
    def hint(self) -> str: ...

    @property
    def severity(self) -> str: ...

    def to_text(self) -> str: ...

    def to_json(self) -> str: ...

    @property
    def json(self) -> dict[str, object]: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

def take_findings() -> list[Finding]:
    """Findings of programs since the last call, oldest first."""

def notes() -> list[Finding]:
    """
    What was odd and harmless about programs, oldest first; take_notes() forgets it.
    """

def take_notes() -> list[Finding]:
    """Notes of programs since the last call, oldest first."""

def set_findings_exit(on: bool) -> None:
    """
    Whether a finding of severity error makes this process end with 1 where it would end with 0.
    """

def count_uncaught(finding: Finding) -> None:
    """
    A finding that ended a thread of the process: it counts for the exit status.
    """

def interrupt() -> None:
    """Stops the programs that run now; each ends with TW2603."""

class Error(RuntimeError):
    """What the card or its host refused; `finding` says what and where."""

    finding: Finding

class Hang(Error):
    """No kernel thread can go on; the text is the doctor's report."""

    blocked: list[dict[str, str]]
    findings: list[Finding]
    details: dict[str, Any] | None

class DataType(enum.Enum):
    """What the elements of a tensor are."""

    BFLOAT16 = 0

    FLOAT32 = 1

    UINT32 = 2

    BFLOAT8_B = 3

    BFLOAT4_B = 4

    UINT8 = 5

    UINT16 = 6

    INT32 = 7

    INVALID = 8

class Layout(enum.Enum):
    """Row-major or tiled."""

    ROW_MAJOR = 0

    TILE = 1

    INVALID = 2

class StorageType(enum.Enum):
    HOST = 0

    DEVICE = 1

class BufferType(enum.Enum):
    """Which memory a buffer lies in."""

    DRAM = 0

    L1 = 1

    SYSTEM_MEMORY = 2

    L1_SMALL = 3

    TRACE = 4

class TensorMemoryLayout(enum.Enum):
    """How pages are spread over banks."""

    INTERLEAVED = 0

    HEIGHT_SHARDED = 2

    WIDTH_SHARDED = 3

    BLOCK_SHARDED = 4

    ND_SHARDED = 5

class ShardOrientation(enum.Enum):
    ROW_MAJOR = 0

    COL_MAJOR = 1

class ShardDistributionStrategy(enum.Enum):
    ROUND_ROBIN_1D = 0

    GRID_2D = 1

    CONTIGUOUS_1D = 2

class MathFidelity(enum.Enum):
    """How many passes the math unit makes."""

    LoFi = 0

    HiFi2 = 2

    HiFi3 = 3

    HiFi4 = 4

    Invalid = 255

class UnpackToDestMode(enum.Enum):
    UnpackToDestFp32 = 0

    Default = 1

class DataMovementProcessor(enum.Enum):
    RISCV_0 = 0

    RISCV_1 = 1

class NOC(enum.Enum):
    NOC_0 = 0

    NOC_1 = 1

    RISCV_0_default = 0

    RISCV_1_default = 1

class NOC_MODE(enum.Enum):
    DM_DEDICATED_NOC = 0

    DM_DYNAMIC_NOC = 1

class KernelBuildOptLevel(enum.Enum):
    O1 = 0

    O2 = 1

    O3 = 2

    O0 = 3

    Os = 4

    Ofast = 5

    Oz = 6

class CoreType(enum.Enum):
    WORKER = 11

    TENSIX = 5

    DRAM = 1

    ETH = 10

class Arch(enum.Enum):
    """Machines there are."""

    WORMHOLE_B0 = 0

    BLACKHOLE = 1

    QUASAR = 2

    Invalid = 3

class DispatchCoreType(enum.Enum):
    WORKER = 0

    ETH = 1

class DispatchCoreAxis(enum.Enum):
    ROW = 0

    COL = 1

class CoreCoord:
    """A core by column and row."""

    @overload
    def __init__(self, x: int, y: int) -> None: ...

    @overload
    def __init__(self, core: tuple[int, int]) -> None: ...

    @property
    def x(self) -> int: ...

    @property
    def y(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def str(self) -> str: ...

class CoreRange:
    """An inclusive rectangle of cores."""

    def __init__(self, start: CoreCoord, end: CoreCoord) -> None: ...

    @property
    def start(self) -> CoreCoord: ...

    @property
    def end(self) -> CoreCoord: ...

    def grid_size(self) -> CoreCoord: ...

    def size(self) -> int: ...

    @overload
    def contains(self, core: CoreCoord) -> bool: ...

    @overload
    def contains(self, range: CoreRange) -> bool: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class CoreRangeSet:
    """Rectangles of cores that do not overlap."""

    @overload
    def __init__(self, core_ranges: Sequence[CoreRange]) -> None: ...

    @overload
    def __init__(self, core_ranges: set[Any]) -> None: ...

    @overload
    def __init__(self, core_range: CoreRange) -> None: ...

    def ranges(self) -> list[CoreRange]: ...

    def num_cores(self) -> int: ...

    def size(self) -> int: ...

    def empty(self) -> bool: ...

    def bounding_box(self) -> CoreRange: ...

    @overload
    def contains(self, core: CoreCoord) -> bool: ...

    @overload
    def contains(self, range: CoreRange) -> bool: ...

    @overload
    def contains(self, ranges: CoreRangeSet) -> bool: ...

    @overload
    def merge(self, other: CoreRangeSet) -> CoreRangeSet: ...

    @overload
    def merge(self, other: Sequence[CoreRange]) -> CoreRangeSet: ...

    def subtract(self, other: CoreRangeSet) -> CoreRangeSet: ...

    def intersection(self, other: CoreRangeSet) -> CoreRangeSet: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

@overload
def split_work_to_cores(grid_size: CoreCoord, units_to_divide: int, row_wise: bool = False) -> tuple[int, CoreRangeSet, CoreRangeSet, CoreRangeSet, int, int]:
    """
    (cores used, all of them, first group, second group, units per core of the first, of the second).
    """

@overload
def split_work_to_cores(core_grid: CoreRangeSet, units_to_divide: int, row_wise: bool = False) -> tuple[int, CoreRangeSet, CoreRangeSet, CoreRangeSet, int, int]: ...

@overload
def grid_to_cores(num_cores: int, grid_size_x: int, grid_size_y: int, row_wise: bool = False) -> list[CoreCoord]: ...

@overload
def grid_to_cores(start: CoreCoord, end: CoreCoord, row_wise: bool = False) -> list[CoreCoord]: ...

def corerange_to_cores(core_range_set: CoreRangeSet, max_cores: int | None = None, row_wise: bool = False) -> list[CoreCoord]: ...

def num_cores_to_corerangeset(target_num_cores: int, grid_size: CoreCoord, row_wise: bool = False) -> CoreRangeSet: ...

class MeshShape:
    """Rows and columns of a mesh of devices."""

    @overload
    def __init__(self, rows: int, cols: int) -> None: ...

    @overload
    def __init__(self, dims: Sequence[int]) -> None: ...

    def dims(self) -> int: ...

    def mesh_size(self) -> int: ...

    def __getitem__(self, index: int) -> int: ...

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Any]: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class MeshCoordinate:
    """Where a device is in a mesh."""

    def __init__(self, row: int, col: int) -> None: ...

    def dims(self) -> int: ...

    def __getitem__(self, index: int) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

class MeshCoordinateRange:
    """An inclusive box of devices."""

    @overload
    def __init__(self, start: MeshCoordinate, end: MeshCoordinate) -> None: ...

    @overload
    def __init__(self, shape: MeshShape) -> None: ...

    @property
    def start(self) -> MeshCoordinate: ...

    @property
    def end(self) -> MeshCoordinate: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

class MeshDevice:
    """An open device: a mesh of one virtual card."""

    def id(self) -> int: ...

    def arch(self) -> Arch: ...

    def compute_with_storage_grid_size(self) -> CoreCoord: ...

    def dram_grid_size(self) -> CoreCoord: ...

    def logical_grid_size(self) -> CoreCoord: ...

    def worker_core_from_logical_core(self, logical_core: CoreCoord) -> CoreCoord: ...

    def num_program_cache_entries(self) -> int: ...

    def enable_program_cache(self) -> None: ...

    def clear_program_cache(self) -> None: ...

    def disable_and_clear_program_cache(self) -> None: ...

    def set_program_cache_misses_allowed(self, value: bool) -> None: ...

    def get_num_devices(self) -> int: ...

    def get_device_ids(self) -> list[int]: ...

    def get_submeshes(self) -> list[MeshDevice]: ...

    def num_dram_channels(self) -> int: ...

    def l1_size_per_core(self) -> int: ...

    def get_clock_rate_mhz(self) -> int: ...

    def is_initialized(self) -> bool: ...

    @property
    def shape(self) -> MeshShape: ...

    def close(self) -> None: ...

    def optimal_dram_bank_cores(self, noc: NOC = NOC.NOC_0) -> list[CoreCoord]: ...

    def __enter__(self) -> MeshDevice: ...

    def __exit__(self, *args: object) -> None: ...

    def __repr__(self) -> str: ...

def create_device(device_id: int, num_command_queues: int = 1, l1_small_size: int = 0, trace_region_size: int = 0, worker_l1_size: int = 0) -> MeshDevice: ...

def create_mesh(mesh_shape: MeshShape, num_command_queues: int = 1, l1_small_size: int = 0, trace_region_size: int = 0, worker_l1_size: int = 0) -> MeshDevice: ...

def memory_view(device: MeshDevice, buffer_type: BufferType) -> dict[str, Any]: ...

def get_arch_name() -> str: ...

def get_board_name() -> str: ...

def get_grid_size() -> tuple[int, int]: ...

def get_arch() -> Arch: ...

def get_dram_alignment() -> int: ...

def get_l1_alignment() -> int: ...

def get_max_worker_l1_unreserved_size() -> int: ...

def set_root_dir(root: str) -> None: ...

def root_dir() -> str: ...

def headers_in_words() -> str: ...

class Shape:
    """The dimensions of a tensor."""

    def __init__(self, shape: Shape | Sequence[int]) -> None: ...

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, part: slice, /) -> list[int]: ...

    def __iter__(self) -> Iterator[int]: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    @property
    def rank(self) -> int: ...

    def volume(self) -> int: ...

    def to_rank(self, new_rank: int) -> Shape: ...

    def __repr__(self) -> str: ...

class Tile:
    """The shape of a tile and of its faces."""

    def __init__(self, tile_shape: Sequence[int] = [32, 32], transpose_tile: bool = False) -> None: ...

    @property
    def tile_shape(self) -> list[int]: ...

    @property
    def face_shape(self) -> list[int]: ...

    @property
    def num_faces(self) -> int: ...

    def get_tile_size(self, dtype: DataType) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

def tile_size(dtype: DataType) -> int:
    """Bytes of a 32 x 32 tile."""

def element_size(dtype: DataType) -> int:
    """Bytes of one element; block floats have none."""

class ShardSpec:
    """Shards of a two-dimensional tensor."""

    def __init__(self, grid: CoreRangeSet, shard_shape: Sequence[int], shard_orientation: ShardOrientation = ShardOrientation.ROW_MAJOR) -> None: ...

    @property
    def grid(self) -> CoreRangeSet: ...

    @grid.setter
    def grid(self, arg: CoreRangeSet, /) -> None: ...

    @property
    def shape(self) -> list[int]: ...

    @shape.setter
    def shape(self, arg: Sequence[int], /) -> None: ...

    @property
    def orientation(self) -> ShardOrientation: ...

    @orientation.setter
    def orientation(self, arg: ShardOrientation, /) -> None: ...

    def num_cores(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class NdShardSpec:
    """Shards of any number of dimensions."""

    def __init__(self, shard_shape: Shape | Sequence[int], grid: CoreRangeSet, orientation: ShardOrientation = ShardOrientation.ROW_MAJOR, shard_distribution_strategy: ShardDistributionStrategy = ShardDistributionStrategy.ROUND_ROBIN_1D) -> None: ...

    @property
    def shard_shape(self) -> Shape: ...

    @shard_shape.setter
    def shard_shape(self, arg: Shape, /) -> None: ...

    @property
    def grid(self) -> CoreRangeSet: ...

    @grid.setter
    def grid(self, arg: CoreRangeSet, /) -> None: ...

    @property
    def orientation(self) -> ShardOrientation: ...

    @orientation.setter
    def orientation(self, arg: ShardOrientation, /) -> None: ...

    @property
    def shard_distribution_strategy(self) -> ShardDistributionStrategy: ...

    @shard_distribution_strategy.setter
    def shard_distribution_strategy(self, arg: ShardDistributionStrategy, /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

class MemoryConfig:
    """Where a tensor lies: DRAM or L1, interleaved or in shards."""

    @overload
    def __init__(self, memory_layout: TensorMemoryLayout = TensorMemoryLayout.INTERLEAVED, buffer_type: BufferType = BufferType.DRAM, shard_spec: ShardSpec | None = None) -> None: ...

    @overload
    def __init__(self, buffer_type: BufferType, nd_shard_spec: NdShardSpec | None = None) -> None: ...

    @property
    def memory_layout(self) -> TensorMemoryLayout: ...

    @property
    def buffer_type(self) -> BufferType: ...

    @property
    def shard_spec(self) -> ShardSpec | None: ...

    @property
    def nd_shard_spec(self) -> NdShardSpec | None: ...

    @property
    def interleaved(self) -> bool: ...

    def is_sharded(self) -> bool: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class TensorSpec:
    """Everything about a tensor but its data."""

    @overload
    def __init__(self, shape: Shape | Sequence[int], dtype: DataType, layout: Layout, buffer_type: BufferType = BufferType.DRAM, tile: Tile | None = None) -> None: ...

    @overload
    def __init__(self, shape: Shape | Sequence[int], dtype: DataType, layout: Layout, memory_layout: TensorMemoryLayout, shard_spec: ShardSpec | None = None, buffer_type: BufferType = BufferType.DRAM, tile: Tile | None = None) -> None: ...

    @overload
    def __init__(self, shape: Shape | Sequence[int], dtype: DataType, layout: Layout, nd_shard_spec: NdShardSpec, buffer_type: BufferType = BufferType.DRAM, tile: Tile | None = None) -> None: ...

    @staticmethod
    def of(shape: Shape | Sequence[int], dtype: DataType, layout: Layout, memory_config: MemoryConfig, tile: Tile | None = None) -> TensorSpec: ...

    @property
    def shape(self) -> Shape: ...

    @property
    def padded_shape(self) -> Shape: ...

    @property
    def dtype(self) -> DataType: ...

    @property
    def layout(self) -> Layout: ...

    @property
    def tile(self) -> Tile: ...

    @property
    def memory_config(self) -> MemoryConfig: ...

    def height_sharded(self, grid: CoreRangeSet, orientation: ShardOrientation = ShardOrientation.ROW_MAJOR) -> TensorSpec: ...

    def width_sharded(self, grid: CoreRangeSet, orientation: ShardOrientation = ShardOrientation.ROW_MAJOR) -> TensorSpec: ...

    def block_sharded(self, grid: CoreRangeSet, orientation: ShardOrientation = ShardOrientation.ROW_MAJOR) -> TensorSpec: ...

    def with_memory_config(self, memory_config: MemoryConfig) -> TensorSpec: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class WormholeComputeKernelConfig:
    """How a compute kernel uses the math unit."""

    def __init__(self, *, math_fidelity: MathFidelity = MathFidelity.Invalid, math_approx_mode: bool = True, fp32_dest_acc_en: bool = False, packer_l1_acc: bool = False, dst_full_sync_en: bool = False, throttle_level: int = 0) -> None: ...

    @property
    def math_fidelity(self) -> MathFidelity: ...

    @math_fidelity.setter
    def math_fidelity(self, arg: MathFidelity, /) -> None: ...

    @property
    def math_approx_mode(self) -> bool: ...

    @math_approx_mode.setter
    def math_approx_mode(self, arg: bool, /) -> None: ...

    @property
    def fp32_dest_acc_en(self) -> bool: ...

    @fp32_dest_acc_en.setter
    def fp32_dest_acc_en(self, arg: bool, /) -> None: ...

    @property
    def packer_l1_acc(self) -> bool: ...

    @packer_l1_acc.setter
    def packer_l1_acc(self, arg: bool, /) -> None: ...

    @property
    def dst_full_sync_en(self) -> bool: ...

    @dst_full_sync_en.setter
    def dst_full_sync_en(self, arg: bool, /) -> None: ...

    @property
    def throttle_level(self) -> int: ...

    @throttle_level.setter
    def throttle_level(self, arg: int, /) -> None: ...

class Tensor:
    """A handle to shared storage, on the host or on a device."""

    @property
    def shape(self) -> Shape: ...

    @property
    def logical_shape(self) -> Shape: ...

    @property
    def padded_shape(self) -> Shape: ...

    @property
    def dtype(self) -> DataType: ...

    @property
    def layout(self) -> Layout: ...

    @property
    def spec(self) -> TensorSpec: ...

    @property
    def tile(self) -> Tile: ...

    @property
    def tensor_id(self) -> int: ...

    def device(self) -> MeshDevice: ...

    def buffer_address(self) -> int: ...

    def buffer_page_size(self) -> int: ...

    def buffer_num_pages(self) -> int: ...

    def buffer_aligned_page_size(self) -> int: ...

    def element_size(self) -> int: ...

    def memory_config(self) -> MemoryConfig: ...

    def is_sharded(self) -> bool: ...

    def is_allocated(self) -> bool: ...

    def storage_type(self) -> StorageType: ...

    def volume(self) -> int: ...

    def logical_volume(self) -> int: ...

    def physical_volume(self) -> int: ...

    def get_layout(self) -> Layout: ...

    def get_dtype(self) -> DataType: ...

    def get_tile(self) -> Tile: ...

    def cpu(self, blocking: bool = True, cq_id: int | None = None) -> Tensor: ...

    @overload
    def to(self, device: MeshDevice, mem_config: MemoryConfig | None = None) -> Tensor: ...

    @overload
    def to(self, layout: Layout) -> Tensor: ...

    def reshape(self, *args: Any) -> Tensor: ...

    def deallocate(self, force: bool = False) -> None: ...

    def to_torch(self) -> Any: ...

    def to_torch_with_padded_shape(self) -> Any: ...

    def to_list(self) -> list[Any]: ...

    def item(self) -> int | float: ...

    def __dlpack__(self, **options: object) -> Any: ...

    def __dlpack_device__(self) -> tuple[int, int]: ...

    def __repr__(self) -> str: ...

def tensor_viewed(tensor: Tensor, logical_shape: object, padded_shape: object) -> Tensor:
    """
    The same pages under another logical shape; padding keeps what it holds.
    """

def tensor_changed(tensor: Tensor, shape: Shape, dtype: DataType, layout: Layout, memory_config: MemoryConfig | None = None, pad_value: float = 0.0) -> Tensor: ...

def tensor_with_memory(tensor: Tensor, memory_config: MemoryConfig, dtype: DataType | None = None) -> Tensor: ...

def tensor_to_device(tensor: Tensor, device: MeshDevice, memory_config: MemoryConfig | None = None) -> Tensor: ...

def tensor_fill_padding(tensor: Tensor, fill_value: float, memory_config: MemoryConfig | None = None) -> Tensor: ...

@overload
def allocate_tensor_on_device(shape: Shape | Sequence[int], dtype: DataType, layout: Layout, mesh_device: MeshDevice, memory_config: MemoryConfig | None = None) -> Tensor:
    """Memory on the device for a tensor; its content is undefined."""

@overload
def allocate_tensor_on_device(tensor_spec: TensorSpec, mesh_device: MeshDevice) -> Tensor: ...

def copy_host_to_device_tensor(host_tensor: Tensor, device_tensor: Tensor) -> None: ...

def tensor_from_array(array: Any, source_dtype: DataType, spec: TensorSpec, device: MeshDevice | None = None, pad_value: float = 0.0) -> Tensor: ...

def tensor_to_array(tensor: Tensor) -> Any: ...

class CoreRuntimeArgs:
    """The arguments of one core, in place."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int) -> int: ...

    def __setitem__(self, index: int, value: int) -> None: ...

    def __iter__(self) -> Iterator[int]: ...

    def append(self, value: int) -> None: ...

    def extend(self, values: Sequence[Any]) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __repr__(self) -> str: ...

class RuntimeArgsColumn:
    """The arguments of the cores of one column."""

    def __getitem__(self, y: int) -> CoreRuntimeArgs: ...

    def __setitem__(self, y: int, values: Iterable[int], /) -> None: ...

    def extend(self, y: int, values: Sequence[Any]) -> None: ...

    def append(self, y: int, value: int) -> None: ...

class RuntimeArgs:
    """Runtime arguments by core: rt[x][y] = [numbers]."""

    def __init__(self) -> None: ...

    def __getitem__(self, x: int) -> RuntimeArgsColumn: ...

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[tuple[CoreCoord, list[int]]]: ...

    def append(self, coord: CoreCoord | tuple[int, int], values: Iterable[int]) -> None: ...

    def get(self, index: int) -> tuple[CoreCoord, list[int]]: ...

    def to_list(self) -> list[tuple[CoreCoord, list[int]]]: ...

    def clear(self) -> None: ...

class TileDescriptor:
    @overload
    def __init__(self) -> None: ...

    @overload
    def __init__(self, height: int, width: int, transpose: bool = False) -> None: ...

    @overload
    def __init__(self, tile: Tile) -> None: ...

    @property
    def height(self) -> int: ...

    @height.setter
    def height(self, arg: int, /) -> None: ...

    @property
    def width(self) -> int: ...

    @width.setter
    def width(self, arg: int, /) -> None: ...

    @property
    def transpose(self) -> bool: ...

    @transpose.setter
    def transpose(self, arg: bool, /) -> None: ...

class CBFormatDescriptor:
    """One index of a circular buffer: format and page size."""

    @overload
    def __init__(self) -> None: ...

    @overload
    def __init__(self, buffer_index: int, data_format: DataType, page_size: int, tile: TileDescriptor | None = None) -> None: ...

    @property
    def buffer_index(self) -> int: ...

    @buffer_index.setter
    def buffer_index(self, arg: int, /) -> None: ...

    @property
    def page_size(self) -> int: ...

    @page_size.setter
    def page_size(self, arg: int, /) -> None: ...

    @property
    def data_format(self) -> DataType: ...

    @data_format.setter
    def data_format(self, arg: DataType, /) -> None: ...

    @property
    def data_format_as_uint8(self) -> int: ...

    @property
    def tile(self) -> TileDescriptor | None: ...

    @tile.setter
    def tile(self, value: TileDescriptor | None) -> None: ...

class CBDescriptor:
    """A circular buffer: bytes, cores and the indices that share it."""

    @overload
    def __init__(self) -> None: ...

    @overload
    def __init__(self, total_size: int, core_ranges: CoreRangeSet, format_descriptors: Sequence[Any]) -> None: ...

    @property
    def total_size(self) -> int: ...

    @total_size.setter
    def total_size(self, arg: int, /) -> None: ...

    @property
    def core_ranges(self) -> CoreRangeSet: ...

    @core_ranges.setter
    def core_ranges(self, arg: CoreRangeSet, /) -> None: ...

    @property
    def address_offset(self) -> int: ...

    @address_offset.setter
    def address_offset(self, arg: int, /) -> None: ...

    @property
    def format_descriptors(self) -> list[CBFormatDescriptor]: ...

    @format_descriptors.setter
    def format_descriptors(self, arg: Sequence[Any], /) -> None: ...

    def has_buffer(self) -> bool: ...

    def buffer_address(self) -> int | None: ...

def cb_descriptor_from_sharded_tensor(cb_index: int, tensor: Tensor, address_offset: int = 0, total_size: int = 0, core_ranges: CoreRangeSet | None = None) -> CBDescriptor:
    """A circular buffer placed on the tensor's L1 shard."""

def get_cb_address(descriptor: CBDescriptor) -> int: ...

class ReaderConfigDescriptor:
    """RISCV_1 on NoC 0."""

    def __init__(self) -> None: ...

class WriterConfigDescriptor:
    """RISCV_0 on NoC 1."""

    def __init__(self) -> None: ...

class DataMovementConfigDescriptor:
    def __init__(self, processor: DataMovementProcessor = DataMovementProcessor.RISCV_0, noc: NOC = NOC.NOC_0, noc_mode: NOC_MODE = NOC_MODE.DM_DEDICATED_NOC) -> None: ...

    @property
    def processor(self) -> DataMovementProcessor: ...

    @processor.setter
    def processor(self, arg: DataMovementProcessor, /) -> None: ...

    @property
    def noc(self) -> NOC: ...

    @noc.setter
    def noc(self, arg: NOC, /) -> None: ...

    @property
    def noc_mode(self) -> NOC_MODE: ...

    @noc_mode.setter
    def noc_mode(self, arg: NOC_MODE, /) -> None: ...

class ComputeConfigDescriptor:
    def __init__(self, math_fidelity: MathFidelity = MathFidelity.HiFi4, math_approx_mode: bool = False, fp32_dest_acc_en: bool = False, dst_full_sync_en: bool = False, bfp8_pack_precise: bool = False) -> None: ...

    @property
    def math_fidelity(self) -> MathFidelity: ...

    @math_fidelity.setter
    def math_fidelity(self, arg: MathFidelity, /) -> None: ...

    @property
    def math_approx_mode(self) -> bool: ...

    @math_approx_mode.setter
    def math_approx_mode(self, arg: bool, /) -> None: ...

    @property
    def fp32_dest_acc_en(self) -> bool: ...

    @fp32_dest_acc_en.setter
    def fp32_dest_acc_en(self, arg: bool, /) -> None: ...

    @property
    def dst_full_sync_en(self) -> bool: ...

    @dst_full_sync_en.setter
    def dst_full_sync_en(self, arg: bool, /) -> None: ...

    @property
    def bfp8_pack_precise(self) -> bool: ...

    @bfp8_pack_precise.setter
    def bfp8_pack_precise(self, arg: bool, /) -> None: ...

    @property
    def unpack_to_dest_mode(self) -> list[UnpackToDestMode]: ...

    @unpack_to_dest_mode.setter
    def unpack_to_dest_mode(self, arg: Sequence[UnpackToDestMode], /) -> None: ...

class KernelDescriptor:
    """A kernel: source, cores, arguments and configuration."""

    def __init__(self, kernel_source: str, source_type: KernelDescriptor.SourceType = ..., core_ranges: CoreRangeSet | None = None, compile_time_args: Iterable[int] = ..., named_compile_time_args: Sequence[tuple[str, int]] = ..., defines: Sequence[tuple[str, str]] = ..., runtime_args: RuntimeArgs | Sequence[tuple[CoreCoord, Sequence[int]]] = ..., common_runtime_args: Iterable[int] = ..., opt_level: KernelBuildOptLevel | None = None, config: ReaderConfigDescriptor | WriterConfigDescriptor | DataMovementConfigDescriptor | ComputeConfigDescriptor | None = None, compiler_include_paths: Sequence[str] = ...) -> None: ...

    class SourceType(enum.Enum):
        FILE_PATH = 0

        SOURCE_CODE = 1

    @property
    def kernel_source(self) -> str: ...

    @kernel_source.setter
    def kernel_source(self, arg: str, /) -> None: ...

    @property
    def source_type(self) -> KernelDescriptor.SourceType: ...

    @source_type.setter
    def source_type(self, arg: KernelDescriptor.SourceType, /) -> None: ...

    @property
    def core_ranges(self) -> CoreRangeSet: ...

    @core_ranges.setter
    def core_ranges(self, arg: CoreRangeSet, /) -> None: ...

    @property
    def compile_time_args(self) -> list[int]: ...

    @compile_time_args.setter
    def compile_time_args(self, arg: object, /) -> None: ...

    @property
    def named_compile_time_args(self) -> list[tuple[str, int]]: ...

    @named_compile_time_args.setter
    def named_compile_time_args(self, arg: Sequence[tuple[str, int]], /) -> None: ...

    @property
    def defines(self) -> list[tuple[str, str]]: ...

    @defines.setter
    def defines(self, arg: Sequence[tuple[str, str]], /) -> None: ...

    @property
    def runtime_args(self) -> RuntimeArgs: ...

    @runtime_args.setter
    def runtime_args(self, arg: object, /) -> None: ...

    @property
    def common_runtime_args(self) -> list[int]: ...

    @common_runtime_args.setter
    def common_runtime_args(self, arg: object, /) -> None: ...

    @property
    def opt_level(self) -> KernelBuildOptLevel | None: ...

    @opt_level.setter
    def opt_level(self, value: KernelBuildOptLevel | None) -> None: ...

    @property
    def config(self) -> ReaderConfigDescriptor | WriterConfigDescriptor | DataMovementConfigDescriptor | ComputeConfigDescriptor: ...

    @config.setter
    def config(self, arg: ReaderConfigDescriptor | WriterConfigDescriptor | DataMovementConfigDescriptor | ComputeConfigDescriptor, /) -> None: ...

class SemaphoreDescriptor:
    """A semaphore on some cores."""

    def __init__(self, id: int, core_type: CoreType = CoreType.WORKER, core_ranges: CoreRangeSet | None = None, initial_value: int = 0) -> None: ...

    @property
    def id(self) -> int: ...

    @property
    def core_type(self) -> CoreType: ...

    @core_type.setter
    def core_type(self, arg: CoreType, /) -> None: ...

    @property
    def core_ranges(self) -> CoreRangeSet: ...

    @core_ranges.setter
    def core_ranges(self, arg: CoreRangeSet, /) -> None: ...

    @property
    def initial_value(self) -> int: ...

    @initial_value.setter
    def initial_value(self, arg: int, /) -> None: ...

class ProgramDescriptor:
    """Kernels, semaphores and circular buffers: one program."""

    def __init__(self, kernels: Sequence[KernelDescriptor] = ..., semaphores: Sequence[SemaphoreDescriptor] = ..., cbs: Sequence[CBDescriptor] = ...) -> None: ...

    @property
    def kernels(self) -> list[KernelDescriptor]: ...

    @kernels.setter
    def kernels(self, arg: Sequence[Any], /) -> None: ...

    @property
    def semaphores(self) -> list[SemaphoreDescriptor]: ...

    @semaphores.setter
    def semaphores(self, arg: Sequence[Any], /) -> None: ...

    @property
    def cbs(self) -> list[CBDescriptor]: ...

    @cbs.setter
    def cbs(self, arg: Sequence[Any], /) -> None: ...

    @property
    def custom_program_hash(self) -> int | None: ...

    @custom_program_hash.setter
    def custom_program_hash(self, value: int | None) -> None: ...

class TensorAccessorArgs:
    """The words a kernel's TensorAccessor is built from."""

    @overload
    def __init__(self) -> None: ...

    @overload
    def __init__(self, tensor: Tensor) -> None: ...

    def get_compile_time_args(self) -> list[int]: ...

    def get_common_runtime_args(self) -> list[int]: ...

def generic_op(io_tensors: Sequence[Tensor], program_descriptor: ProgramDescriptor) -> Tensor:
    """
    Runs the program on the device of the first tensor; the last tensor is the output and is returned.
    """

def compute_program_descriptor_hash(program_descriptor: ProgramDescriptor) -> int: ...

def run_options(device: MeshDevice) -> dict[str, Any]: ...

def set_run_options(device: MeshDevice, mode: str | None = None, numerics: str | None = None, threads: int | None = None, schedule: str | None = None, seed: int | None = None, isolate: bool | None = None) -> None: ...

def describe(device: MeshDevice, work: Callable[[], Any]) -> list[str]:
    """The programs that work() enqueues, as JSON; none is built or run."""

def check(device: MeshDevice, work: Callable[[], Any], every: bool = False) -> list[str]:
    """
    What the programs that work() enqueues do to their circular buffers, as JSON; no data is moved.
    """

def state(program: ProgramDescriptor, name: str = '', cbs: Mapping[int, str] = {}, persistent: Sequence[int] = [], kernels: Sequence[str] = []) -> None:
    """
    What reports call the program, its circular buffers and its kernels, and which CBs are pushed once and never popped.
    """

class ProgramExecutionUID:
    def __init__(self) -> None: ...

    @property
    def runtime_id(self) -> int: ...

    @runtime_id.setter
    def runtime_id(self, arg: int, /) -> None: ...

    @property
    def trace_id(self) -> int: ...

    @trace_id.setter
    def trace_id(self, arg: int, /) -> None: ...

    @property
    def trace_id_counter(self) -> int: ...

    @trace_id_counter.setter
    def trace_id_counter(self, arg: int, /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: ProgramExecutionUID, /) -> bool: ...

    def __repr__(self) -> str: ...

class ProgramSingleAnalysisResult:
    def __init__(self) -> None: ...

    @property
    def start_timestamp(self) -> int: ...

    @start_timestamp.setter
    def start_timestamp(self, arg: int, /) -> None: ...

    @property
    def end_timestamp(self) -> int: ...

    @end_timestamp.setter
    def end_timestamp(self, arg: int, /) -> None: ...

    @property
    def duration(self) -> int: ...

    @duration.setter
    def duration(self, arg: int, /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: ProgramSingleAnalysisResult, /) -> bool: ...

    def __repr__(self) -> str: ...

class ProgramAnalysisData:
    def __init__(self) -> None: ...

    @property
    def program_execution_uid(self) -> ProgramExecutionUID: ...

    @program_execution_uid.setter
    def program_execution_uid(self, arg: ProgramExecutionUID, /) -> None: ...

    @property
    def program_analyses_results(self) -> dict[str, ProgramSingleAnalysisResult]: ...

    @program_analyses_results.setter
    def program_analyses_results(self, arg: Mapping[str, ProgramSingleAnalysisResult], /) -> None: ...

    @property
    def core_count(self) -> int: ...

    @core_count.setter
    def core_count(self, arg: int, /) -> None: ...

    @property
    def num_available_cores(self) -> int: ...

    @num_available_cores.setter
    def num_available_cores(self, arg: int, /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: ProgramAnalysisData, /) -> bool: ...

    def __repr__(self) -> str: ...

class DurationHistogram:
    def __init__(self) -> None: ...

    @property
    def min_ns(self) -> int: ...

    @min_ns.setter
    def min_ns(self, arg: int, /) -> None: ...

    @property
    def max_ns(self) -> int: ...

    @max_ns.setter
    def max_ns(self, arg: int, /) -> None: ...

    @property
    def num_buckets(self) -> int: ...

    @num_buckets.setter
    def num_buckets(self, arg: int, /) -> None: ...

    @property
    def bucket_edges_ns(self) -> list[int]: ...

    @bucket_edges_ns.setter
    def bucket_edges_ns(self, arg: Sequence[int], /) -> None: ...

    @property
    def bucket_counts(self) -> list[int]: ...

    @bucket_counts.setter
    def bucket_counts(self, arg: Sequence[int], /) -> None: ...

    @property
    def underflow(self) -> int: ...

    @underflow.setter
    def underflow(self, arg: int, /) -> None: ...

    @property
    def overflow(self) -> int: ...

    @overflow.setter
    def overflow(self, arg: int, /) -> None: ...

class KernelDurationSummary:
    def __init__(self) -> None: ...

    @property
    def count(self) -> int: ...

    @count.setter
    def count(self, arg: int, /) -> None: ...

    @property
    def min_ns(self) -> int: ...

    @min_ns.setter
    def min_ns(self, arg: int, /) -> None: ...

    @property
    def max_ns(self) -> int: ...

    @max_ns.setter
    def max_ns(self, arg: int, /) -> None: ...

    @property
    def avg_ns(self) -> float: ...

    @avg_ns.setter
    def avg_ns(self, arg: float, /) -> None: ...

    @property
    def histogram(self) -> DurationHistogram: ...

    @histogram.setter
    def histogram(self, arg: DurationHistogram, /) -> None: ...

def read_profiler(arg: MeshDevice, /) -> None: ...

def get_latest_programs_perf_data() -> dict[int, list[ProgramAnalysisData]]: ...

def get_all_programs_perf_data() -> dict[int, list[ProgramAnalysisData]]: ...

def get_latest_kernel_duration_summary() -> dict[str, Any]: ...

def get_all_kernel_duration_summary() -> dict[str, Any]: ...

def last_zones(device: MeshDevice) -> list[tuple[str, str, float, float]]: ...

class RowMath(enum.Enum):
    """Which unit computes a row op: float32 on the SFPU, or the matrix unit."""

    Sfpu = 0

    Fpu = 1

class LoadedOp:
    """
    An op of a folder outside the tree; tilewright.load_op makes it callable.
    """

    @property
    def name(self) -> str: ...

    @property
    def folder(self) -> str: ...

    @property
    def doc(self) -> str: ...

    @property
    def inputs(self) -> list[tuple[str, bool]]: ...

    @property
    def results(self) -> int: ...

    @property
    def parameters(self) -> list[tuple[str, float]]: ...

    def call(self, tensors: Sequence[Tensor | None], parameters: Sequence[float], memory_config: MemoryConfig | None = None, compute_kernel_config: WormholeComputeKernelConfig | None = None, dtype: DataType | None = None, core_grid: CoreCoord | None = None) -> Tensor | list[Tensor]: ...

def load_folder(folder: str) -> LoadedOp: ...

class Comparison:
    """A result beside its reference, and what the difference points to."""

    def __init__(self, shape: Sequence[int], got: Any, expected: Any, allowed: Any, tiled: bool, unit: float, whole_numbers: bool) -> None: ...

    def know(self, inputs: Sequence[tuple[str, Any]], constants: Sequence[tuple[str, float]], before: Sequence[tuple[str, Any]], recompute: Callable[[list[Any], list[float]], Any] | None, seconds: float) -> None: ...

    def describe_call(self, device: MeshDevice, work: Callable[[], Any], tensors: Sequence[Tensor], names: Sequence[str], contents: Sequence[Tensor], seconds: float) -> None: ...

    def diagnose(self) -> None: ...

    def padding_enters(self) -> bool: ...

    def finding(self, name: str) -> Finding: ...

    def json(self) -> str: ...
