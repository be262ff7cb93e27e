// Shards in two dimensions (height, width, block) and in any number of them, each said as the other.
#include "ttnn/shard_specs.hpp"

#include <limits>

#include "tt-metalium/math.hpp"
#include "tt_stl/assert.hpp"

namespace tt::tt_metal {

namespace {

// Two-dimensional shards lie one to a core.
void check_shards_fit(const TensorSpec& tensor) {
    const MemoryConfig& memory = tensor.memory_config();
    const ShardSpec& spec = *memory.shard_spec();
    const Shape2D& size = tensor.physical_shape();
    TT_FATAL(spec.shape[0] != 0 && spec.shape[1] != 0, "TW3212: {}: a shard of {} x {} holds nothing", memory,
             spec.shape[0], spec.shape[1]);
    const size_t down = div_up(size.height(), size_t{spec.shape[0]});
    const size_t across = div_up(size.width(), size_t{spec.shape[1]});
    const TensorMemoryLayout layout = memory.memory_layout();
    if (layout == TensorMemoryLayout::HEIGHT_SHARDED) {
        TT_FATAL(size.width() == spec.shape[1],
                 "TW3212: {}: rows stay whole, so shard width {} must match physical width {}", memory, spec.shape[1],
                 size.width());
    } else if (layout == TensorMemoryLayout::WIDTH_SHARDED) {
        TT_FATAL(size.height() == spec.shape[0],
                 "TW3212: {}: columns stay whole, so shard height {} must match physical height {}", memory,
                 spec.shape[0], size.height());
    } else {
        TT_FATAL(spec.grid.ranges().size() == 1, "TW3212: {}: the grid of a block sharded tensor must be one rectangle",
                 memory);
        CoreCoord grid = spec.grid.bounding_box().grid_size();
        if (spec.orientation != ShardOrientation::ROW_MAJOR) std::swap(grid.x, grid.y);
        TT_FATAL(down <= grid.y && across <= grid.x,
                 "TW3212: {}: {} x {} shards do not fit a grid of {} rows and {} columns", memory, down, across, grid.y,
                 grid.x);
        return;
    }
    TT_FATAL(down * across <= spec.num_cores(),
             "TW3212: {}: {} shards for {} cores: the shard shape is too small or the grid is", memory, down * across,
             spec.num_cores());
}

NdShardSpec nd_from_flat(const TensorSpec& tensor) {
    const ShardSpec& spec = *tensor.memory_config().shard_spec();
    // A block goes to the core at its place in the grid, also where the grid is larger than needed.
    const auto strategy = tensor.memory_config().memory_layout() == TensorMemoryLayout::BLOCK_SHARDED
                              ? ShardDistributionStrategy::GRID_2D
                              : ShardDistributionStrategy::ROUND_ROBIN_1D;
    return {Shape({spec.shape[0], spec.shape[1]}), spec.grid, spec.orientation, strategy};
}

// The shard as rows and columns of the tensor seen in two dimensions, if it is a rectangle there.
std::optional<std::array<uint32_t, 2>> flat_shape(const Shape& tensor, const Shape& shard) {
    std::array<uint32_t, 2> flat{1, shard[-1]};
    if (shard.volume() > std::numeric_limits<uint32_t>::max()) return std::nullopt;
    uint64_t seen = tensor[-1];
    for (int dim = -2; dim >= -static_cast<int>(shard.rank()); --dim) {
        seen *= tensor[dim];
        flat[0] *= shard[dim];
        if (tensor[dim] == shard[dim]) continue;
        // The first dimension that is cut: above it the shard has ones only, and cuts must not straddle its end.
        if (shard.volume() != uint64_t{flat[0]} * flat[1]) return std::nullopt;
        const bool last = dim == -static_cast<int>(shard.rank());
        if (last || tensor[dim] % shard[dim] == 0 || tensor.volume() == seen) break;
        return std::nullopt;
    }
    return flat;
}

std::optional<MemoryConfig> flat_from_nd(const TensorSpec& tensor) {
    const MemoryConfig& memory = tensor.memory_config();
    const NdShardSpec& nd = *memory.nd_shard_spec();
    if (nd.shard_distribution_strategy == ShardDistributionStrategy::CONTIGUOUS_1D) return std::nullopt;
    const auto shape = flat_shape(tensor.padded_shape(), nd.shard_shape);
    if (!shape) return std::nullopt;
    const ShardSpec spec(nd.grid, *shape, nd.orientation);
    const Shape2D& size = tensor.physical_shape();
    size_t down = div_up(size.height(), size_t{(*shape)[0]}), across = div_up(size.width(), size_t{(*shape)[1]});
    if (nd.orientation != ShardOrientation::ROW_MAJOR) std::swap(down, across);
    if (down * across > nd.grid.num_cores()) return std::nullopt;
    const auto as = [&](TensorMemoryLayout layout) {
        return MemoryConfig::create_with_prepopulated_shard_specs(layout, memory.buffer_type(), spec, nd, true);
    };
    const bool one_after_the_other = nd.shard_distribution_strategy == ShardDistributionStrategy::ROUND_ROBIN_1D;
    if (one_after_the_other && (*shape)[0] == size.height()) return as(TensorMemoryLayout::WIDTH_SHARDED);
    if (one_after_the_other && (*shape)[1] == size.width()) return as(TensorMemoryLayout::HEIGHT_SHARDED);
    if (nd.grid.ranges().size() != 1) return std::nullopt;
    const CoreCoord grid = nd.grid.ranges().front().grid_size();
    if (one_after_the_other && across != grid.x) return std::nullopt;
    if (across > grid.x || down > grid.y) return std::nullopt;
    return as(TensorMemoryLayout::BLOCK_SHARDED);
}

}  // namespace

MemoryConfig with_both_shard_specs(const TensorSpec& spec) {
    const MemoryConfig& memory = spec.memory_config();
    if (memory.created_with_nd_shard_spec()) {
        TT_FATAL(memory.nd_shard_spec()->shard_shape.volume() != 0, "TW3212: {}: a shard without elements", memory);
        if (spec.padded_shape().rank() < memory.nd_shard_spec()->shard_shape.rank()) return memory;
        return flat_from_nd(spec).value_or(memory);
    }
    if (!memory.shard_spec()) return memory;
    check_shards_fit(spec);
    return MemoryConfig::create_with_prepopulated_shard_specs(memory.memory_layout(), memory.buffer_type(),
                                                              memory.shard_spec(), nd_from_flat(spec), false);
}

}  // namespace tt::tt_metal
