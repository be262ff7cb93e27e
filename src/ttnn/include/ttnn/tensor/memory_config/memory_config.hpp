// Where a tensor lies: DRAM or L1, interleaved or in shards.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <ostream>
#include <tuple>

#include "tt-metalium/buffer.hpp"
#include "tt-metalium/buffer_types.hpp"
#include "tt-metalium/shape.hpp"
#include "tt_stl/fmt.hpp"

namespace tt::tt_metal {

// Shards of any number of dimensions.
struct NdShardSpec {
    Shape shard_shape;
    CoreRangeSet grid;
    ShardOrientation orientation = ShardOrientation::ROW_MAJOR;
    ShardDistributionStrategy shard_distribution_strategy = ShardDistributionStrategy::ROUND_ROBIN_1D;

    bool operator==(const NdShardSpec&) const = default;

    static constexpr auto attribute_names =
        std::forward_as_tuple("shard_shape", "grid", "orientation", "shard_distribution_strategy");
    auto attribute_values() const {
        return std::forward_as_tuple(shard_shape, grid, orientation, shard_distribution_strategy);
    }
};

class MemoryConfig {
public:
    MemoryConfig() = default;
    explicit MemoryConfig(TensorMemoryLayout memory_layout, BufferType buffer_type = BufferType::DRAM,
                          std::optional<ShardSpec> shard_spec = std::nullopt);
    explicit MemoryConfig(BufferType buffer_type, std::optional<NdShardSpec> nd_shard_spec = std::nullopt);

    TensorMemoryLayout memory_layout() const { return memory_layout_; }
    BufferType buffer_type() const { return buffer_type_; }
    const std::optional<ShardSpec>& shard_spec() const { return shard_spec_; }
    const std::optional<NdShardSpec>& nd_shard_spec() const { return nd_shard_spec_; }
    // Which of the two specs was given: a tensor's configuration has the other one as well, where it can be said so.
    bool created_with_nd_shard_spec() const { return created_with_nd_shard_spec_; }
    static MemoryConfig create_with_prepopulated_shard_specs(TensorMemoryLayout memory_layout, BufferType buffer_type,
                                                             std::optional<ShardSpec> shard_spec,
                                                             std::optional<NdShardSpec> nd_shard_spec,
                                                             bool created_with_nd_shard_spec);
    bool is_sharded() const { return memory_layout_ != TensorMemoryLayout::INTERLEAVED; }
    bool is_l1() const { return buffer_type_ == BufferType::L1 || buffer_type_ == BufferType::L1_SMALL; }
    bool is_dram() const { return buffer_type_ == BufferType::DRAM; }
    MemoryConfig with_shard_spec(std::optional<ShardSpec> shard_spec) const;

    // Of two that were made from the same kind of spec, that spec decides.
    bool operator==(const MemoryConfig& other) const {
        const bool nd = created_with_nd_shard_spec_, other_nd = other.created_with_nd_shard_spec_;
        return memory_layout_ == other.memory_layout_ && buffer_type_ == other.buffer_type_ &&
               ((nd && other_nd) || shard_spec_ == other.shard_spec_) &&
               ((!nd && !other_nd) || nd_shard_spec_ == other.nd_shard_spec_);
    }

    static constexpr auto attribute_names =
        std::forward_as_tuple("memory_layout", "buffer_type", "shard_spec", "nd_shard_spec");
    auto attribute_values() const {
        return std::forward_as_tuple(memory_layout_, buffer_type_, shard_spec_, nd_shard_spec_);
    }

private:
    TensorMemoryLayout memory_layout_ = TensorMemoryLayout::INTERLEAVED;
    BufferType buffer_type_ = BufferType::DRAM;
    std::optional<ShardSpec> shard_spec_;
    std::optional<NdShardSpec> nd_shard_spec_;
    bool created_with_nd_shard_spec_ = false;
};

std::ostream& operator<<(std::ostream& os, const MemoryConfig& config);

}  // namespace tt::tt_metal

template <>
struct fmt::formatter<tt::tt_metal::MemoryConfig> {
    constexpr auto parse(fmt::format_parse_context& ctx) { return ctx.begin(); }
    auto format(const tt::tt_metal::MemoryConfig& config, fmt::format_context& ctx) const
        -> fmt::format_context::iterator;
};

namespace ttnn {
using tt::tt_metal::BufferType;
using tt::tt_metal::MemoryConfig;
using tt::tt_metal::NdShardSpec;
using tt::tt_metal::ShardOrientation;
using tt::tt_metal::ShardSpec;
using tt::tt_metal::TensorMemoryLayout;
}  // namespace ttnn
