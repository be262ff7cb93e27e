// What the row ops ask of their arguments. Every refusal names the op, the argument, what was given and what is
// allowed.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"
#include "workshop/op/shards.hpp"

namespace tilewright::workshop {

// What elements must be: floats of any dtype, or integers, of which the caller says more.
enum class Values : bool { Floats, Integers };

// A bfloat16 or float32 tensor on a device, interleaved or in shards where the op takes them, of rank 2 or more,
// without an empty dimension; in tile layout the formats of whole tiles are allowed too.
void check_rows(const char* op, const char* argument, const ttnn::Tensor& tensor,
                ttnn::Layout layout = ttnn::Layout::ROW_MAJOR, Shards shards = Shards::Refused,
                Values values = Values::Floats);
// The tensor beside which another one is judged, by the name that the call has for it.
struct Beside {
    Beside(const ttnn::Tensor& rows, const char* called = "input_tensor") : tensor(rows), name(called) {}
    const ttnn::Tensor& tensor;
    const char* name;
};
// Such a tensor of `width` elements: [W], [1,W], [1,1,1,W].
void check_parameter(const char* op, const char* argument, const ttnn::Tensor& tensor, uint32_t width,
                     const Beside& input, ttnn::Layout layout = ttnn::Layout::ROW_MAJOR,
                     Shards shards = Shards::Refused, Values values = Values::Floats);
// What a result has unless it is told: that of the input, bfloat16 for formats of whole tiles, float32 for integers.
ttnn::DataType result_dtype(ttnn::DataType input);
// A tensor that has the size 1 along what is not in `dims`, and else the sizes of `input`; sizes of 1 in front may be
// left out.
void check_spread(const char* op, const char* argument, const ttnn::Tensor& tensor, Dims dims, const Beside& input,
                  ttnn::Layout layout = ttnn::Layout::ROW_MAJOR, Shards shards = Shards::Refused,
                  Values values = Values::Floats);

// The same beside rows of this shape, on the device of `input`.
void check_spread(const char* op, const char* argument, const ttnn::Tensor& tensor, Dims dims, const ttnn::Shape& rows,
                  const Beside& input, ttnn::Layout layout = ttnn::Layout::ROW_MAJOR,
                  Shards shards = Shards::Refused, Values values = Values::Floats);

// Sides of products of matrices, in tile layout. The left one has the rows; of the right one, its rows are as many as
// the columns of what it is multiplied with, `of`.
void check_left(const char* op, const char* argument, const ttnn::Tensor& tensor, const ttnn::Shape& rows,
                const Beside& input, Shards shards = Shards::Refused);
struct RightSide {
    uint32_t inner = 0;
    const char* of = "";
    std::optional<uint32_t> columns = std::nullopt;  // none: any
    bool transposed = false;                         // the other way round
    bool one = false;                                // one matrix for all
};
void check_right(const char* op, const char* argument, const ttnn::Tensor& tensor, const RightSide& wanted,
                 const ttnn::Shape& rows, const Beside& input, Shards shards = Shards::Refused);
// The shape of left @ right.
ttnn::Shape product_shape(const ttnn::Shape& left, uint32_t columns);

// One of several results: sticks of one value are padded to a tile's width where `padded` says so. Where the memory is
// for shards of the first result, the others are interleaved.
ttnn::TensorSpec result_spec(const ttnn::Shape& shape, bool padded, ttnn::DataType dtype, ttnn::Layout layout,
                             const ttnn::MemoryConfig& memory, bool first);

// The shape with the size 1 along `reduced`.
ttnn::Shape reduced_shape(const ttnn::Shape& shape, Dims reduced);

void check_output(const char* op, const ttnn::MemoryConfig& memory_config, ttnn::DataType dtype);
// The same where results may be in shards: `spec` gives what is to be made.
void check_output(const char* op, const ttnn::MemoryConfig& memory_config, ttnn::DataType dtype,
                  const ttnn::Tensor& input, const std::function<ttnn::TensorSpec()>& spec);
void check_grid(const char* op, const std::optional<ttnn::CoreCoord>& core_grid, const ttnn::Tensor& input);
// Integers of 32 bits go to a 32-bit DST only, and those of 16 bits become float32 numbers there.
void check_wide_dst(const char* op, const char* argument, const ttnn::DeviceComputeKernelConfig& config);
void check_compute(const char* op, const ttnn::DeviceComputeKernelConfig& config);

// The ops' defaults: HiFi4, exact functions, 32-bit DST.
ttnn::DeviceComputeKernelConfig default_compute_config(
    const ttnn::Tensor& input, const std::optional<const ttnn::DeviceComputeKernelConfig>& given);

}  // namespace tilewright::workshop
