// CoreLocalMem<T>: a pointer into this core's L1, made from the 32-bit address kernels pass around.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "api/lock.h"
#include "internal/risc_attribs.h"
#include "tw/dataflow/side.h"
#ifndef TW_COMPUTE_SIDE
#include "tw/dataflow/local_traits.h"
#endif

// L1 addresses are 32 bits wide here as on the card, whatever the width of a host pointer.
template <typename T, typename AddressType = uint32_t>
class CoreLocalMem {
    static_assert(std::is_integral_v<AddressType> && std::is_unsigned_v<AddressType>,
                  "CoreLocalMem: AddressType is an unsigned integer");

public:
    using difference_type = std::ptrdiff_t;

    CoreLocalMem(AddressType address) : address_(static_cast<uint32_t>(address)) {}
    CoreLocalMem(T* ptr) : address_(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(ptr))) {}

    AddressType get_address() const { return address_; }
    tt_l1_ptr T* get_unsafe_ptr() const { return reinterpret_cast<tt_l1_ptr T*>(address_); }

    T& operator[](uint32_t index) const { return get_unsafe_ptr()[index]; }
    T& operator*() const { return *get_unsafe_ptr(); }
    tt_l1_ptr T* operator->() const { return get_unsafe_ptr(); }

    CoreLocalMem& operator+=(difference_type offset) {
        address_ += static_cast<uint32_t>(offset * static_cast<difference_type>(sizeof(T)));
        return *this;
    }
    CoreLocalMem& operator-=(difference_type offset) { return *this += -offset; }
    CoreLocalMem& operator++() { return *this += 1; }
    CoreLocalMem& operator--() { return *this += -1; }
    CoreLocalMem operator++(int) {
        CoreLocalMem before = *this;
        ++*this;
        return before;
    }
    CoreLocalMem operator--(int) {
        CoreLocalMem before = *this;
        --*this;
        return before;
    }
    CoreLocalMem operator+(difference_type offset) const {
        CoreLocalMem result = *this;
        return result += offset;
    }
    CoreLocalMem operator-(difference_type offset) const { return *this + -offset; }
    difference_type operator-(const CoreLocalMem& other) const {
        return (static_cast<difference_type>(address_) - static_cast<difference_type>(other.address_)) /
               static_cast<difference_type>(sizeof(T));
    }
    auto operator<=>(const CoreLocalMem&) const = default;
    explicit operator bool() const { return address_ != 0; }

    // Marks a region in use; nothing is locked.
    [[nodiscard]] auto scoped_lock([[maybe_unused]] std::size_t num_elements) {
        return Lock([] {});
    }

private:
    uint32_t address_;
};

#ifndef TW_COMPUTE_SIDE
template <typename T, typename AddressType>
struct noc_traits_t<CoreLocalMem<T, AddressType>>
    : tw::LocalNocTraits<CoreLocalMem<T, AddressType>, noc_traits_t<CoreLocalMem<T, AddressType>>> {
    static uint32_t source_address(const CoreLocalMem<T, AddressType>& memory) {
        return static_cast<uint32_t>(memory.get_address());
    }
    static uint32_t destination_address(const CoreLocalMem<T, AddressType>& memory) { return source_address(memory); }
};
#endif
