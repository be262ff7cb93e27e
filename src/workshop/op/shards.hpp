// Tensors in shards: which of them the row ops take, how a result is cut, and shards for made-up tensors.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"
#include "workshop/spec/dims.hpp"

namespace tilewright::workshop {

// Whether an op takes tensors in shards. Kernels that take a page for a stick must not be given pages that are parts of
// one, so an op says that its own do not.
enum class Shards : bool { Refused, Allowed };

// TW3221 where shards cut sticks into pages that the NoC cannot address piece by piece, where they cut tiles, or where
// sticks have more padding than the last shard needs.
void check_shards(const char* op, const char* argument, const ttnn::TensorSpec& spec, uint32_t alignment);

// Bytes of a stick of an input, or of a tile in tile layout: what kernels count with, whatever pages are.
uint32_t input_bytes(const ttnn::Tensor& tensor);
// The same of a result, whose sticks of one column go out with the padding of a tile.
uint32_t result_bytes(const ttnn::Tensor& tensor);

// Where a result goes: as the caller says, else as the first input lies. A result of another shape or layout is cut
// anew, in the same way on the same cores. `reduced`: its dimensions of size 1; sticks of one column are padded to 32.
ttnn::MemoryConfig result_memory(const std::optional<ttnn::MemoryConfig>& given, const ttnn::Tensor& first,
                                 ttnn::Layout layout, Dims reduced = 0);
// The same for a result of this shape, which is asked for where shards must be cut anew.
ttnn::MemoryConfig result_memory(const std::optional<ttnn::MemoryConfig>& given, const ttnn::Tensor& first,
                                 ttnn::Layout layout, const std::function<ttnn::Shape()>& shape);

// How made-up tensors are cut.
struct ShardAsk {
    ttnn::TensorMemoryLayout kind = ttnn::TensorMemoryLayout::HEIGHT_SHARDED;
    ttnn::CoreCoord grid = {8, 8};  // as much of it as the card has
    bool by_columns = false;        // shards follow each other along columns of the grid
    ttnn::BufferType memory = ttnn::BufferType::L1;

    bool operator==(const ShardAsk&) const = default;
    std::string text() const;  // "height-sharded on 8x8 cores"
};
const char* shards_name(ttnn::TensorMemoryLayout kind);  // "height", "width", "block"
// Shards of nearly equal size, as many as the shape gives: whole tiles, or sticks whose pieces the NoC can address and
// that are a multiple of so many columns.
ttnn::MemoryConfig shards_for(const ShardAsk& ask, const ttnn::Shape& shape, ttnn::Layout layout, ttnn::DataType dtype,
                              const ttnn::MeshDevice& device, uint32_t columns = 1);

}  // namespace tilewright::workshop
