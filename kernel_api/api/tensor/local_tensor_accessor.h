// LocalTensorAccessor<T>: this core's shard of an L1 tensor as an array.
#pragma once

#include <cstdint>

#include "api/core_local_mem.h"
#include "api/tensor/tensor_accessor_args.h"
#include "api/tensor/tensor_binding_token.h"

template <typename T>
class LocalTensorAccessor {
public:
    template <uint32_t CTA_OFFSET, uint32_t ADDR_CRTA_OFFSET>
    [[nodiscard]] explicit LocalTensorAccessor(
        tensor_accessor::TensorBindingToken<CTA_OFFSET, ADDR_CRTA_OFFSET>) noexcept
        : LocalTensorAccessor(get_common_arg_val<uint32_t>(ADDR_CRTA_OFFSET / 4)) {
        static_assert(
            !TensorAccessorArgs<CTA_OFFSET>::is_dram,
            "LocalTensorAccessor: the bound tensor is in DRAM, which no core has locally; use TensorAccessor");
    }
    [[nodiscard]] explicit LocalTensorAccessor(uint32_t bank_base_address) noexcept : memory_(bank_base_address) {}

    [[nodiscard]] T& operator[](uint32_t index) const { return memory_[index]; }
    [[nodiscard]] uint32_t get_bank_base_address() const noexcept { return memory_.get_address(); }
    [[nodiscard]] CoreLocalMem<T> local_mem() const noexcept { return memory_; }

private:
    CoreLocalMem<T> memory_;
};
