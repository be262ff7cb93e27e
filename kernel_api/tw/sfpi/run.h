// Running a function written in SFPI over the faces of DST tiles, under the names of the low-level library.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "tw/sfpi/llk_sfpu_types.h"
#include "tw/compute/sfpu_call.h"
#include "tw/sfpi/dst.h"
#include "tw/sfpi/macros.h"

namespace ckernel {
namespace tw_detail {

// Calls `run` once per selected face, with dst_reg[0] at the face's first vector; `base` is the slot dst_reg counts
// from.
template <class Run>
inline void over_faces(std::uint32_t base, std::uint32_t mode, Run run) {
    const std::uint32_t first = base * 32;
    const std::uint32_t faces = mode == TW_VECTOR_NONE || mode > TW_VECTOR_RC ? 1 : mode == TW_VECTOR_RC ? 4 : 2;
    const std::uint32_t stride = mode == TW_VECTOR_C ? 16 : 8;
    for (std::uint32_t i = 0; i < faces; ++i) {
        sfpi::dst_reg.position = first + i * stride;
        run();
    }
    sfpi::dst_reg.position = 0;
}

}  // namespace tw_detail

// An init by its low-level name: the callback programs constants, the engine learns that some init ran.
template <SfpuType, class... Args>
inline void llk_math_eltwise_unary_sfpu_init(Args&&...) {
    tw_sfpu_init(TW_SFPU_IDENTITY, 0, 0);
}
template <SfpuType type, class Init, class... Args>
    requires std::is_invocable_v<Init, Args...>
inline void llk_math_eltwise_unary_sfpu_init(Init&& init, Args&&... args) {
    tw_sfpu_init(TW_SFPU_IDENTITY, 0, 0);
    init(std::forward<Args>(args)...);
}
template <SfpuType type, class... Args>
inline void llk_math_eltwise_binary_sfpu_init(Args&&... args) {
    llk_math_eltwise_unary_sfpu_init<type>(std::forward<Args>(args)...);
}
template <SfpuType type, class... Args>
inline void llk_math_eltwise_ternary_sfpu_init(Args&&... args) {
    llk_math_eltwise_unary_sfpu_init<type>(std::forward<Args>(args)...);
}

}  // namespace ckernel

// One tile: dst_reg counts from its slot. Sources from before 2026 name the approximation mode first.
template <class F, class... Args>
inline void _llk_math_eltwise_unary_sfpu_params_(F&& f, std::uint32_t dst_index,
                                                 ckernel::tw_detail::VectorModeArg mode = ckernel::VectorMode::RC,
                                                 Args... args) {
    ckernel::tw_detail::over_faces(dst_index, mode.value, [&] { f(args...); });
}
template <bool approximate, class F, class... Args>
inline void _llk_math_eltwise_unary_sfpu_params_(F&& f, std::uint32_t dst_index,
                                                 ckernel::tw_detail::VectorModeArg mode = ckernel::VectorMode::RC,
                                                 Args... args) {
    ckernel::tw_detail::over_faces(dst_index, mode.value, [&] { f(args...); });
}
// Two and three tiles: dst_reg counts from slot 0 and the function is given the slots.
template <class F, class... Args>
inline void _llk_math_eltwise_binary_sfpu_params_(F&& f, std::uint32_t in0, std::uint32_t in1, std::uint32_t out,
                                                  ckernel::tw_detail::VectorModeArg mode = ckernel::VectorMode::RC,
                                                  Args... args) {
    ckernel::tw_detail::over_faces(0, mode.value, [&] { f(in0, in1, out, args...); });
}
template <bool approximate, class F, class... Args>
inline void _llk_math_eltwise_binary_sfpu_params_(F&& f, std::uint32_t in0, std::uint32_t in1, std::uint32_t out,
                                                  ckernel::tw_detail::VectorModeArg mode = ckernel::VectorMode::RC,
                                                  Args... args) {
    ckernel::tw_detail::over_faces(0, mode.value, [&] { f(in0, in1, out, args...); });
}
template <class F, class... Args>
inline void _llk_math_eltwise_ternary_sfpu_params_(F&& f, std::uint32_t in0, std::uint32_t in1, std::uint32_t in2,
                                                   std::uint32_t out,
                                                   ckernel::tw_detail::VectorModeArg mode = ckernel::VectorMode::RC,
                                                   Args... args) {
    ckernel::tw_detail::over_faces(0, mode.value, [&] { f(in0, in1, in2, out, args...); });
}
template <bool approximate, class F, class... Args>
inline void _llk_math_eltwise_ternary_sfpu_params_(F&& f, std::uint32_t in0, std::uint32_t in1, std::uint32_t in2,
                                                   std::uint32_t out,
                                                   ckernel::tw_detail::VectorModeArg mode = ckernel::VectorMode::RC,
                                                   Args... args) {
    ckernel::tw_detail::over_faces(0, mode.value, [&] { f(in0, in1, in2, out, args...); });
}
