"""ttnn._ttnn: the extension module under the public package's private name, as some callers reach it."""

from __future__ import annotations

from types import SimpleNamespace

from tilewright import _tilewright as core

device = SimpleNamespace(
    get_dram_alignment=core.get_dram_alignment,
    get_l1_alignment=core.get_l1_alignment,
    get_max_worker_l1_unreserved_size=core.get_max_worker_l1_unreserved_size,
    Arch=core.Arch,
    MeshDevice=core.MeshDevice,
)
tensor = SimpleNamespace(
    DataType=core.DataType,
    Layout=core.Layout,
    MemoryConfig=core.MemoryConfig,
    Tensor=core.Tensor,
    TensorSpec=core.TensorSpec,
    CoreCoord=core.CoreCoord,
    CoreRange=core.CoreRange,
    CoreRangeSet=core.CoreRangeSet,
    TensorAccessorArgs=core.TensorAccessorArgs,
)
program_descriptor = SimpleNamespace(
    VectorUInt32=list,
    ProgramDescriptor=core.ProgramDescriptor,
    KernelDescriptor=core.KernelDescriptor,
    CBDescriptor=core.CBDescriptor,
    CBFormatDescriptor=core.CBFormatDescriptor,
    RuntimeArgs=core.RuntimeArgs,
    SemaphoreDescriptor=core.SemaphoreDescriptor,
)
