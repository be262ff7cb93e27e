"""ttnn.device: machines and questions about them."""

from __future__ import annotations

from tilewright import _tilewright as core
from tilewright._tilewright import Arch as Arch
from tilewright._tilewright import MeshDevice as MeshDevice
from tilewright.ttnn._devices import close_device as close_device
from tilewright.ttnn._devices import open_device as open_device
from tilewright.ttnn._devices import synchronize_device as synchronize_device

Device = MeshDevice


def _arch(device: MeshDevice | None) -> Arch:
    return core.get_arch() if device is None else device.arch()


def is_wormhole_b0(device: MeshDevice | None = None) -> bool:
    """Whether the device, or the machine that would be opened, is a Wormhole."""
    return _arch(device) == Arch.WORMHOLE_B0


def is_blackhole(device: MeshDevice | None = None) -> bool:
    """Whether the device, or the machine that would be opened, is a Blackhole."""
    return _arch(device) == Arch.BLACKHOLE


def is_grayskull(device: MeshDevice | None = None) -> bool:
    """There is no Grayskull here."""
    return False
