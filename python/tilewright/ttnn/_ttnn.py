"""ttnn._ttnn: the extension module under the public package's private name, as some callers reach it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tilewright import _tilewright as core
from tilewright.ttnn._reports import DeviceInfo, get_device_info

device = SimpleNamespace(
    get_dram_alignment=core.get_dram_alignment,
    get_l1_alignment=core.get_l1_alignment,
    get_max_worker_l1_unreserved_size=core.get_max_worker_l1_unreserved_size,
    ReadDeviceProfiler=core.read_profiler,
    Arch=core.Arch,
    MeshDevice=core.MeshDevice,
)
profiler = SimpleNamespace(
    ProgramExecutionUID=core.ProgramExecutionUID,
    ProgramSingleAnalysisResult=core.ProgramSingleAnalysisResult,
    ProgramAnalysisData=core.ProgramAnalysisData,
    DurationHistogram=core.DurationHistogram,
    KernelDurationSummary=core.KernelDurationSummary,
    get_latest_programs_perf_data=core.get_latest_programs_perf_data,
    get_all_programs_perf_data=core.get_all_programs_perf_data,
    get_latest_kernel_duration_summary=core.get_latest_kernel_duration_summary,
    get_all_kernel_duration_summary=core.get_all_kernel_duration_summary,
)
reports = SimpleNamespace(DeviceInfo=DeviceInfo, get_device_info=get_device_info)
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


def __getattr__(name: str) -> Any:
    """What is near a name that is not there."""
    from tilewright.ttnn._lazy import missing

    raise AttributeError(missing("ttnn._ttnn", name, globals()))
