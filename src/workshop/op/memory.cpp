// Adding up what a call needs. Alignment and padding of sticks are left out: the card's allocator knows them, and
// refuses what is only just too large.
#include "workshop/op/memory.hpp"

#include <fmt/format.h>

#include "base/memory.hpp"
#include "base/product.hpp"
#include "metal/device_impl.hpp"

namespace tilewright::workshop {

using ttnn::DataType;

uint64_t host_bytes_of(const OpCase& request) {
    // Each element of the first input is there as data, padded, as bytes of the card, as bytes and as a value of the
    // result, and thrice as a double of the reference.
    constexpr uint64_t bytes_of_element = 4 + 4 + 4 + 4 + 4 + 3 * 8;
    uint64_t bytes = bytes_of_element;
    for (size_t i = 1; i < request.op->inputs.size(); ++i) {
        const OpInput& input = request.op->inputs[i];
        if (input.shape == InputShape::Rows && request.dtype_of(input.name)) bytes += 4 + 4 + 4;
    }
    return bounded_product(request.tensor_shape().volume(), bytes);
}

void check_memory(const OpCase& request, ttnn::MeshDevice& device) {
    const OpDefinition& op = *request.op;
    uint64_t dram_bytes = 0;
    const auto add = [&](uint64_t elements, DataType dtype, ttnn::BufferType memory) {
        if (memory != ttnn::BufferType::DRAM || request.input_shards) return;
        const bool narrow = dtype == DataType::BFLOAT16 || dtype == DataType::UINT16;
        dram_bytes += bounded_product(elements, narrow ? 2 : 4);
    };
    add(request.tensor_shape().volume(), request.dtype, request.input_memory);
    for (size_t i = 1; i < op.inputs.size(); ++i) {
        const InputShape shape = op.inputs[i].shape;
        if (const auto dtype = request.dtype_of(op.inputs[i].name)) {
            uint64_t elements = 1;
            for (const uint32_t dim : request.shape_of(i)) elements *= dim;
            add(elements, *dtype, shape == InputShape::Rows ? request.input_memory : ttnn::BufferType::DRAM);
        }
    }
    add(output_shape(request).volume(), request.result_dtype(), request.output_memory);
    const card::Arch& arch = device.impl().card->arch();
    const uint64_t there = arch.dram_banks.size() * arch.dram_bank_bytes;
    const uint64_t host = host_bytes_of(request);
    if (dram_bytes <= there) return need_host_memory(host, request.text());
    throw Error("TW3001",
                fmt::format("{}: its tensors need {} of DRAM, and the card has {}; the host would need about {} for "
                            "them and for the reference, and {} are free",
                            request.text(), bytes_text(dram_bytes), bytes_text(there), bytes_text(host),
                            bytes_text(host_memory_free())),
                "give a smaller shape", Exit::Usage);
}

}  // namespace tilewright::workshop
