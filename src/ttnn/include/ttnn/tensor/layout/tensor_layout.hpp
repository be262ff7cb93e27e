// From a logical shape to bytes: padding, pages, sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>

#include "tt-metalium/shape.hpp"
#include "tt-metalium/shape2d.hpp"
#include "ttnn/tensor/layout/alignment.hpp"
#include "ttnn/tensor/layout/page_config.hpp"
#include "ttnn/tensor/types.hpp"

namespace tt::tt_metal {

class TensorLayout {
public:
    TensorLayout(DataType dtype, const PageConfig& page_config, const MemoryConfig& memory_config,
                 const Alignment& alignment = {});
    // The alignment that pads `logical_shape` to `padded_shape`.
    static TensorLayout fromPaddedShape(DataType dtype, const PageConfig& page_config,
                                        const MemoryConfig& memory_config, const Shape& logical_shape,
                                        const Shape& padded_shape);

    Layout get_layout() const { return page_config_.get_layout(); }
    const PageConfig& get_page_config() const { return page_config_; }
    const Tile& get_tile() const { return page_config_.get_tile(); }
    DataType get_data_type() const { return dtype_; }
    const MemoryConfig& get_memory_config() const { return memory_config_; }
    const Alignment& get_alignment() const { return alignment_; }
    TensorLayout with_memory_config(const MemoryConfig& memory_config) const;

    Shape compute_padded_shape(const Shape& logical_shape) const;
    // Height: all padded dimensions but the last; width: the last.
    Shape2D compute_physical_shape(const Shape& logical_shape) const;
    // Height and width of a page in elements.
    Shape2D compute_page_shape(const Shape2D& physical_shape) const;
    size_t compute_page_size_bytes(const Shape& logical_shape) const;
    size_t compute_packed_buffer_size_bytes(const Shape& logical_shape) const;

    bool operator==(const TensorLayout& other) const {
        return dtype_ == other.dtype_ && page_config_ == other.page_config_ && memory_config_ == other.memory_config_ &&
               alignment_ == other.alignment_;
    }

    static constexpr auto attribute_names = std::forward_as_tuple("dtype", "page_config", "memory_config", "alignment");
    auto attribute_values() const { return std::tie(dtype_, page_config_, memory_config_, alignment_); }

private:
    DataType dtype_;
    PageConfig page_config_;
    MemoryConfig memory_config_;
    Alignment alignment_;
};

}  // namespace tt::tt_metal

namespace ttnn {
using tt::tt_metal::TensorLayout;
}
