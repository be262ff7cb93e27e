// Names a tensor that the host bound to the kernel: where its words are and which common argument holds its address.
#pragma once

#include <cstdint>

#include "api/tensor/tensor_accessor_args.h"

namespace tensor_accessor {

template <uint32_t CTA_OFFSET, uint32_t ADDR_CRTA_OFFSET>
struct TensorBindingToken {
    static_assert(ADDR_CRTA_OFFSET % 4 == 0,
                  "TensorBindingToken: the address argument's byte offset is a multiple of 4");
    using args_t = TensorAccessorArgs<CTA_OFFSET>;
    static constexpr args_t args{};
    static constexpr uint32_t addr_crta_offset = ADDR_CRTA_OFFSET;  // in bytes
};

}  // namespace tensor_accessor
