// Functions of the low-level SFPU library that kernels call from their own SFPI code. Lane by lane they are the
// sequences of tw/sfpu_sequences.h, the same that the tile calls use.
#pragma once

#include "tw/sfpi/run.h"
#include "tw/sfpu_ops.h"
#include "tw/sfpu_sequences.h"
#include "tw/timed_costs.h"

namespace ckernel::sfpu {

enum { ADD = 0, SUB = 1, MUL = 2, DIV = 3, RSUB = 4 };

union Converter {
    float f;
    std::uint32_t u;
    static float as_float(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }
};

// Horner, coefficients from the constant term up.
struct PolynomialEvaluator {
    template <class C>
    static sfpi::vFloat eval(const sfpi::vFloat&, C last) {
        return last;
    }
    template <class C, class... More>
    static sfpi::vFloat eval(const sfpi::vFloat& x, C constant, More... more) {
        return eval(x, more...) * x + sfpi::vFloat(constant);
    }
};

// One vector of a function that is a sequence of instructions on the card; `op` tells the clock which.
template <class F>
inline sfpi::vFloat tw_lanes(std::uint32_t op, const sfpi::vFloat& x, F f) {
#ifdef TW_TIMED
    tw_timed_vector(op);
#else
    (void)op;
#endif
    return sfpi::vFloat::map([&](int i) { return f(x.lane(i)); });
}

template <int max_iter = 2>
inline sfpi::vFloat sfpu_reciprocal_iter(const sfpi::vFloat& in) {
    return tw_lanes(TW_SFPU_RECIP, in, [](float x) { return tw::sfpu::reciprocal(x, max_iter); });
}
template <bool APPROXIMATE = false, bool save_reg = true>
inline sfpi::vFloat sfpu_reciprocal(const sfpi::vFloat& in) {
    return sfpu_reciprocal_iter<APPROXIMATE ? 0 : 2>(in);
}
template <int max_iter = 3>
inline sfpi::vFloat _reciprocal_compat_(const sfpi::vFloat& in) {
    // Without the sign, which the callers put back.
    return tw_lanes(TW_SFPU_RECIP | TW_TIMED_LEGACY, in,
                    [](float x) { return tw::sfpu::reciprocal_legacy(__builtin_fabsf(x), max_iter < 3); });
}
template <bool APPROXIMATE = false, bool RECIPROCAL = false, bool FAST_APPROX = false>
inline sfpi::vFloat _calculate_sqrt_body_(const sfpi::vFloat& in) {
    return tw_lanes(RECIPROCAL ? TW_SFPU_RSQRT : TW_SFPU_SQRT, in,
                    [](float x) { return tw::sfpu::square_root(x, APPROXIMATE, FAST_APPROX, RECIPROCAL); });
}
template <bool is_fp32_dest_acc_en>
inline sfpi::vFloat _sfpu_exp_21f_bf16_(const sfpi::vFloat& in) {
    return tw_lanes(TW_SFPU_EXP, in, [](float x) {
        const float y = tw::sfpu::exp_21(x, true, 1.0017248f);
        return is_fp32_dest_acc_en ? y : tw::lane::as_float(tw::lane::round_bf16_away(tw::lane::as_bits(y)));
    });
}
template <bool unsafe = false>
inline sfpi::vFloat _sfpu_exp_fp32_accurate_(const sfpi::vFloat& in) {
    return tw_lanes(TW_SFPU_EXP, in, [](float x) { return tw::sfpu::exp_fp32(x); });
}
template <bool is_fp32_dest_acc_en>
inline sfpi::vFloat _sfpu_exp_accurate_(const sfpi::vFloat& in) {
    if constexpr (is_fp32_dest_acc_en)
        return _sfpu_exp_fp32_accurate_(in);
    else
        return _sfpu_exp_21f_bf16_<false>(in);
}
template <bool is_fp32_dest_acc_en = true>
inline sfpi::vFloat _sfpu_sigmoid_(const sfpi::vFloat& in) {
    return tw_lanes(TW_SFPU_SIGMOID, in, [](float x) { return tw::sfpu::sigmoid(x, is_fp32_dest_acc_en); });
}
inline sfpi::vFloat _sfpu_tanh_fp32_accurate_(const sfpi::vFloat& in) {
    return tw_lanes(TW_SFPU_TANH, in, [](float x) { return tw::sfpu::tanh_fp32(x); });
}
inline sfpi::vFloat float32_to_bf16_rne(const sfpi::vFloat& in) {
    return sfpi::tw_map_bits([&](int i) { return tw::lane::round_bf16_even(in.w[i]); });
}
inline sfpi::vBool _sfpu_is_fp16_zero_(const sfpi::vFloat& v) { return v == 0.0f; }

// ---- whole faces ---------------------------------------------------------------------------------------------------
template <int iterations, bool rounds, class F>
inline void tw_face(F f) {
    for (int row_pair = iterations; row_pair > 0; --row_pair, sfpi::dst_reg++) {
        sfpi::vFloat value = f(sfpi::vFloat(sfpi::dst_reg[0]));
        if constexpr (rounds) value = sfpi::convert<sfpi::vFloat16b>(value, sfpi::RoundMode::Nearest);
        sfpi::dst_reg[0] = value;
    }
}
template <bool APPROXIMATION_MODE, int ITERATIONS = 8, bool fp32_dest_acc_en = false, bool FAST_APPROX = false,
          bool legacy = false>
inline void calculate_sqrt() {
    tw_face<ITERATIONS, !fp32_dest_acc_en && !legacy>([](const sfpi::vFloat& v) {
        if constexpr (legacy)
            return tw_lanes(TW_SFPU_SQRT | TW_TIMED_LEGACY, v,
                            [](float x) { return tw::sfpu::square_root_legacy(x, APPROXIMATION_MODE); });
        else
            return _calculate_sqrt_body_<APPROXIMATION_MODE, false, FAST_APPROX>(v);
    });
}
template <bool APPROXIMATION_MODE, int ITERATIONS = 8, bool fp32_dest_acc_en = false, bool FAST_APPROX = false,
          bool legacy = false>
inline void calculate_rsqrt() {
    tw_face<ITERATIONS, !fp32_dest_acc_en && !(legacy && APPROXIMATION_MODE)>([](const sfpi::vFloat& v) {
        if constexpr (!legacy) {
            return _calculate_sqrt_body_<APPROXIMATION_MODE, true, FAST_APPROX>(v);
        } else {
            return tw_lanes(TW_SFPU_RSQRT | TW_TIMED_LEGACY, v, [](float x) {
                // The root passes through DST on its way to the reciprocal.
                std::uint32_t root = tw::lane::as_bits(tw::sfpu::square_root_legacy(x, APPROXIMATION_MODE));
                if (!fp32_dest_acc_en) root &= 0xFFFF0000u;
                return tw::sfpu::reciprocal_legacy(tw::lane::as_float(root), APPROXIMATION_MODE);
            });
        }
    });
}
template <bool APPROXIMATION_MODE, bool is_fp32_dest_acc_en, int ITERATIONS = 8, bool legacy_compat = false>
inline void calculate_reciprocal() {
    tw_face<ITERATIONS, !is_fp32_dest_acc_en && !APPROXIMATION_MODE>([](const sfpi::vFloat& v) {
        if constexpr (legacy_compat)
            return tw_lanes(TW_SFPU_RECIP | TW_TIMED_LEGACY, v,
                            [](float x) { return tw::sfpu::reciprocal_legacy(x, APPROXIMATION_MODE); });
        else
            return sfpu_reciprocal_iter < APPROXIMATION_MODE || !is_fp32_dest_acc_en ? 1 : 2 > (v);
    });
}
template <bool APPROXIMATION_MODE, int BINOP_MODE, int ITERATIONS = 8>
inline void calculate_binop_with_scalar(std::uint32_t param) {
    const sfpi::vFloat p = Converter::as_float(param);
    tw_face<ITERATIONS, false>([&](const sfpi::vFloat& v) -> sfpi::vFloat {
        if constexpr (BINOP_MODE == ADD)
            return v + p;
        else if constexpr (BINOP_MODE == SUB)
            return v - p;
        else if constexpr (BINOP_MODE == RSUB)
            return p - v;
        else
            return v * p;
    });
}

// Inits by their low-level names. The sequences above carry their constants, so there is nothing to program.
template <auto...>
inline void sqrt_init() {}
template <auto...>
inline void rsqrt_init() {}
template <auto...>
inline void recip_init() {}
template <auto...>
inline void exp_init() {}
template <auto...>
inline void sigmoid_init() {}
template <auto...>
inline void sfpu_reciprocal_init() {}

}  // namespace ckernel::sfpu
