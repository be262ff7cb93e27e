// Bytes of this core's own L1 that the engine is told of before they are touched. In fast mode the engine may have put
// off a read that belongs there (tw_touch_l1), and a kernel that touches L1 in no other way lets it do so.
#pragma once

#include <stdint.h>

#include "internal/risc_attribs.h"
#include "tw/abi.h"

namespace tw {

#if defined(__clang__) && !defined(TW_STRICT)
template <typename T>
using L1 = __attribute__((address_space(7))) T;

template <typename T>
FORCE_INLINE L1<T>* known_l1(uint32_t address) {
    return reinterpret_cast<L1<T>*>(tw_self->l1_base + address);
}

template <typename T>
FORCE_INLINE L1<T>* touched_l1(uint32_t address, uint32_t bytes) {
    tw_touch_l1(address, bytes);
    return known_l1<T>(address);
}
#else
template <typename T>
using L1 = volatile tt_l1_ptr T;

template <typename T>
FORCE_INLINE L1<T>* touched_l1(uint32_t address, uint32_t) {
    return reinterpret_cast<L1<T>*>(address);
}
#endif

// fill(values) stores to every one of these bytes, in order.
template <typename T, typename Fill>
FORCE_INLINE void fill_l1(uint32_t address, uint32_t bytes, Fill fill) {
#if defined(__clang__) && defined(TW_STRICT)
    // One that is not aligned is announced store by store, and so is reported where it is made.
    if (address % sizeof(T) == 0 && tw_fills_l1(address, bytes) != 0) {
        using Announced = __attribute__((address_space(7))) T;
        fill(reinterpret_cast<Announced*>(tw_self->l1_base + address));
        return;
    }
#endif
    fill(touched_l1<T>(address, bytes));
}

}  // namespace tw
