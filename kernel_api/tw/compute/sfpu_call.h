// What the SFPU headers share: the calls into the engine, enums of their arguments, argument shims for older sources.
#pragma once

#include <cstdint>
#include <type_traits>

#include "tw/abi.h"
#include "tw/compute/defs.h"
#include "tw/sfpu_ops.h"

namespace ckernel {

enum class InputClamping : std::uint8_t { None = 0, ClampToNegative = 1 };
enum class DstRoundingMode : std::uint8_t { Default = 0, NearestEven = 1 };
enum class RoundingMode : std::uint8_t { None = 0, Trunc = 1, Floor = 2 };
enum class BinaryOp : std::uint8_t { ADD = 0, SUB = 1, MUL = 2, DIV = 3, RSUB = 4, POW = 5, XLOGY = 6 };
enum class ActivationType { Celu = 0, Elu = 1, Gelu = 2, Hardtanh = 3, Hardsigmoid = 4 };

struct p_sfpu {
    static constexpr std::uint32_t LREG0 = 0, LREG1 = 1, LREG2 = 2, LREG3 = 3, LREG4 = 4, LREG5 = 5, LREG6 = 6,
                                   LREG7 = 7;
    static constexpr std::uint32_t LCONST_0_8373 = 8, LCONST_0 = 9, LCONST_1 = 10, LCONST_neg1 = 11;
    static constexpr std::uint32_t kCONST_1_FP16B = 0x3F80;
};

namespace tw_detail {

// A vector mode given as the enum or, in older sources, as an int.
struct VectorModeArg {
    std::uint32_t value;
    template <class T>
    constexpr VectorModeArg(T mode) : value(static_cast<std::uint32_t>(mode)) {}
};
template <class T>
constexpr std::uint32_t vector_mode(T mode) {
    return static_cast<std::uint32_t>(mode);
}

template <bool on>
constexpr std::uint32_t approx_flag() {
    return on ? TW_SFPU_APPROX : 0;
}

constexpr std::uint32_t format(DataFormat f) { return static_cast<std::uint32_t>(f); }
constexpr bool is_integer(DataFormat f) {
    return f == DataFormat::Int32 || f == DataFormat::UInt32 || f == DataFormat::UInt16 || f == DataFormat::UInt8 ||
           f == DataFormat::Int8;
}

template <class... T>
inline constexpr bool never = false;

}  // namespace tw_detail
}  // namespace ckernel

// A function that exists on the card and not here: calling it is a compile error that says so.
#define TW_SFPU_UNSUPPORTED(name)                                                                      \
    template <auto... tw_values, class... TwArguments>                                                 \
    ALWI void name(TwArguments...) {                                                                   \
        static_assert(tw_detail::never<TwArguments...>, "tilewright: " #name " is not supported yet"); \
    }
