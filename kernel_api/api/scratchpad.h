// Scratchpad<T>: an L1 region that the host declared for the kernel, as a span with checked bounds.
#pragma once

#include <cstdint>
#include <type_traits>

#include "api/core_local_mem.h"
#include "api/debug/assert.h"
#include "experimental/kernel_args.h"
#include "tw/dataflow/side.h"

// Names a scratch region that the host bound to the kernel: which common runtime argument holds its address, and how
// long it is. Only a Scratchpad looks inside.
class ScratchpadBindingToken {
    template <typename>
    friend class Scratchpad;
    int word_;
    uint32_t bytes_;

public:
    explicit constexpr ScratchpadBindingToken(uint32_t crta_offset, uint32_t size_in_bytes) noexcept
        : word_(static_cast<int>(crta_offset)), bytes_(size_in_bytes) {}
};

template <typename T>
class Scratchpad {
public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using size_type = uint32_t;
    using pointer = CoreLocalMem<T>;
    using const_pointer = CoreLocalMem<const T>;
    using reference = T&;
    using const_reference = const T&;
    using iterator = pointer;

    [[nodiscard]] explicit Scratchpad(const ScratchpadBindingToken& token) noexcept
        : base_(get_common_arg_val<uint32_t>(token.word_)), bytes_(token.bytes_) {}

    [[nodiscard]] reference operator[](uint32_t index) const {
        ASSERT(index < size());
        return base_[index];
    }
    [[nodiscard]] size_type size() const noexcept { return bytes_ / sizeof(T); }
    [[nodiscard]] size_type size_in_bytes() const noexcept { return bytes_; }
    [[nodiscard]] uint32_t get_base_address() const noexcept { return base_.get_address(); }
    [[nodiscard]] iterator begin() const noexcept { return base_; }
    [[nodiscard]] iterator end() const noexcept { return base_ + size(); }
    [[nodiscard]] pointer local_mem() const noexcept { return base_; }

private:
    pointer base_;
    uint32_t bytes_;
};

#ifndef TW_COMPUTE_SIDE
template <typename T>
struct noc_traits_t<Scratchpad<T>> : tw::LocalNocTraits<Scratchpad<T>, noc_traits_t<Scratchpad<T>>> {
    static uint32_t source_address(const Scratchpad<T>& memory) { return memory.get_base_address(); }
    static uint32_t destination_address(const Scratchpad<T>& memory) { return memory.get_base_address(); }
};
#endif
