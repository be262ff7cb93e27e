"""ttnn.cluster: which board this is."""

from __future__ import annotations

import enum

from tilewright import _tilewright as core


class ClusterType(enum.Enum):
    """Boards and systems there are."""

    INVALID = 0
    N150 = 1
    N300 = 2
    T3K = 3
    GALAXY = 4
    TG = 5
    P100 = 6
    P150 = 7


def get_cluster_type() -> ClusterType:
    """One card of the selected machine."""
    return ClusterType.P150 if core.get_arch() == core.Arch.BLACKHOLE else ClusterType.N150
