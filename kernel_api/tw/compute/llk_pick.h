// Template arguments of the low-level calls moved about over the years. The shims take them as a pack and look for
// what they need by type.
#pragma once

#include "tw/compute/defs.h"

namespace ckernel::tw_detail {

template <typename Wanted, Wanted fallback>
constexpr Wanted pick() {
    return fallback;
}
template <typename Wanted, Wanted fallback, auto first, auto... rest>
constexpr Wanted pick() {
    if constexpr (std::is_same_v<std::remove_cv_t<decltype(first)>, Wanted>) {
        return first;
    } else {
        return pick<Wanted, fallback, rest...>();
    }
}

template <auto... flags>
inline constexpr BroadcastType broadcast_of = pick<BroadcastType, BroadcastType::NONE, flags...>();
template <auto... flags>
inline constexpr uint32_t reuse_of =
    static_cast<uint32_t>(pick<EltwiseBinaryReuseDestType, EltwiseBinaryReuseDestType::NONE, flags...>());
template <auto... flags>
inline constexpr EltwiseBinaryType eltwise_of = pick<EltwiseBinaryType, EltwiseBinaryType::ELWADD, flags...>();
template <auto... flags>
inline constexpr PoolType pool_of = pick<PoolType, PoolType::SUM, flags...>();
template <auto... flags>
inline constexpr ReduceDim dim_of = pick<ReduceDim, ReduceDim::REDUCE_ROW, flags...>();
// The third bool of a reduction, after those of a 32-bit DST and of integers: enforce_fp32_accumulation.
template <auto... flags>
inline constexpr bool whole_row_results_of = [] {
    uint32_t count = 0;
    bool third = false;
    const auto look = [&](auto flag) {
        if constexpr (std::is_same_v<decltype(flag), bool>) third = ++count == 3 ? flag : third;
    };
    (look(flags), ...);
    return third;
}();
// An enumerator of MathFidelity, or in older sources the first plain integer.
template <auto... flags>
inline constexpr uint32_t fidelity_of = [] {
    constexpr int number = pick<int, -1, flags...>();
    constexpr auto unset = static_cast<MathFidelity>(0xFF);
    constexpr MathFidelity named = pick<MathFidelity, unset, flags...>();
    if (named != unset) return static_cast<uint32_t>(named);
    return number >= 0 ? static_cast<uint32_t>(number) : static_cast<uint32_t>(TW_FIDELITY_OF_KERNEL);
}();

}  // namespace ckernel::tw_detail
