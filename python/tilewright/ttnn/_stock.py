"""Moving, converting and the few stock ops that tests use as references.

Stock ops are worked out on the host in float32 and rounded to the dtype; they do not run kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright import _tilewright as core
from tilewright._tilewright import DataType, Layout, MemoryConfig, MeshDevice, Shape, StorageType, Tensor, TensorSpec
from tilewright.ttnn._arrays import from_numpy_like, from_torch, to_numpy

__all__ = [
    "abs",
    "add",
    "clone",
    "copy",
    "deallocate",
    "empty",
    "empty_like",
    "exp",
    "fill_implicit_tile_padding",
    "from_device",
    "full",
    "full_like",
    "is_tensor_storage_on_device",
    "linear",
    "matmul",
    "max",
    "maximum",
    "mul",
    "multiply",
    "ne",
    "ones",
    "ones_like",
    "reshape",
    "slice",
    "sub",
    "subtract",
    "sum",
    "tilize",
    "to_device",
    "to_dtype",
    "to_layout",
    "to_memory_config",
    "typecast",
    "untilize",
    "zeros",
    "zeros_like",
]


def to_device(
    tensor: Tensor, device: MeshDevice, memory_config: MemoryConfig | None = None, *, queue_id: int | None = None
) -> Tensor:
    """The tensor on the device."""
    return core.tensor_to_device(tensor, device, memory_config)


def from_device(tensor: Tensor, blocking: bool = True, *, queue_id: int | None = None) -> Tensor:
    """The tensor on the host."""
    return tensor.cpu(blocking)


def deallocate(tensor: Tensor, force: bool = True) -> None:
    """Frees the tensor's memory now."""
    tensor.deallocate(force)


def is_tensor_storage_on_device(tensor: Tensor) -> bool:
    """Whether the tensor lies on a device."""
    return tensor.storage_type() == StorageType.DEVICE


def to_layout(
    tensor: Tensor,
    layout: Layout,
    dtype: DataType | None = None,
    memory_config: MemoryConfig | None = None,
    sub_core_grids: object = None,
    pad_value: float = 0.0,
) -> Tensor:
    """The tensor in another layout, where it is."""
    wanted = tensor.dtype if dtype is None else dtype
    if layout == tensor.layout and wanted == tensor.dtype and memory_config is None:
        return tensor
    return core.tensor_changed(tensor, tensor.shape, wanted, layout, memory_config, pad_value)


def tilize(
    tensor: Tensor, *, memory_config: MemoryConfig | None = None, dtype: DataType | None = None, **_: object
) -> Tensor:
    """The tensor in tiles."""
    return to_layout(tensor, Layout.TILE, dtype, memory_config)


def untilize(tensor: Tensor, *, memory_config: MemoryConfig | None = None, **_: object) -> Tensor:
    """The tensor row by row; block floats become bfloat16."""
    dtype = DataType.BFLOAT16 if tensor.dtype in (DataType.BFLOAT8_B, DataType.BFLOAT4_B) else tensor.dtype
    return to_layout(tensor, Layout.ROW_MAJOR, dtype, memory_config)


def to_dtype(tensor: Tensor, dtype: DataType) -> Tensor:
    """The tensor with other elements."""
    return core.tensor_changed(tensor, tensor.shape, dtype, tensor.layout, None, 0.0)


def typecast(tensor: Tensor, dtype: DataType, *, memory_config: MemoryConfig | None = None) -> Tensor:
    """The tensor with other elements."""
    return core.tensor_changed(tensor, tensor.shape, dtype, tensor.layout, memory_config, 0.0)


def to_memory_config(
    tensor: Tensor, memory_config: MemoryConfig, dtype: DataType | None = None, output_tensor: Tensor | None = None
) -> Tensor:
    """The tensor in another memory or other shards."""
    moved = core.tensor_with_memory(tensor, memory_config, dtype)
    if output_tensor is not None:
        core.copy_host_to_device_tensor(moved, output_tensor)
        return output_tensor
    return moved


def reshape(
    tensor: Tensor,
    shape: Shape | Sequence[int],
    padded_shape: Shape | Sequence[int] | None = None,
    *,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """The same elements in another shape, -1 standing for the rest; with a padded shape the same pages, seen anew."""
    shaped = tensor.reshape(shape) if padded_shape is None else core.tensor_viewed(tensor, shape, padded_shape)
    return shaped if memory_config is None else to_memory_config(shaped, memory_config)


def clone(
    tensor: Tensor, *, memory_config: MemoryConfig | None = None, dtype: DataType | None = None, **_: object
) -> Tensor:
    """A copy with memory of its own."""
    return core.tensor_changed(
        tensor, tensor.shape, tensor.dtype if dtype is None else dtype, tensor.layout, memory_config, 0.0
    )


def copy(source: Tensor, destination: Tensor) -> Tensor:
    """Copies elements into an existing device tensor of the same spec."""
    core.copy_host_to_device_tensor(source, destination)
    return destination


def fill_implicit_tile_padding(
    input_tensor: Tensor, fill_value: float, *, memory_config: MemoryConfig | None = None
) -> Tensor:
    """A copy whose padding, the elements beyond the logical shape, has this value."""
    return core.tensor_fill_padding(input_tensor, fill_value, memory_config)


def full(
    shape: Shape | Sequence[int],
    fill_value: float,
    *,
    dtype: DataType = DataType.BFLOAT16,
    layout: Layout = Layout.ROW_MAJOR,
    device: MeshDevice | None = None,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """A tensor of one value."""
    import numpy

    array: Any = numpy.full(tuple(shape), fill_value, dtype=numpy.float32)
    made: Tensor = from_torch(array, dtype, layout=layout, device=device, memory_config=memory_config)
    return made


def zeros(shape: Shape | Sequence[int], **options: Any) -> Tensor:
    """A tensor of zeros; options as of full."""
    return full(shape, 0.0, **options)


def ones(shape: Shape | Sequence[int], **options: Any) -> Tensor:
    """A tensor of ones; options as of full."""
    return full(shape, 1.0, **options)


def full_like(
    tensor: Tensor,
    fill_value: float,
    *,
    dtype: DataType | None = None,
    memory_config: MemoryConfig | None = None,
    **_: object,
) -> Tensor:
    """A tensor of one value, shaped and placed as another."""
    import numpy

    return from_numpy_like(
        numpy.full(tuple(tensor.shape), fill_value, dtype=numpy.float32),
        tensor,
        dtype=dtype,
        memory_config=memory_config,
    )


def zeros_like(tensor: Tensor, **options: Any) -> Tensor:
    """Zeros, shaped and placed as another tensor."""
    return full_like(tensor, 0.0, **options)


def ones_like(tensor: Tensor, **options: Any) -> Tensor:
    """Ones, shaped and placed as another tensor."""
    return full_like(tensor, 1.0, **options)


def empty(
    shape: Shape | Sequence[int],
    dtype: DataType = DataType.BFLOAT16,
    layout: Layout = Layout.ROW_MAJOR,
    device: MeshDevice | None = None,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """Memory for a tensor; its content is undefined on a device, zero on the host."""
    if device is None:
        return full(shape, 0.0, dtype=dtype, layout=layout, memory_config=memory_config)
    memory = MemoryConfig() if memory_config is None else memory_config
    return core.allocate_tensor_on_device(TensorSpec.of(tuple(shape), dtype, layout, memory), device)


def empty_like(tensor: Tensor, **_: object) -> Tensor:
    """Memory for a tensor as another one."""
    if tensor.storage_type() == StorageType.HOST:
        return zeros_like(tensor)
    return core.allocate_tensor_on_device(tensor.spec, tensor.device())


def _values(operand: Tensor | float) -> Any:
    return to_numpy(operand) if isinstance(operand, Tensor) else operand


def _elementwise(name: str, meaning: str) -> Callable[..., Tensor]:
    def op(
        input_a: Tensor,
        input_b: Tensor | float,
        *,
        memory_config: MemoryConfig | None = None,
        dtype: DataType | None = None,
        **_: object,
    ) -> Tensor:
        import numpy

        return from_numpy_like(
            numpy.asarray(getattr(numpy, name)(_values(input_a), _values(input_b))),
            input_a,
            dtype=dtype,
            memory_config=memory_config,
        )

    op.__doc__ = f"{meaning}, element by element, on the host."
    return op


def _unary(name: str, meaning: str) -> Callable[..., Tensor]:
    def op(input_tensor: Tensor, *, memory_config: MemoryConfig | None = None, **_: object) -> Tensor:
        import numpy

        return from_numpy_like(getattr(numpy, name)(to_numpy(input_tensor)), input_tensor, memory_config=memory_config)

    op.__doc__ = f"{meaning}, element by element, on the host."
    return op


add = _elementwise("add", "The sum")
sub = subtract = _elementwise("subtract", "The difference")
mul = multiply = _elementwise("multiply", "The product")
maximum = _elementwise("maximum", "The larger")
ne = _elementwise("not_equal", "1 where unequal")
exp = _unary("exp", "The exponential")
abs = _unary("abs", "The absolute value")


def _reduced(name: str, tensor: Tensor, dim: int | None, keepdim: bool, memory_config: MemoryConfig | None) -> Tensor:
    import numpy

    values = numpy.asarray(getattr(numpy, name)(to_numpy(tensor), axis=dim, keepdims=keepdim))
    return from_numpy_like(values, tensor, memory_config=memory_config)


def max(
    input_tensor: Tensor, dim: int | None = None, keepdim: bool = False, *, memory_config: MemoryConfig | None = None
) -> Tensor:
    """The largest element along a dimension, on the host."""
    return _reduced("max", input_tensor, dim, keepdim, memory_config)


def sum(
    input_tensor: Tensor, dim: int | None = None, keepdim: bool = False, *, memory_config: MemoryConfig | None = None
) -> Tensor:
    """The sum along a dimension, on the host."""
    return _reduced("sum", input_tensor, dim, keepdim, memory_config)


def matmul(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    memory_config: MemoryConfig | None = None,
    dtype: DataType | None = None,
    **_: object,
) -> Tensor:
    """The matrix product, in float32 on the host."""
    import numpy

    product = numpy.matmul(to_numpy(input_tensor_a), to_numpy(input_tensor_b))
    return from_numpy_like(product, input_tensor_a, dtype=dtype, memory_config=memory_config)


def linear(input_tensor_a: Tensor, input_tensor_b: Tensor, *, bias: Tensor | None = None, **options: Any) -> Tensor:
    """The matrix product plus a bias, on the host."""
    product = matmul(input_tensor_a, input_tensor_b, **options)
    return product if bias is None else add(product, bias)


def slice(
    input_tensor: Tensor, starts: Sequence[int], ends: Sequence[int], steps: Sequence[int] | None = None
) -> Tensor:
    """The part from `starts` to before `ends`."""
    import builtins

    stride = [1] * len(starts) if steps is None else steps
    part = tuple(builtins.slice(a, b, c) for a, b, c in zip(starts, ends, stride))
    return from_numpy_like(to_numpy(input_tensor)[part], input_tensor, memory_config=MemoryConfig())
