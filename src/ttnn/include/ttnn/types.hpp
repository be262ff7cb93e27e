// Names ops use without a namespace inside ttnn.
#pragma once

#include "tt-metalium/core_coord.hpp"
#include "tt-metalium/mesh_coord.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/tensor/types.hpp"

namespace ttnn {

using tt::tt_metal::CoreCoord;
using tt::tt_metal::CoreRange;
using tt::tt_metal::CoreRangeSet;
using tt::tt_metal::IDevice;
using tt::tt_metal::distributed::MeshCoordinate;
using tt::tt_metal::distributed::MeshCoordinateRange;
using tt::tt_metal::distributed::MeshShape;

inline constexpr Layout ROW_MAJOR_LAYOUT = Layout::ROW_MAJOR;
inline constexpr Layout TILE_LAYOUT = Layout::TILE;

inline const MemoryConfig DRAM_MEMORY_CONFIG{TensorMemoryLayout::INTERLEAVED, BufferType::DRAM};
inline const MemoryConfig L1_MEMORY_CONFIG{TensorMemoryLayout::INTERLEAVED, BufferType::L1};
inline const MemoryConfig L1_BLOCK_SHARDED_MEMORY_CONFIG{TensorMemoryLayout::BLOCK_SHARDED, BufferType::L1};
inline const MemoryConfig L1_HEIGHT_SHARDED_MEMORY_CONFIG{TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1};
inline const MemoryConfig L1_WIDTH_SHARDED_MEMORY_CONFIG{TensorMemoryLayout::WIDTH_SHARDED, BufferType::L1};

}  // namespace ttnn
