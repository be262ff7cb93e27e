// e^x, on MATH and on PACK.
#pragma once

#include "tw/compute/sfpu_call.h"

namespace ckernel {

namespace tw_detail {

// Two orders of template arguments exist. Head: <approx, scale_en, InputClamping, iterations>, with init
// <approx, scale, InputClamping>. Until April 2026: <approx, fast_and_approx, scale_en, skip_positive_check,
// iterations> with init <approx, fast_and_approx, scale>. The types tell them apart; where a single second bool cannot,
// both readings give the same result, because a scale nobody passes is 1.
template <bool approx, auto second, auto third>
constexpr uint32_t exp_flags() {
    constexpr bool old_order = std::is_same_v<decltype(third), bool>;
    bool scale_en = static_cast<bool>(second);
    bool clamp = true;
    if constexpr (old_order) {
        scale_en = third;
    } else {
        clamp = static_cast<int>(third) != static_cast<int>(InputClamping::None);
    }
    return (approx ? TW_SFPU_APPROX : 0) | (scale_en ? TW_SFPU_SCALE : 0) | (clamp ? TW_SFPU_CLAMP_NEGATIVE : 0);
}

// The fourth argument: iterations at Head, skip_positive_check before.
template <auto fourth, int fifth>
constexpr uint32_t exp_steps() {
    if constexpr (std::is_same_v<decltype(fourth), bool>)
        return static_cast<uint32_t>(fifth);
    else
        return static_cast<uint32_t>(fourth);
}

template <auto second, auto third>
constexpr uint32_t exp_init_scale() {
    if constexpr (std::is_same_v<decltype(second), bool>) {
        if constexpr (std::is_same_v<decltype(third), InputClamping>)
            return 0x3F800000u;
        else
            return static_cast<uint32_t>(third);
    } else {
        return static_cast<uint32_t>(second);
    }
}

}  // namespace tw_detail

template <bool approx = false, auto second = 0x3F800000u, auto third = InputClamping::ClampToNegative>
ALWI void exp_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_EXP, approx ? tw_detail::exp_init_scale<second, third>() : 0x3F800000u, 0)));
}
template <bool approx = false, auto second = false, auto third = InputClamping::ClampToNegative, auto fourth = 8,
          int fifth = 8>
ALWI void exp_tile(uint32_t idst, tw_detail::VectorModeArg vector_mode = VectorMode::RC, uint16_t scale = 0x3F80) {
    MATH((tw_sfpu_unary(TW_SFPU_EXP, idst,
                        vector_mode.value | tw_detail::exp_steps<fourth, fifth>() << TW_VECTOR_STEPS_SHIFT,
                        tw_detail::exp_flags<approx, second, third>(), scale, 0)));
}
template <bool approx = false, auto second = 0x3F800000u, auto third = InputClamping::ClampToNegative>
ALWI void exp_packthread_tile_init() {
    PACK((tw_sfpu_init(TW_SFPU_EXP, approx ? tw_detail::exp_init_scale<second, third>() : 0x3F800000u, 0)));
}
template <bool approx = false, auto second = false, auto third = InputClamping::ClampToNegative, auto fourth = 8,
          int fifth = 8>
ALWI void exp_packthread_tile(uint32_t idst, tw_detail::VectorModeArg vector_mode = VectorMode::RC,
                              uint16_t scale = 0x3F80) {
    PACK((tw_sfpu_unary(TW_SFPU_EXP, idst,
                        vector_mode.value | tw_detail::exp_steps<fourth, fifth>() << TW_VECTOR_STEPS_SHIFT,
                        tw_detail::exp_flags<approx, second, third>(), scale, 0)));
}

}  // namespace ckernel
