"""Tensors from torch and numpy, and back. Neither is imported before it is needed."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

from tilewright import _tilewright as core
from tilewright._tilewright import DataType, Layout, MemoryConfig, MeshDevice, Shape, Tensor, TensorSpec, Tile

if TYPE_CHECKING:
    import torch

_BLOCK_FLOATS = (DataType.BFLOAT8_B, DataType.BFLOAT4_B)
_FLOATS = (DataType.BFLOAT16, DataType.FLOAT32, *_BLOCK_FLOATS)
# What a tensor becomes when no dtype is asked for, by the name of its elements in numpy and torch.
_BY_NAME = {
    "bfloat16": DataType.BFLOAT16,
    "float16": DataType.BFLOAT16,
    "float32": DataType.FLOAT32,
    "float64": DataType.FLOAT32,
    "int8": DataType.INT32,
    "int16": DataType.INT32,
    "int32": DataType.INT32,
    "int64": DataType.UINT32,
    "uint8": DataType.UINT8,
    "uint16": DataType.UINT16,
    "uint32": DataType.UINT32,
    "uint64": DataType.UINT32,
    "bool": DataType.UINT8,
}
_NUMPY_NAMES = {
    DataType.INT32: "int32",
    DataType.UINT32: "uint32",
    DataType.UINT16: "uint16",
    DataType.UINT8: "uint8",
    DataType.FLOAT32: "float32",
}


class UnsupportedDataType:
    """A dtype that exists and that the virtual card does not have: to be named, and refused where it is used."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"DataType.{self.name}"


def _is_torch(value: object) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def _element_name(value: Any) -> str:
    name = str(value.dtype).removeprefix("torch.")
    if name not in _BY_NAME:
        raise TypeError(f"from_torch: elements of type {name} are not supported; allowed are {', '.join(_BY_NAME)}")
    return name


def _as_numpy(value: Any) -> tuple[Any, bool]:
    """A contiguous numpy array of the elements, and whether they are bfloat16 bits."""
    import numpy

    if not _is_torch(value):
        return numpy.ascontiguousarray(value), False
    value = value.detach().cpu().contiguous()
    if _element_name(value) == "bfloat16":
        import torch

        return value.reshape(-1).view(torch.int16).numpy().view(numpy.uint16).reshape(tuple(value.shape)), True
    return value.numpy(), False


def _elements_for(value: Any, dtype: DataType) -> tuple[Any, DataType]:
    """The elements in a form the core converts exactly, and which dtype that form is."""
    import numpy

    name = _element_name(value)
    array, is_bits = _as_numpy(value)
    if is_bits:
        if dtype in _FLOATS:
            return array, DataType.BFLOAT16
        array = (array.astype(numpy.uint32) << 16).view(numpy.float32)
        name = "float32"
    if name.startswith("float"):
        if dtype in _FLOATS:
            return numpy.ascontiguousarray(array, dtype=numpy.float32), DataType.FLOAT32
        return numpy.ascontiguousarray(array.astype(numpy.int64).astype(_NUMPY_NAMES[dtype])), dtype
    target = DataType.FLOAT32 if dtype in _FLOATS else dtype
    return numpy.ascontiguousarray(array.astype(_NUMPY_NAMES[target])), target


def _names_of_dtypes() -> str:
    return ", ".join(one.name.lower() for one in dict.fromkeys((*_FLOATS, *_NUMPY_NAMES)))


def from_torch(
    tensor: Any,
    dtype: DataType | UnsupportedDataType | None = None,
    *,
    spec: TensorSpec | None = None,
    tile: Tile | None = None,
    pad_value: float | None = None,
    layout: Layout | None = None,
    device: MeshDevice | None = None,
    memory_config: MemoryConfig | None = None,
    mesh_mapper: object = None,
    cq_id: int | None = None,
    preserve_nan_values: bool = False,
    col_tilize: bool = False,
    enable_bfloat_opt: bool = False,
) -> Any:
    """A tensor with the elements of a torch tensor or numpy array; on the host unless `device` is given.

    None gives None. dtype follows the elements, layout is row-major (tiles for block floats) unless given.
    """
    if tensor is None:
        return None
    if not _is_torch(tensor) and not hasattr(tensor, "__array__"):
        raise TypeError(f"from_torch: a torch tensor or a numpy array is needed, not {type(tensor).__name__}")
    if isinstance(dtype, UnsupportedDataType):
        raise NotImplementedError(f"from_torch: the virtual card has no {dtype}; dtypes are {_names_of_dtypes()}")
    if col_tilize:
        raise NotImplementedError("from_torch: col_tilize=True is not supported; transpose the tensor before")
    if spec is None:
        if dtype is None:
            dtype = _BY_NAME[_element_name(tensor)]
        if layout is None:
            layout = Layout.TILE if dtype in _BLOCK_FLOATS or tile is not None else Layout.ROW_MAJOR
        memory = MemoryConfig() if memory_config is None else memory_config
        if memory.is_sharded() and memory.shard_spec is None and memory.nd_shard_spec is None:
            raise core.Error(
                f"from_torch: {memory} is sharded but has no shard spec; use ttnn.create_sharded_memory_config, "
                "or give MemoryConfig a ShardSpec"
            )
        spec = TensorSpec.of(tuple(tensor.shape), dtype, layout, memory, tile)
    elements, source = _elements_for(tensor, spec.dtype)
    return core.tensor_from_array(elements.reshape(-1), source, spec, device, 0.0 if pad_value is None else pad_value)


def as_tensor(
    tensor: Any,
    dtype: DataType | None = None,
    *,
    layout: Layout | None = None,
    device: MeshDevice | None = None,
    memory_config: MemoryConfig | None = None,
    cache_file_name: object = None,
    preprocess: Any = None,
    mesh_mapper: object = None,
) -> Tensor:
    """from_torch with an optional function applied first. Nothing is cached in files."""
    if preprocess is not None:
        tensor = preprocess(tensor)
    made: Tensor = from_torch(tensor, dtype, layout=layout, device=device, memory_config=memory_config)
    return made


def to_numpy(tensor: Tensor) -> Any:
    """The logical elements as a numpy array. bfloat16 and block floats become float32, which holds them exactly.

    Row-major host tensors of other dtypes are looked at in place, without a copy.
    """
    import numpy

    own = tensor.dtype not in (DataType.BFLOAT16, *_BLOCK_FLOATS)
    if own and tensor.storage_type() == core.StorageType.HOST and tensor.layout == Layout.ROW_MAJOR:
        return numpy.from_dlpack(tensor)
    array = core.tensor_to_array(tensor)
    if tensor.dtype == DataType.BFLOAT16:
        array = (array.astype(numpy.uint32) << 16).view(numpy.float32)
    return array


def to_torch(
    tensor: Tensor,
    dtype: torch.dtype | None = None,
    *,
    torch_rank: int | None = None,
    mesh_composer: object = None,
    device: MeshDevice | None = None,
    cq_id: int | None = None,
) -> torch.Tensor:
    """The logical elements as a torch tensor: bfloat16 stays bfloat16, block floats become float32."""
    import numpy
    import torch

    if not isinstance(tensor, Tensor):
        raise TypeError(f"to_torch: a ttnn.Tensor is needed, not {type(tensor).__name__}")
    array = core.tensor_to_array(tensor)
    if tensor.dtype == DataType.BFLOAT16:
        result = torch.from_numpy(array.view(numpy.int16).reshape(-1)).view(torch.bfloat16).reshape(tuple(tensor.shape))
    else:
        result = torch.from_numpy(array)
    if torch_rank is not None:
        while result.dim() > torch_rank:
            if result.shape[0] != 1:
                raise RuntimeError(f"to_torch: shape {tuple(result.shape)} cannot be brought to rank {torch_rank}")
            result = result.squeeze(0)
        while result.dim() < torch_rank:
            result = result.unsqueeze(0)
    return result if dtype is None else result.to(dtype)


def to_list(tensor: Tensor) -> list[Any]:
    """The logical elements as nested lists."""
    values: list[Any] = to_numpy(tensor).tolist()
    return values


def item(tensor: Tensor) -> int | float:
    """The one element of a tensor that has one."""
    if math.prod(tensor.shape) != 1:
        raise RuntimeError(f"item: the tensor has {math.prod(tensor.shape)} elements; exactly one is needed")
    value: int | float = to_numpy(tensor).reshape(-1)[0].item()
    return value


def from_numpy_like(
    array: Any, like: Tensor, *, dtype: DataType | None = None, memory_config: MemoryConfig | None = None
) -> Tensor:
    """A tensor with these elements that lies where `like` lies, in its layout."""
    on_device = like.storage_type() == core.StorageType.DEVICE
    made: Tensor = from_torch(
        array,
        like.dtype if dtype is None else dtype,
        layout=like.layout,
        device=like.device() if on_device else None,
        memory_config=like.memory_config() if memory_config is None else memory_config,
    )
    return made


__all__ = ["Shape", "as_tensor", "from_numpy_like", "from_torch", "item", "to_list", "to_numpy", "to_torch"]
