// How pages are cut into shards.
#include <algorithm>
#include <limits>

#include "tt-metalium/buffer_distribution_spec.hpp"
#include "tt-metalium/math.hpp"
#include "tt_stl/assert.hpp"

namespace tt::tt_metal {

namespace {

Shape in_pages(Shape shape, const Shape2D& page) {
    TT_FATAL(page.width() != 0 && page.height() != 0, "TW3212: pages of {} x {} hold nothing", page.height(),
             page.width());
    if (shape.rank() >= 1) shape[-1] = div_up(shape[-1], static_cast<uint32_t>(page.width()));
    if (shape.rank() >= 2) shape[-2] = div_up(shape[-2], static_cast<uint32_t>(page.height()));
    return shape;
}

// Folds dimensions from the last backwards: a dimension joins the one after it when everything after it is uncut, or
// when it is cut into ones and the dimension after it is cut without remainder. Leading dimensions that the shard does
// not name join the first.
std::pair<Shape, Shape> fold(const Shape& tensor, const Shape& shard) {
    TT_FATAL(tensor.rank() >= shard.rank(),
             "TW3212: a tensor of rank {} cannot be cut into shards of rank {}; drop the shard's leading dimensions",
             tensor.rank(), shard.rank());
    TT_FATAL(tensor.volume() <= std::numeric_limits<uint32_t>::max() &&
                 shard.volume() <= std::numeric_limits<uint32_t>::max(),
             "TW3220: a tensor of {} pages in shards of {} pages cannot be counted in 32 bits", tensor, shard);
    ttsl::SmallVector<uint32_t> tensor_out, shard_out;
    bool uncut_so_far = true, divisible = false;
    uint64_t tensor_seen = 1, shard_seen = 1;
    for (int32_t dim = -1; dim >= -static_cast<int32_t>(shard.rank()); --dim) {
        const uint32_t extent = tensor[dim], cut = shard[dim];
        if (dim < -1 && (uncut_so_far || (cut == 1 && divisible))) {
            tensor_out.back() *= extent;
            shard_out.back() *= cut;
        } else {
            tensor_out.push_back(extent);
            shard_out.push_back(cut);
            uncut_so_far = true;
        }
        uncut_so_far = uncut_so_far && extent == cut;
        divisible = extent % cut == 0;
        tensor_seen *= extent;
        shard_seen *= cut;
        if (tensor_seen == tensor.volume() && shard_seen == shard.volume()) break;
    }
    for (int32_t dim = -static_cast<int32_t>(shard.rank()) - 1; dim >= -static_cast<int32_t>(tensor.rank()); --dim) {
        tensor_out.back() *= tensor[dim];
    }
    std::reverse(tensor_out.begin(), tensor_out.end());
    std::reverse(shard_out.begin(), shard_out.end());
    return {Shape(std::move(tensor_out)), Shape(std::move(shard_out))};
}

std::vector<CoreCoord> core_list(const Shape& tensor, const Shape& shard, const CoreRangeSet& set,
                                 ShardOrientation orientation, ShardDistributionStrategy strategy) {
    const bool row_major = orientation == ShardOrientation::ROW_MAJOR;
    if (strategy != ShardDistributionStrategy::GRID_2D) return corerange_to_cores(set, std::nullopt, row_major);
    TT_FATAL(shard.rank() <= 2,
             "TW3212: GRID_2D lays rows and columns of shards on the grid, so the shard has at most two dimensions");
    TT_FATAL(set.ranges().size() == 1, "TW3212: GRID_2D needs its cores as a single rectangle");
    TT_FATAL(tensor.rank() >= 1 && shard.rank() >= 1 && shard.volume() != 0,
             "TW3212: GRID_2D: a tensor of {} pages in shards of {} pages; every dimension must be at least 1", tensor,
             shard);
    const CoreRange& grid = set.ranges().front();
    const uint64_t height = tensor[-1] == 0 ? 0 : tensor.volume() / tensor[-1];
    size_t across = std::max<size_t>(div_up(tensor[-1], shard[-1]), 1);
    size_t down = std::max<size_t>(div_up(height, uint64_t{shard[-2]}), 1);
    if (!row_major) std::swap(across, down);
    TT_FATAL(across <= grid.grid_size().x,
             "TW3212: GRID_2D: {} shards side by side on a grid {} cores wide; take wider shards or a wider grid",
             across, grid.grid_size().x);
    TT_FATAL(
        down <= grid.grid_size().y,
        "TW3212: GRID_2D: {} shards one below another on a grid {} cores high; take higher shards or a higher grid",
        down, grid.grid_size().y);
    const CoreRange used(grid.start_coord, {grid.start_coord.x + across - 1, grid.start_coord.y + down - 1});
    return corerange_to_cores(used, std::nullopt, row_major);
}

}  // namespace

BufferDistributionSpec BufferDistributionSpec::from_shard_spec(Shape tensor_shape, Shape shard_shape,
                                                               Shape2D page_shape, const CoreRangeSet& core_range_set,
                                                               ShardOrientation shard_orientation,
                                                               ShardDistributionStrategy strategy) {
    return BufferDistributionSpec(in_pages(std::move(tensor_shape), page_shape),
                                  in_pages(std::move(shard_shape), page_shape), core_range_set, shard_orientation,
                                  strategy);
}

BufferDistributionSpec::BufferDistributionSpec(const Shape& tensor_shape_in_pages, const Shape& shard_shape_in_pages,
                                               const CoreRangeSet& core_range_set, ShardOrientation shard_orientation,
                                               ShardDistributionStrategy strategy)
    : cores_(core_list(tensor_shape_in_pages, shard_shape_in_pages, core_range_set, shard_orientation, strategy)),
      strategy_(strategy) {
    set_shapes(tensor_shape_in_pages, shard_shape_in_pages);
}

BufferDistributionSpec::BufferDistributionSpec(const Shape& tensor, const Shape& shard, std::vector<CoreCoord> cores)
    : cores_{std::move(cores)} {
    set_shapes(tensor, shard);
}

void BufferDistributionSpec::set_shapes(const Shape& tensor, const Shape& shard) {
    TT_FATAL(tensor.rank() >= 1, "TW3212: a tensor without dimensions cannot be cut into shards");
    TT_FATAL(shard.rank() >= 1, "TW3212: the shard's shape has no dimensions; give at least one");
    TT_FATAL(shard.volume() != 0, "TW3212: the shard's shape has a dimension of 0; every one must be at least 1");
    std::tie(tensor_shape_in_pages_, shard_shape_in_pages_) = fold(tensor, shard);
    TT_FATAL(tensor_shape_in_pages_.volume() == 0 || !cores_.empty(),
             "TW3212: the shards of the tensor have no core to lie on; give at least one");
    // A tensor without pages has no shards: one of the factors is zero.
    num_shards_ = 1;
    for (int32_t dim = 0; dim < static_cast<int32_t>(tensor_shape_in_pages_.rank()); ++dim)
        num_shards_ *= div_up(tensor_shape_in_pages_[dim], shard_shape_in_pages_[dim]);
    TT_FATAL(
        strategy_ != ShardDistributionStrategy::CONTIGUOUS_1D || cores_.empty() || num_shards_ % cores_.size() == 0,
        "TW3212: CONTIGUOUS_1D gives every core the same number of shards, but {} shards do not divide among {} cores",
        num_shards_, cores_.size());

    cores_with_data_.assign(cores_.begin(), cores_.begin() + static_cast<std::ptrdiff_t>(num_cores_with_data()));
    if (num_shards_ == 0) return;
    const auto set_of = [](auto begin, auto end) {
        const std::vector<CoreCoord> cores(begin, end);
        return CoreRangeSet(ttsl::Span<const CoreCoord>(cores));
    };
    core_groups_.cores_with_data = set_of(cores_with_data_.begin(), cores_with_data_.end());
    const size_t each = num_shards_ / num_cores(), more = num_shards_ % num_cores();
    if (more == 0) {
        core_groups_.cores_in_group_1 = core_groups_.cores_with_data;
        core_groups_.num_shards_per_core_in_group_1 = each;
        return;
    }
    const auto middle = cores_.begin() + static_cast<std::ptrdiff_t>(more);
    core_groups_.cores_in_group_1 = set_of(cores_.begin(), middle);
    core_groups_.num_shards_per_core_in_group_1 = each + 1;
    if (each != 0) core_groups_.cores_in_group_2 = set_of(middle, cores_.end());
    core_groups_.num_shards_per_core_in_group_2 = each;
}

size_t BufferDistributionSpec::max_num_shards_per_core() const {
    return cores_.empty() ? 0 : (num_shards_ + cores_.size() - 1) / cores_.size();
}

size_t BufferDistributionSpec::num_shards_per_core(size_t core_idx) const {
    return num_shards_ / num_cores() + (core_idx < num_shards_ % num_cores() ? 1 : 0);
}

std::tuple<uint32_t, CoreRangeSet, CoreRangeSet, CoreRangeSet, uint32_t, uint32_t>
BufferDistributionSpec::core_groups_tuple() const {
    const auto& [used, more, fewer, shards_of_more, shards_of_fewer] =
        std::tie(core_groups_.cores_with_data, core_groups_.cores_in_group_1, core_groups_.cores_in_group_2,
                 core_groups_.num_shards_per_core_in_group_1, core_groups_.num_shards_per_core_in_group_2);
    return {used.num_cores(),
            used,
            more,
            fewer,
            static_cast<uint32_t>(shards_of_more),
            static_cast<uint32_t>(shards_of_fewer)};
}

}  // namespace tt::tt_metal
