"""Grids by size, and shards worked out from a shape."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import NamedTuple

from tilewright._tilewright import (
    BufferType,
    CoreCoord,
    CoreRange,
    CoreRangeSet,
    MemoryConfig,
    Shape,
    ShardOrientation,
    ShardSpec,
    TensorMemoryLayout,
)


class ShardStrategy(enum.Enum):
    """Along which dimensions a tensor is cut."""

    HEIGHT = "HEIGHT"
    WIDTH = "WIDTH"
    BLOCK = "BLOCK"


class _Grid(NamedTuple):
    x: int
    y: int


class CoreGrid(_Grid):
    """A grid of cores from (0,0); both sizes by keyword."""

    __slots__ = ()

    def __new__(cls, *, x: int, y: int) -> CoreGrid:
        return super().__new__(cls, x, y)

    @property
    def num_cores(self) -> int:
        return self.x * self.y

    def to_CoreCoord(self) -> CoreCoord:
        return CoreCoord(self.x, self.y)


_LAYOUTS = {
    ShardStrategy.HEIGHT: TensorMemoryLayout.HEIGHT_SHARDED,
    ShardStrategy.WIDTH: TensorMemoryLayout.WIDTH_SHARDED,
    ShardStrategy.BLOCK: TensorMemoryLayout.BLOCK_SHARDED,
}


def create_sharded_memory_config(
    shape: Shape | Sequence[int],
    core_grid: CoreGrid | CoreRangeSet,
    strategy: ShardStrategy,
    orientation: ShardOrientation | None = None,
    use_height_and_width_as_shard_shape: bool = False,
) -> MemoryConfig:
    """An L1 memory configuration in which `shape` is cut over `core_grid`.

    With use_height_and_width_as_shard_shape the last two dimensions are those of one shard; a CoreRangeSet needs that.
    """
    dims = list(shape)
    if len(dims) < 2:
        raise RuntimeError(
            f"create_sharded_memory_config: the shape has {len(dims)} dimension(s); at least 2 are needed"
        )
    if orientation is None:
        orientation = ShardOrientation.ROW_MAJOR
    if isinstance(core_grid, CoreRangeSet):
        if not use_height_and_width_as_shard_shape:
            raise RuntimeError(
                "create_sharded_memory_config: height and width must be the shard shape with a CoreRangeSet; "
                "pass use_height_and_width_as_shard_shape=True"
            )
        grid = core_grid
    else:
        grid = CoreRangeSet([CoreRange(CoreCoord(0, 0), CoreCoord(core_grid.x - 1, core_grid.y - 1))])
    if use_height_and_width_as_shard_shape:
        shard = (dims[-2], dims[-1])
    else:
        height, width = 1, dims[-1]
        for dim in dims[:-1]:
            height *= dim
        assert isinstance(core_grid, CoreGrid)
        down, across = core_grid.y, core_grid.x
        if orientation == ShardOrientation.COL_MAJOR:
            down, across = across, down
        if strategy is ShardStrategy.HEIGHT:
            down, across = core_grid.num_cores, 1
        elif strategy is ShardStrategy.WIDTH:
            down, across = 1, core_grid.num_cores
        if height % down or width % across:
            raise RuntimeError(
                f"create_sharded_memory_config: {height} x {width} cannot be cut evenly into {down} x {across} shards"
            )
        shard = (height // down, width // across)
    return MemoryConfig(_LAYOUTS[strategy], BufferType.L1, ShardSpec(grid, shard, orientation))
