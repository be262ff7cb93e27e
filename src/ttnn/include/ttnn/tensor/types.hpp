// What the elements of a tensor are and how they lie in memory.
#pragma once

#include <cstdint>
#include <ostream>
#include <type_traits>

#include "tt-metalium/bfloat16.hpp"
#include "tt-metalium/buffer_types.hpp"
#include "tt-metalium/tt_backend_api_types.hpp"
#include "tt_stl/fmt.hpp"
#include "ttnn/tensor/layout/layout.hpp"
#include "ttnn/tensor/memory_config/memory_config.hpp"
#include "ttnn/tensor/shape/shape.hpp"

namespace tt::tt_metal {

enum class DataType {
    BFLOAT16 = 0,
    FLOAT32 = 1,
    UINT32 = 2,
    BFLOAT8_B = 3,
    BFLOAT4_B = 4,
    UINT8 = 5,
    UINT16 = 6,
    INT32 = 7,
    INVALID,
};

enum class StorageType { HOST = 0, DEVICE = 1 };

std::ostream& operator<<(std::ostream& os, DataType dtype);

tt::DataFormat datatype_to_dataformat_converter(DataType dtype);
DataType dataformat_to_datatype_converter(tt::DataFormat format);
bool is_floating_point(DataType dtype);
bool is_block_float(DataType dtype);
// Bytes of one element; block formats have none and are refused.
uint32_t element_size_bytes(DataType dtype);

// The dtype of a C++ element type.
template <typename T>
consteval DataType convert_to_data_type() {
    if constexpr (std::is_same_v<T, bfloat16>)
        return DataType::BFLOAT16;
    else if constexpr (std::is_same_v<T, float>)
        return DataType::FLOAT32;
    else if constexpr (std::is_same_v<T, uint32_t>)
        return DataType::UINT32;
    else if constexpr (std::is_same_v<T, int32_t>)
        return DataType::INT32;
    else if constexpr (std::is_same_v<T, uint16_t>)
        return DataType::UINT16;
    else if constexpr (std::is_same_v<T, uint8_t>)
        return DataType::UINT8;
    else
        static_assert(sizeof(T) == 0, "tensors hold bfloat16, float, uint32_t, int32_t, uint16_t or uint8_t");
}

}  // namespace tt::tt_metal

namespace ttnn {
using tt::tt_metal::DataType;
using tt::tt_metal::StorageType;
}  // namespace ttnn
