// Shapes to bytes: padding, pages, shards.
#include "ttnn/tensor/tensor_spec.hpp"

#include <limits>

#include "tt-metalium/math.hpp"
#include "ttnn/shard_specs.hpp"
#include "tt_stl/assert.hpp"

namespace tt::tt_metal {

namespace {

// What a layout needs at least: whole tiles, rows of whole shards, or nothing.
Alignment smallest_alignment(const PageConfig& page_config, const MemoryConfig& memory) {
    if (page_config.get_layout() == Layout::TILE) {
        return Alignment({page_config.get_tile().get_height(), page_config.get_tile().get_width()});
    }
    const auto whole_shards = [&](uint32_t width) {
        TT_FATAL(width != 0, "TW3212: {}: a shard without elements", memory);
        return Alignment({width});
    };
    if (const auto& spec = memory.shard_spec()) return whole_shards(spec->shape[1]);
    if (const auto& spec = memory.nd_shard_spec()) return whole_shards(spec->shard_shape[-1]);
    return Alignment({1});
}

Alignment checked_alignment(const PageConfig& page_config, const MemoryConfig& memory, const Alignment& given) {
    const Alignment least = smallest_alignment(page_config, memory);
    if (given.empty()) return least;
    for (int i = 1; i <= static_cast<int>(given.size()); ++i)
        TT_FATAL(given[-i] != 0, "TW3219: TensorLayout: the alignment of dimension -{} is 0; it must be at least 1", i);
    for (int i = 1; i <= static_cast<int>(std::min(given.size(), least.size())); ++i) {
        TT_FATAL(given[-i] % least[-i] == 0,
                 "TW3219: TensorLayout: alignment {} of dimension -{} is no multiple of {}, which {} needs", given[-i],
                 i, least[-i], page_config.get_layout());
    }
    return given;
}

}  // namespace

TensorLayout::TensorLayout(DataType dtype, const PageConfig& pages, const MemoryConfig& memory,
                           const Alignment& alignment)
    : dtype_{dtype},
      page_config_{pages},
      memory_config_{memory},
      alignment_{checked_alignment(pages, memory, alignment)} {
    TT_FATAL(!is_block_float(dtype) || pages.get_layout() == Layout::TILE,
             "TW3219: TensorLayout: {} exists in tiles only; the layout is {} and must be Layout::TILE", dtype,
             pages.get_layout());
}

TensorLayout TensorLayout::fromPaddedShape(DataType dtype, const PageConfig& page_config,
                                           const MemoryConfig& memory_config, const Shape& logical_shape,
                                           const Shape& padded_shape) {
    TT_FATAL(logical_shape.rank() == padded_shape.rank(),
             "TW3219: TensorLayout::fromPaddedShape: logical shape {} and padded shape {} differ in rank",
             logical_shape, padded_shape);
    const int rank = static_cast<int>(logical_shape.rank());
    for (int i = 1; i <= rank; ++i) {
        TT_FATAL(padded_shape[-i] >= logical_shape[-i],
                 "TW3219: TensorLayout::fromPaddedShape: padded shape {} is smaller than the logical shape {}",
                 padded_shape, logical_shape);
        TT_FATAL(i <= 2 || padded_shape[-i] == logical_shape[-i],
                 "TW3219: TensorLayout::fromPaddedShape: only the last two dimensions can be padded; given {} for {}",
                 padded_shape, logical_shape);
    }
    if (page_config.get_layout() == Layout::ROW_MAJOR && padded_shape == logical_shape) {
        return TensorLayout(dtype, page_config, memory_config);
    }
    ttsl::SmallVector<uint32_t> values;
    for (int i = std::min(rank, 2); i >= 1; --i) values.push_back(std::max(padded_shape[-i], 1u));
    return TensorLayout(dtype, page_config, memory_config, Alignment(values));
}

TensorLayout TensorLayout::with_memory_config(const MemoryConfig& memory_config) const {
    TensorLayout result = *this;
    result.memory_config_ = memory_config;
    return result;
}

Shape TensorLayout::compute_padded_shape(const Shape& logical_shape) const {
    Shape padded = logical_shape;
    const int rank = static_cast<int>(logical_shape.rank());
    for (int i = 1; i <= std::min(rank, static_cast<int>(alignment_.size())); ++i) {
        const uint64_t extent = tt::round_up(uint64_t{logical_shape[-i]}, uint64_t{alignment_[-i]});
        TT_FATAL(extent <= std::numeric_limits<uint32_t>::max(),
                 "TW3220: dimension -{} of {} is {} when it is padded to a multiple of {}; it can be {}", i,
                 logical_shape, extent, alignment_[-i], std::numeric_limits<uint32_t>::max());
        padded[-i] = static_cast<uint32_t>(extent);
    }
    return padded;
}

Shape2D TensorLayout::compute_physical_shape(const Shape& logical_shape) const {
    const Shape padded = compute_padded_shape(logical_shape);
    const int rank = static_cast<int>(padded.rank());
    size_t height = 1;
    for (int i = 2; i <= rank; ++i) height *= padded[-i];
    const size_t width = rank == 0 ? 1 : padded[-1];
    if (get_layout() == Layout::TILE && rank < 2) height = tt::round_up(height, size_t{get_tile().get_height()});
    return {height, width};
}

Shape2D TensorLayout::compute_page_shape(const Shape2D& physical_shape) const {
    if (get_layout() == Layout::TILE) return {get_tile().get_height(), get_tile().get_width()};
    if (const auto& spec = memory_config_.shard_spec();
        spec && memory_config_.memory_layout() != TensorMemoryLayout::HEIGHT_SHARDED) {
        return {1, spec->shape[1]};
    }
    if (const auto& spec = memory_config_.nd_shard_spec()) return {1, spec->shard_shape[-1]};
    return {1, physical_shape.width()};
}

size_t TensorLayout::compute_page_size_bytes(const Shape& logical_shape) const {
    const tt::DataFormat format = datatype_to_dataformat_converter(dtype_);
    if (get_layout() == Layout::TILE) return get_tile().get_tile_size(format);
    const Shape2D page = compute_page_shape(compute_physical_shape(logical_shape));
    return page.height() * page.width() * tt::datum_size(format);
}

size_t TensorLayout::compute_packed_buffer_size_bytes(const Shape& logical_shape) const {
    const Shape2D physical = compute_physical_shape(logical_shape);
    const Shape2D page = compute_page_shape(physical);
    if (page.height() == 0 || page.width() == 0) return 0;
    const size_t across = (physical.width() + page.width() - 1) / page.width();
    return physical.height() / page.height() * across * compute_page_size_bytes(logical_shape);
}

TensorSpec::TensorSpec(Shape shape, TensorLayout layout)
    : logical_shape_{std::move(shape)},
      tensor_layout_{std::move(layout)},
      padded_shape_(tensor_layout_.compute_padded_shape(logical_shape_)),
      physical_shape_(tensor_layout_.compute_physical_shape(logical_shape_)) {
    static_cast<void>(padded_shape_.volume());  // refuses what cannot be counted, so that no size below wraps around
    tensor_layout_ = tensor_layout_.with_memory_config(with_both_shard_specs(*this));
}

TensorSpec TensorSpec::with_memory_config(const MemoryConfig& memory_config) const {
    return TensorSpec(logical_shape_, tensor_layout_.with_memory_config(memory_config));
}

BufferShardingArgs TensorSpec::compute_buffer_sharding_args() const {
    const MemoryConfig& memory = memory_config();
    if (!memory.is_sharded()) return {};
    TT_FATAL(memory.shard_spec() || memory.nd_shard_spec(),
             "TW3219: {}: a sharded tensor needs a shard spec (grid and shard shape)", memory);
    const Shape2D page = tensor_layout_.compute_page_shape(physical_shape_);
    TT_FATAL(page.width() != 0 && page.height() != 0, "TW3219: {}: a tensor of {} x {} elements has no pages", memory,
             physical_shape_.height(), physical_shape_.width());
    TT_FATAL(physical_shape_.width() % page.width() == 0 && physical_shape_.height() % page.height() == 0,
             "TW3219: {}: a tensor of {} x {} elements is not whole pages of {} x {}", memory, physical_shape_.height(),
             physical_shape_.width(), page.height(), page.width());
    std::optional<ShardSpecBuffer> flat;
    if (const auto& spec = memory.shard_spec()) {
        const std::array<uint32_t, 2> pages = {static_cast<uint32_t>(physical_shape_.height() / page.height()),
                                               static_cast<uint32_t>(physical_shape_.width() / page.width())};
        flat = ShardSpecBuffer(*spec, std::array<uint32_t, 2>(page), pages);
    }
    const NdShardSpec& spec = *memory.nd_shard_spec();
    Shape tensor = padded_shape_;
    if (tensor.rank() < spec.shard_shape.rank()) tensor = tensor.to_rank(spec.shard_shape.rank());
    return BufferShardingArgs(
        BufferDistributionSpec::from_shard_spec(tensor, spec.shard_shape, page, spec.grid, spec.orientation,
                                                spec.shard_distribution_strategy),
        flat, memory.memory_layout());
}

}  // namespace tt::tt_metal
