"""generic_op in both its forms, and what is worked out from descriptors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tilewright import _tilewright as core
from tilewright._tilewright import (
    Arch,
    MathFidelity,
    MeshCoordinateRange,
    ProgramDescriptor,
    Tensor,
    WormholeComputeKernelConfig,
)

DeviceComputeKernelConfig = WormholeComputeKernelConfig


class MeshProgramDescriptor:
    """A program per range of devices. This machine has one device, so one range that covers it."""

    def __init__(self, programs: Mapping[MeshCoordinateRange, ProgramDescriptor] | None = None) -> None:
        self._programs: dict[MeshCoordinateRange, ProgramDescriptor] = dict(programs or {})

    def __setitem__(self, devices: MeshCoordinateRange, program: ProgramDescriptor) -> None:
        self._programs[devices] = program

    def __getitem__(self, devices: MeshCoordinateRange) -> ProgramDescriptor:
        return self._programs[devices]

    def __contains__(self, devices: object) -> bool:
        return devices in self._programs

    def __iter__(self) -> Iterator[MeshCoordinateRange]:
        return iter(self._programs)

    def __len__(self) -> int:
        return len(self._programs)


def generic_op(io_tensors: Sequence[Tensor], program_descriptor: ProgramDescriptor | MeshProgramDescriptor) -> Tensor:
    """Runs a program: the inputs and, last, the pre-allocated output, which is returned.

    The program is built at the first call and kept by the device. A later call with the same kernels, compile-time
    arguments, circular buffers and semaphores gets its new runtime arguments and runs at once.
    """
    if isinstance(program_descriptor, MeshProgramDescriptor):
        if len(program_descriptor) != 1:
            raise RuntimeError(
                f"generic_op: the mesh program has {len(program_descriptor)} ranges; this machine takes one"
            )
        program_descriptor = program_descriptor[next(iter(program_descriptor))]
    return core.generic_op(io_tensors, program_descriptor)


def merge_program_descriptors(descriptors: Sequence[ProgramDescriptor]) -> ProgramDescriptor:
    """All kernels, semaphores and circular buffers as one program; their cores must not overlap."""
    merged = ProgramDescriptor()
    used: list[tuple[int, core.CoreRangeSet]] = []
    for position, descriptor in enumerate(descriptors):
        for kernel in descriptor.kernels:
            for other, cores in used:
                if other != position and not cores.intersection(kernel.core_ranges).empty():
                    raise RuntimeError("Cannot merge program descriptors with overlapping core ranges")
            used.append((position, kernel.core_ranges))
        merged.kernels = [*merged.kernels, *descriptor.kernels]
        merged.semaphores = [*merged.semaphores, *descriptor.semaphores]
        merged.cbs = [*merged.cbs, *descriptor.cbs]
    return merged


def init_device_compute_kernel_config(
    arch: Arch,
    device_kernel_config: WormholeComputeKernelConfig | None = None,
    *,
    math_fidelity: MathFidelity = MathFidelity.LoFi,
    math_approx_mode: bool = True,
    fp32_dest_acc_en: bool = False,
    packer_l1_acc: bool = False,
    dst_full_sync_en: bool = False,
    throttle_level: int = 0,
) -> WormholeComputeKernelConfig:
    """The given settings, or the defaults where none are given."""
    if device_kernel_config is not None:
        return device_kernel_config
    return WormholeComputeKernelConfig(
        math_fidelity=math_fidelity,
        math_approx_mode=math_approx_mode,
        fp32_dest_acc_en=fp32_dest_acc_en,
        packer_l1_acc=packer_l1_acc,
        dst_full_sync_en=dst_full_sync_en,
        throttle_level=throttle_level,
    )
