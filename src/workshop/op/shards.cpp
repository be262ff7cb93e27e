// Refusing shards, cutting results and made-up tensors.
#include "workshop/op/shards.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/round_up.hpp"
#include "tt-metalium/allocator.hpp"
#include "tt-metalium/math.hpp"
#include "tt_stl/assert.hpp"
#include "tt_stl/fmt.hpp"

namespace tilewright::workshop {

using namespace ttnn;

namespace {

constexpr uint32_t kTile = 32;

// A tensor as rows and columns, and cores down and across.
struct Cut {
    TensorMemoryLayout kind;
    uint32_t height, width;
    uint32_t down, across;
};

Cut cut_of(TensorMemoryLayout kind, const tt::tt_metal::CoreRangeSet& cores, ShardOrientation orientation,
           uint32_t height, uint32_t width) {
    CoreCoord grid = cores.bounding_box().grid_size();
    if (orientation != ShardOrientation::ROW_MAJOR) std::swap(grid.x, grid.y);
    const uint32_t all = cores.num_cores();
    const bool blocks = kind == TensorMemoryLayout::BLOCK_SHARDED;
    return {kind, height, width, blocks ? static_cast<uint32_t>(grid.y) : all,
            blocks ? static_cast<uint32_t>(grid.x) : all};
}

// Shards of about equal size in multiples of rows and columns.
std::array<uint32_t, 2> shard_shape(const Cut& cut, uint32_t rows, uint32_t columns) {
    const auto part = [](uint32_t size, uint32_t parts, uint32_t unit) {
        return round_up(std::max(tt::div_up(size, parts), 1u), unit);
    };
    const bool keeps_rows = cut.kind == TensorMemoryLayout::WIDTH_SHARDED,
               keeps_columns = cut.kind == TensorMemoryLayout::HEIGHT_SHARDED;
    return {keeps_rows ? cut.height : part(cut.height, cut.down, rows),
            keeps_columns ? cut.width : part(cut.width, cut.across, columns)};
}

struct Flat {
    uint32_t height, width;
};
Flat flat_of(const Shape& shape, Layout layout, uint32_t width) {
    const bool tile = layout == Layout::TILE;
    const int rank = static_cast<int>(shape.rank());
    uint64_t height = rank < 2 ? 1 : tile ? round_up(shape[-2], kTile) : shape[-2];
    if (tile && rank < 2) height = kTile;
    for (int dim = -rank; dim < -2; ++dim) height *= shape[dim];
    return {static_cast<uint32_t>(height), tile ? round_up(width, kTile) : width};
}

}  // namespace

void check_shards(const char* op, const char* argument, const TensorSpec& spec, uint32_t alignment) {
    const MemoryConfig& memory = spec.memory_config();
    if (spec.layout() == Layout::TILE) {
        const auto& flat = memory.shard_spec();
        TT_FATAL(!flat || (flat->shape[0] % kTile == 0 && flat->shape[1] % kTile == 0),
                 "TW3221: {}: {}: shards of {} x {} cut tiles; in tile layout both must be multiples of {}", op,
                 argument, flat->shape[0], flat->shape[1], kTile);
        return;
    }
    const Shape &logical = spec.logical_shape(), &padded = spec.padded_shape();
    const uint32_t datum_bytes = tt::tt_metal::element_size_bytes(spec.data_type());
    const auto bytes = static_cast<uint32_t>(spec.compute_page_size_bytes());
    const uint32_t across = bytes / datum_bytes;
    // Sticks of one column may be padded to a tile's width, as reductions give them.
    const uint32_t least = round_up(logical[-1], across);
    const uint32_t most = logical[-1] == 1 && across >= kTile ? across : least;
    Shape whole = logical;
    whole[-1] = padded[-1];
    TT_FATAL(padded == whole && padded[-1] >= least && padded[-1] <= most,
             "TW3221: {}: {} must be padded to whole shards of {} columns only, but its logical shape is {} and its "
             "padded shape {}",
             op, argument, across, logical, padded);
    TT_FATAL(across >= logical[-1] || bytes % alignment == 0,
             "TW3221: {}: {}: shards of {} columns cut its sticks every {} bytes, but pieces of a stick in {} begin at "
             "multiples of {} bytes; make shards a multiple of {} columns wide",
             op, argument, across, bytes, memory.buffer_type(), alignment, alignment / datum_bytes);
}

uint32_t input_bytes(const Tensor& tensor) {
    if (tensor.layout() == Layout::TILE || !tensor.is_sharded())
        return static_cast<uint32_t>(tensor.buffer()->page_size());
    return tensor.logical_shape()[-1] * tt::tt_metal::element_size_bytes(tensor.dtype());
}

uint32_t result_bytes(const Tensor& tensor) {
    const uint32_t bytes = input_bytes(tensor);
    if (tensor.layout() == Layout::TILE || !tensor.is_sharded() || tensor.logical_shape()[-1] != 1) return bytes;
    return std::min(tensor.padded_shape()[-1], kTile) * bytes;
}

namespace {

// The shards of the first input, cut for a result of this shape.
MemoryConfig cut_anew(const Tensor& first, Layout layout, const Shape& shape, bool one_column) {
    const MemoryConfig& memory = first.memory_config();
    const Shape& before = first.logical_shape();
    const auto& spec = memory.shard_spec();
    if (!spec || before.rank() == 0) return MemoryConfig(TensorMemoryLayout::INTERLEAVED, memory.buffer_type());
    const bool tile = layout == Layout::TILE;
    const Flat size = flat_of(shape, layout, one_column ? kTile : shape[-1]);
    const Flat old = flat_of(before, first.layout(), before[-1]);
    std::array<uint32_t, 2> cut =
        shard_shape(cut_of(memory.memory_layout(), spec->grid, spec->orientation, size.height, size.width),
                    tile ? kTile : 1, kTile);
    // What was cut already and suits stays.
    const bool by_rows = memory.memory_layout() != TensorMemoryLayout::WIDTH_SHARDED,
               by_columns = memory.memory_layout() != TensorMemoryLayout::HEIGHT_SHARDED;
    if (by_rows && size.height == old.height && (!tile || spec->shape[0] % kTile == 0)) cut[0] = spec->shape[0];
    if (by_columns && size.width == old.width && spec->shape[1] % kTile == 0) cut[1] = spec->shape[1];
    return MemoryConfig(memory.memory_layout(), memory.buffer_type(),
                        tt::tt_metal::ShardSpec(spec->grid, cut, spec->orientation));
}

}  // namespace

MemoryConfig result_memory(const std::optional<MemoryConfig>& given, const Tensor& first, Layout layout, Dims reduced) {
    if (given) return *given;
    const MemoryConfig& memory = first.memory_config();
    if (!memory.is_sharded() || (layout == first.layout() && reduced == 0)) return memory;
    const Shape& before = first.logical_shape();
    const auto sizes = shape_of_dims({before.cbegin(), before.cend()}, static_cast<Dims>(kAllDims & ~reduced));
    return cut_anew(first, layout, Shape(ttsl::SmallVector<uint32_t>(sizes.begin(), sizes.end())), (reduced & kW) != 0);
}

MemoryConfig result_memory(const std::optional<MemoryConfig>& given, const Tensor& first, Layout layout,
                           const std::function<Shape()>& shape) {
    if (given) return *given;
    if (!first.memory_config().is_sharded()) return first.memory_config();
    return cut_anew(first, layout, shape(), /*one_column=*/false);
}

const char* shards_name(TensorMemoryLayout kind) {
    switch (kind) {
        case TensorMemoryLayout::HEIGHT_SHARDED: return "height";
        case TensorMemoryLayout::WIDTH_SHARDED: return "width";
        default: return "block";
    }
}

std::string ShardAsk::text() const {
    return fmt::format("{}-sharded on {}x{} cores{}{}", shards_name(kind), grid.x, grid.y,
                       by_columns ? " by columns" : "", memory == BufferType::DRAM ? " of DRAM" : "");
}

MemoryConfig shards_for(const ShardAsk& ask, const Shape& shape, Layout layout, DataType dtype,
                        const MeshDevice& device, uint32_t columns) {
    const CoreCoord whole =
        ask.memory == BufferType::DRAM ? device.dram_grid_size() : device.compute_with_storage_grid_size();
    const CoreCoord grid{std::min(ask.grid.x, whole.x), std::min(ask.grid.y, whole.y)};
    const tt::tt_metal::CoreRangeSet cores(tt::tt_metal::CoreRange({0, 0}, {grid.x - 1, grid.y - 1}));
    const auto orientation = ask.by_columns ? ShardOrientation::COL_MAJOR : ShardOrientation::ROW_MAJOR;
    const bool tile = layout == Layout::TILE;
    const Flat size = flat_of(shape, layout, shape[-1]);
    const uint32_t unit =
        tile ? kTile
             : round_up(device.allocator()->get_alignment(ask.memory) / tt::tt_metal::element_size_bytes(dtype),
                        columns);
    const std::array<uint32_t, 2> cut =
        shard_shape(cut_of(ask.kind, cores, orientation, size.height, size.width), tile ? kTile : 1, unit);
    return MemoryConfig(ask.kind, ask.memory, tt::tt_metal::ShardSpec(cores, cut, orientation));
}

}  // namespace tilewright::workshop
