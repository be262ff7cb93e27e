// Everything about a tensor but its data.
#pragma once

#include <cstddef>
#include <tuple>

#include "tt-metalium/mesh_buffer.hpp"
#include "ttnn/tensor/layout/tensor_layout.hpp"

namespace tt::tt_metal {

class TensorSpec {
public:
    TensorSpec(Shape logical_shape, TensorLayout tensor_layout);

    // The shape as given, rounded up to whole pages, and that folded to two dimensions.
    const Shape& logical_shape() const { return logical_shape_; }
    const Shape& padded_shape() const { return padded_shape_; }
    const Shape2D& physical_shape() const { return physical_shape_; }

    const TensorLayout& tensor_layout() const { return tensor_layout_; }
    const MemoryConfig& memory_config() const { return tensor_layout_.get_memory_config(); }
    PageConfig page_config() const { return tensor_layout_.get_page_config(); }
    Layout layout() const { return tensor_layout_.get_layout(); }
    const Tile& tile() const { return tensor_layout_.get_tile(); }
    DataType data_type() const { return tensor_layout_.get_data_type(); }
    TensorSpec with_memory_config(const MemoryConfig& memory_config) const;

    size_t compute_page_size_bytes() const { return tensor_layout_.compute_page_size_bytes(logical_shape_); }
    size_t compute_packed_buffer_size_bytes() const {
        return tensor_layout_.compute_packed_buffer_size_bytes(logical_shape_);
    }
    // How a device buffer of this tensor is sharded; interleaved tensors are not.
    BufferShardingArgs compute_buffer_sharding_args() const;

    bool operator==(const TensorSpec& other) const {
        return logical_shape_ == other.logical_shape_ && tensor_layout_ == other.tensor_layout_;
    }

    static constexpr auto attribute_names = std::forward_as_tuple("logical_shape", "tensor_layout");
    auto attribute_values() const { return std::tie(logical_shape_, tensor_layout_); }

private:
    Shape logical_shape_;
    TensorLayout tensor_layout_;
    Shape padded_shape_;
    Shape2D physical_shape_;
};

}  // namespace tt::tt_metal

namespace ttnn {
using tt::tt_metal::TensorSpec;
}
