"""add_one: y = x + 1 on one core, a tile at a time."""

from __future__ import annotations

import math
import struct
from pathlib import Path

import ttnn

KERNELS = Path(__file__).parent / "kernels"
CB_IN, CB_OUT = 0, 16


def add_one(x: ttnn.Tensor) -> ttnn.Tensor:
    """Adds one to a tiled tensor on the device."""
    if x.layout != ttnn.TILE_LAYOUT:
        raise ValueError("add_one: the input must be tiled (ttnn.TILE_LAYOUT)")
    y = ttnn.allocate_tensor_on_device(x.shape, x.dtype, x.layout, x.device(), ttnn.DRAM_MEMORY_CONFIG)

    core = ttnn.CoreCoord(0, 0)
    cores = ttnn.CoreRangeSet([ttnn.CoreRange(core, core)])
    tile_bytes = ttnn.tile_size(x.dtype)
    tiles = math.prod(x.padded_shape) // (32 * 32)
    one = struct.unpack("<I", struct.pack("<f", 1.0))[0]

    def cb(index: int) -> ttnn.CBDescriptor:
        formats = [ttnn.CBFormatDescriptor(buffer_index=index, data_format=x.dtype, page_size=tile_bytes)]
        return ttnn.CBDescriptor(total_size=2 * tile_bytes, core_ranges=cores, format_descriptors=formats)

    reader = ttnn.KernelDescriptor(
        kernel_source=str(KERNELS / "add_one_reader.cpp"),
        core_ranges=cores,
        compile_time_args=ttnn.TensorAccessorArgs(x).get_compile_time_args(),
        runtime_args=[(core, [x.buffer_address(), tiles])],
        config=ttnn.ReaderConfigDescriptor(),
    )
    compute = ttnn.KernelDescriptor(
        kernel_source=str(KERNELS / "add_one_compute.cpp"),
        core_ranges=cores,
        runtime_args=[(core, [tiles, one])],
        config=ttnn.ComputeConfigDescriptor(),
    )
    writer = ttnn.KernelDescriptor(
        kernel_source=str(KERNELS / "add_one_writer.cpp"),
        core_ranges=cores,
        compile_time_args=ttnn.TensorAccessorArgs(y).get_compile_time_args(),
        runtime_args=[(core, [y.buffer_address(), tiles])],
        config=ttnn.WriterConfigDescriptor(),
    )
    program = ttnn.ProgramDescriptor(kernels=[reader, compute, writer], cbs=[cb(CB_IN), cb(CB_OUT)])
    return ttnn.generic_op([x, y], program)


def main() -> None:
    """Runs the op once and prints the first numbers."""
    import numpy

    device = ttnn.open_device(device_id=0)
    x = ttnn.from_torch(
        numpy.arange(1024, dtype=numpy.float32).reshape(32, 32),
        dtype=ttnn.float32,
        layout=ttnn.TILE_LAYOUT,
        device=device,
    )
    print(add_one(x).to_list()[0][:4])
    ttnn.close_device(device)


if __name__ == "__main__":
    main()
