// How the pages of an N-dimensional tensor are cut into shards and which core (or DRAM bank) holds each shard.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "tt-metalium/buffer_types.hpp"
#include "tt-metalium/core_coord.hpp"
#include "tt-metalium/shape.hpp"
#include "tt-metalium/shape2d.hpp"

namespace tt::tt_metal {

class BufferDistributionSpec {
public:
    static BufferDistributionSpec from_shard_spec(
        Shape tensor_shape, Shape shard_shape, Shape2D page_shape, const CoreRangeSet& core_range_set,
        ShardOrientation shard_orientation,
        ShardDistributionStrategy shard_distribution_strategy = ShardDistributionStrategy::ROUND_ROBIN_1D);

    BufferDistributionSpec(
        const Shape& tensor_shape_in_pages, const Shape& shard_shape_in_pages, const CoreRangeSet& core_range_set,
        ShardOrientation shard_orientation,
        ShardDistributionStrategy shard_distribution_strategy = ShardDistributionStrategy::ROUND_ROBIN_1D);
    BufferDistributionSpec(const Shape& tensor_shape_in_pages, const Shape& shard_shape_in_pages,
                           std::vector<CoreCoord> cores);

    // Dimensions that shards do not cut are folded together.
    const Shape& tensor_shape_in_pages() const { return tensor_shape_in_pages_; }
    const Shape& shard_shape_in_pages() const { return shard_shape_in_pages_; }
    size_t num_shards() const { return num_shards_; }
    size_t max_num_shards_per_core() const;
    size_t max_num_dev_pages_per_core() const { return max_num_shards_per_core() * shard_shape_in_pages_.volume(); }
    size_t num_cores() const { return cores_.size(); }
    size_t num_cores_with_data() const { return std::min(num_cores(), num_shards()); }
    const std::vector<CoreCoord>& cores() const { return cores_; }
    const std::vector<CoreCoord>& cores_with_data() const { return cores_with_data_; }
    size_t num_shards_per_core(size_t core_idx) const;
    size_t num_dev_pages_per_core(size_t core_idx) const {
        return num_shards_per_core(core_idx) * shard_shape_in_pages_.volume();
    }
    ShardDistributionStrategy shard_distribution_strategy() const { return strategy_; }

    struct CoreGroups {
        CoreRangeSet cores_with_data;
        CoreRangeSet cores_in_group_1;
        CoreRangeSet cores_in_group_2;
        size_t num_shards_per_core_in_group_1 = 0;
        size_t num_shards_per_core_in_group_2 = 0;
    };
    const CoreGroups& core_groups() const { return core_groups_; }
    std::tuple<uint32_t, CoreRangeSet, CoreRangeSet, CoreRangeSet, uint32_t, uint32_t> core_groups_tuple() const;

private:
    void set_shapes(const Shape& tensor, const Shape& shard);

    Shape tensor_shape_in_pages_;
    Shape shard_shape_in_pages_;
    std::vector<CoreCoord> cores_;
    std::vector<CoreCoord> cores_with_data_;
    ShardDistributionStrategy strategy_ = ShardDistributionStrategy::ROUND_ROBIN_1D;
    CoreGroups core_groups_;
    size_t num_shards_ = 0;
};

}  // namespace tt::tt_metal
