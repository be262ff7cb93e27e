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
    """One card of the selected machine; INVALID for a board that is none of these."""
    return ClusterType.__members__.get(core.get_board_name().upper(), ClusterType.INVALID)
