// Refusals of the row ops.
#include "workshop/op/validate.hpp"

#include <algorithm>

#include "tt-metalium/allocator.hpp"
#include "tt-metalium/hal.hpp"
#include "tt_stl/assert.hpp"
#include "tt_stl/fmt.hpp"

namespace tilewright::workshop {

using namespace ttnn;

namespace {

void check_storage(const char* op, const char* argument, const Tensor& tensor, Layout layout, Shards shards,
                   Values values) {
    TT_FATAL(tensor.storage_type() == StorageType::DEVICE,
             "{}: {} must be on a device, but its storage is {}; move it there with to_device(device)", op, argument,
             tensor.storage_type());
    TT_FATAL(tensor.is_allocated(), "{}: the buffer of {} must be allocated, but it has been freed", op, argument);
    TT_FATAL(tensor.layout() == layout, "{}: {} must have layout {}, but its layout is {}; convert it with to_layout",
             op, argument, layout, tensor.layout());
    const DataType dtype = tensor.dtype();
    const bool of_tiles = dtype == DataType::BFLOAT8_B || dtype == DataType::BFLOAT4_B;
    TT_FATAL(values == Values::Integers || dtype == DataType::FLOAT32 || dtype == DataType::BFLOAT16 || of_tiles,
             "{}: {} must have dtype DataType::BFLOAT16 or DataType::FLOAT32, but its dtype is {}", op, argument,
             tensor.dtype());
    if (tensor.is_sharded() && shards == Shards::Allowed)
        return check_shards(op, argument, tensor.tensor_spec(), tensor.buffer()->alignment());
    TT_FATAL(
        !tensor.is_sharded(),
        "{}: {} must be interleaved (TensorMemoryLayout::INTERLEAVED), but its memory layout is {}; sharded tensors "
        "are not supported by this operation",
        op, argument, tensor.memory_config().memory_layout());
    TT_FATAL(layout == Layout::TILE || tensor.padded_shape() == tensor.logical_shape(),
             "{}: {} must not be padded, but its logical shape is {} and its padded shape {}", op, argument,
             tensor.logical_shape(), tensor.padded_shape());
}

}  // namespace

void check_rows(const char* op, const char* argument, const Tensor& tensor, Layout layout, Shards shards,
                Values values) {
    TT_FATAL(tensor.logical_shape().rank() >= 2, "{}: {} must have rank 2 or more, but its rank is {} (shape {})", op,
             argument, tensor.logical_shape().rank(), tensor.logical_shape());
    check_storage(op, argument, tensor, layout, shards, values);
    TT_FATAL(tensor.logical_shape().volume() != 0, "{}: every dimension of {} must be at least 1, but its shape is {}",
             op, argument, tensor.logical_shape());
}

void check_parameter(const char* op, const char* argument, const Tensor& tensor, uint32_t width, const Beside& input,
                     Layout layout, Shards shards, Values values) {
    const auto& shape = tensor.logical_shape();
    TT_FATAL(shape.rank() >= 1 && shape[-1] == width && shape.volume() == width,
             "{}: {} must have shape [{}], [1, {}] or [1, 1, 1, {}] to match the last dimension of {}, but its "
             "shape is {}",
             op, argument, width, width, width, input.name, shape);
    check_storage(op, argument, tensor, layout, shards, values);
    TT_FATAL(tensor.device() == input.tensor.device(), "{}: {} must be on the device of {}, but it is on another", op,
             argument, input.name);
}

void check_spread(const char* op, const char* argument, const Tensor& tensor, Dims dims, const Beside& input,
                  Layout layout, Shards shards, Values values) {
    check_spread(op, argument, tensor, dims, input.tensor.logical_shape(), input, layout, shards, values);
}

void check_spread(const char* op, const char* argument, const Tensor& tensor, Dims dims, const Shape& rows,
                  const Beside& input, Layout layout, Shards shards, Values values) {
    const Shape wanted = reduced_shape(rows, static_cast<Dims>(kAllDims & ~dims));
    const auto without_ones = [](const Shape& shape) {
        const auto first = std::find_if(shape.cbegin(), shape.cend(), [](uint32_t size) { return size != 1; });
        return std::vector<uint32_t>(first, shape.cend());
    };
    const Shape& given = tensor.logical_shape();
    const size_t needed = without_ones(wanted).size();
    TT_FATAL(given.rank() >= std::max<size_t>(needed, 1) && without_ones(given) == without_ones(wanted),
             "{}: {} must have shape {}, which is {} of {}, whose rows have shape {} (sizes of 1 in front may be left "
             "out), but its shape is {}{}",
             op, argument, wanted, dims_text(dims), input.name, rows, given,
             given.volume() == wanted.volume() ? "; reshape it" : "");
    check_storage(op, argument, tensor, layout, shards, values);
    TT_FATAL(tensor.device() == input.tensor.device(), "{}: {} must be on the device of {}, but it is on another", op,
             argument, input.name);
}

namespace {

bool same_matrices(const Shape& given, const Shape& rows) {
    return given.rank() == rows.rank() && std::equal(given.cbegin(), given.cend() - 2, rows.cbegin());
}
// Padding is cleared element by element, which formats with a common exponent do not have.
void check_inner(const char* op, const char* argument, const Tensor& tensor, uint32_t inner) {
    const bool common = tensor.dtype() == DataType::BFLOAT8_B || tensor.dtype() == DataType::BFLOAT4_B;
    TT_FATAL(!common || inner % 32 == 0,
             "{}: {} is {}, so that the inner dimension of its product must be a multiple of 32, but it is {}; convert "
             "it to bfloat16",
             op, argument, tensor.dtype(), inner);
}
void check_device(const char* op, const char* argument, const Tensor& tensor, const Beside& input) {
    TT_FATAL(tensor.device() == input.tensor.device(), "{}: {} must be on the device of {}, but it is on another", op,
             argument, input.name);
}

}  // namespace

void check_left(const char* op, const char* argument, const Tensor& tensor, const Shape& rows, const Beside& input,
                Shards shards) {
    check_rows(op, argument, tensor, Layout::TILE, shards);
    const Shape& given = tensor.logical_shape();
    Shape wanted = rows;
    wanted[-1] = given[-1];
    TT_FATAL(given == wanted, "{}: {} must have shape {}, rows of any width, but its shape is {}", op, argument, wanted,
             given);
    check_inner(op, argument, tensor, given[-1]);
    check_device(op, argument, tensor, input);
}

void check_right(const char* op, const char* argument, const Tensor& tensor, const RightSide& wanted, const Shape& rows,
                 const Beside& input, Shards shards) {
    check_rows(op, argument, tensor, Layout::TILE, shards);
    const Shape& given = tensor.logical_shape();
    const int down = wanted.transposed ? -1 : -2, across = wanted.transposed ? -2 : -1;
    TT_FATAL(given[down] == wanted.inner, "{}: {} must have {} {} to match {}, but its shape is {}", op, argument,
             wanted.inner, wanted.transposed ? "columns" : "rows", wanted.of, given);
    TT_FATAL(!wanted.columns || given[across] == *wanted.columns,
             "{}: {} must have {} {}, as the products before it, but its shape is {}", op, argument,
             wanted.columns.value_or(0), wanted.transposed ? "rows" : "columns", given);
    if (wanted.one) {
        TT_FATAL(given.volume() == static_cast<uint64_t>(given[-2]) * given[-1],
                 "{}: {} must be one matrix, for all others, but its shape is {}", op, argument, given);
    } else {
        Shape matrices = rows;
        matrices[-2] = given[-2];
        matrices[-1] = given[-1];
        TT_FATAL(same_matrices(given, rows),
                 "{}: {} must have shape {}, a matrix for each of the rows', but its shape is {}", op, argument,
                 matrices, given);
    }
    check_inner(op, argument, tensor, wanted.inner);
    check_device(op, argument, tensor, input);
}

Shape product_shape(const Shape& left, uint32_t columns) {
    Shape shape = left;
    shape[-1] = columns;
    return shape;
}

TensorSpec result_spec(const Shape& shape, bool padded, DataType dtype, Layout layout, const MemoryConfig& memory,
                       bool first) {
    const MemoryConfig own =
        first || !memory.is_sharded() ? memory : MemoryConfig(TensorMemoryLayout::INTERLEAVED, memory.buffer_type());
    if (!padded) return TensorSpec(shape, TensorLayout(dtype, PageConfig(layout), own));
    Shape whole = shape;
    whole[-1] = 32;
    return TensorSpec(shape, TensorLayout::fromPaddedShape(dtype, PageConfig(layout), own, shape, whole));
}

Shape reduced_shape(const Shape& shape, Dims reduced) {
    const auto sizes = shape_of_dims({shape.cbegin(), shape.cend()}, static_cast<Dims>(kAllDims & ~reduced));
    return Shape(ttsl::SmallVector<uint32_t>(sizes.begin(), sizes.end()));
}

namespace {

void check_place(const char* op, const MemoryConfig& memory_config, DataType dtype) {
    TT_FATAL(memory_config.is_dram() || memory_config.buffer_type() == BufferType::L1,
             "{}: memory_config must be in BufferType::DRAM or BufferType::L1, but it is in {}", op,
             memory_config.buffer_type());
    TT_FATAL(dtype == DataType::BFLOAT16 || dtype == DataType::FLOAT32,
             "{}: dtype must be DataType::BFLOAT16 or DataType::FLOAT32, but it is {}", op, dtype);
}

// What a refusal of the host API says, without where it stands and who called.
std::string sentence_of(const std::exception& error) {
    const std::string text = error.what();
    const size_t begin = text.find("info:\n");
    return begin == std::string::npos ? text : text.substr(begin + 6, text.find('\n', begin + 6) - begin - 6);
}

}  // namespace

void check_output(const char* op, const MemoryConfig& memory_config, DataType dtype) {
    TT_FATAL(!memory_config.is_sharded(),
             "{}: memory_config must be interleaved (TensorMemoryLayout::INTERLEAVED), but its memory layout is {}", op,
             memory_config.memory_layout());
    check_place(op, memory_config, dtype);
}

void check_output(const char* op, const MemoryConfig& memory_config, DataType dtype, const Tensor& input,
                  const std::function<TensorSpec()>& spec) {
    check_place(op, memory_config, dtype);
    if (!memory_config.is_sharded()) return;
    const auto made = [&] {
        try {
            return spec();
        } catch (const std::exception& error) {
            TT_THROW("TW3221: {}: memory_config does not fit the result: {}", op, sentence_of(error));
        }
    }();
    check_shards(op, "the result with this memory_config", made,
                 input.device()->allocator()->get_alignment(memory_config.buffer_type()));
}

DataType result_dtype(DataType input) {
    if (input == DataType::INT32 || input == DataType::UINT32 || input == DataType::UINT16) return DataType::FLOAT32;
    return input == DataType::BFLOAT8_B || input == DataType::BFLOAT4_B ? DataType::BFLOAT16 : input;
}

void check_grid(const char* op, const std::optional<CoreCoord>& core_grid, const Tensor& input) {
    if (!core_grid) return;
    const CoreCoord whole = input.device()->compute_with_storage_grid_size();
    TT_FATAL(core_grid->x >= 1 && core_grid->y >= 1 && core_grid->x <= whole.x && core_grid->y <= whole.y,
             "{}: core_grid must be between 1x1 and {}x{} cores, but it is {}x{}", op, whole.x, whole.y, core_grid->x,
             core_grid->y);
}

void check_wide_dst(const char* op, const char* argument, const DeviceComputeKernelConfig& config) {
    TT_FATAL(get_fp32_dest_acc_en(config),
             "{}: {} has integers, which become float32 numbers in DST, but compute_kernel_config.fp32_dest_acc_en is "
             "false; leave it true",
             op, argument);
}

void check_compute(const char* op, const DeviceComputeKernelConfig& config) {
    const auto& settings = std::get<WormholeComputeKernelConfig>(config);
    TT_FATAL(settings.math_fidelity != MathFidelity::Invalid,
             "{}: compute_kernel_config.math_fidelity must be LoFi, HiFi2, HiFi3 or HiFi4, but it is Invalid", op);
}

DeviceComputeKernelConfig default_compute_config(const Tensor& input,
                                                 const std::optional<const DeviceComputeKernelConfig>& given) {
    const tt::ARCH arch =
        input.storage_type() == StorageType::DEVICE ? input.device()->arch() : tt::tt_metal::hal::get_arch();
    return init_device_compute_kernel_config(arch, given, MathFidelity::HiFi4, /*approximate=*/false,
                                             /*fp32_dest_acc_en=*/true);
}

}  // namespace tilewright::workshop
