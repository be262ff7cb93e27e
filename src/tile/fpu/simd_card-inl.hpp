// `Numerics::Card`, vectorised: copy and the element-wise operations. Operands of the A family go to the definition.
#if defined(TILEWRIGHT_TILE_SIMD_CARD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEWRIGHT_TILE_SIMD_CARD_INL
#undef TILEWRIGHT_TILE_SIMD_CARD_INL
#else
#define TILEWRIGHT_TILE_SIMD_CARD_INL
#endif

#include "tile/fpu/card_rules.hpp"
#include "tile/fpu/simd_combine-inl.hpp"
#include "tile/fpu/simd_quick-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {
namespace card {

constexpr Numerics kCard = Numerics::Card;

inline bool needs_definition(const MathConfig& config) { return is_a_exponent(config.src_a); }

// A copy into a 32-bit DST adds zero: exponent 255 becomes infinity, everything else is exact.
inline void copy(const MathConfig& config, Broadcast broadcast, Operand a, uint32_t* dst) {
    if (broadcast != Broadcast::None || needs_definition(config) || (copies_raw(config.src_a) && a.l1_bf16))
        return card_scalar_table().copy(config, broadcast, a, dst);
    if (copies_raw(config.src_a)) {
        std::memmove(dst, a.data, kTileWords * sizeof(uint32_t));
        return;
    }
    const bool fp32 = config.dst_fp32;
    const uint32_t mask = fp32 ? source_mask(config.src_a) : kBf16Mask;
    with_operand<kCard>(a, mask, [&](auto from) {
        for (uint32_t i = 0; i < kTileWords; i += kLanes) {
            VU words = flushed(from.get(i));
            const VU infinity = hn::Or(hn::And(words, set_u(kSign)), set_u(kInfinity));
            if (fp32) words = hn::IfThenElse(is_nan_word(words), infinity, words);
            hn::StoreU(words, du, dst + i);
        }
    });
}

HWY_INLINE VU significand_of(VU words) {
    return hn::Or(hn::And(hn::ShiftRight<13>(words), set_u(0x3FF)), set_u(0x400));
}

// The sum of two operands on the 11-bit grid of the larger, as a term. Distances of 12 and more shift everything out.
HWY_INLINE VTerm sum_term(VU a, VU b) {
    a = flushed(a);
    b = flushed(b);
    const VI key_a = as_i(magnitude_bits(a)), key_b = as_i(magnitude_bits(b));
    const auto b_larger = hn::RebindMask(du, hn::Gt(key_b, key_a));
    const VU big = hn::IfThenElse(b_larger, b, a), small = hn::IfThenElse(b_larger, a, b);
    const VI exponent = exponent_of(big), small_exponent = exponent_of(small);
    const VU distance = as_u(hn::Min(hn::Sub(exponent, small_exponent), set_i(12)));
    const VU small_significand = hn::IfThenZeroElse(is_zero_word(small), significand_of(small));
    const VU big_significand = hn::IfThenZeroElse(is_zero_word(big), significand_of(big));
    const VU shifted = hn::Shr(hn::Add(small_significand, half_unit(distance)), distance);
    const VI opposite = all_ones_if_negative(hn::Xor(a, b));
    const VU magnitude = as_u(hn::Add(as_i(big_significand), with_sign(shifted, opposite)));
    return {all_ones_if_negative(big), exponent, hn::ShiftLeft<13>(magnitude)};
}

template <bool kFp32>
HWY_INLINE VU sum_words(VU a, VU b, bool add_dst, const uint32_t* dst) {
    const VTerm term = sum_term(a, b);
    if (add_dst) return combine_one<kFp32>(term, hn::LoadU(du, dst));
    return normalised_words<kFp32, false>(with_sign(term.magnitude, term.sign), term.exponent);
}

// All phases of a product into `dst` words, by the general rule.
template <bool kFp32>
HWY_INLINE VU product_words(int phases, VU a, VU b, VU dst) {
    const VI exponent_a = exponent_of(a), exponent_b = exponent_of(b);
    const auto both = hn::And(hn::Gt(exponent_a, hn::Zero(di)), hn::Gt(exponent_b, hn::Zero(di)));
    const VI base = hn::Sub(hn::Add(exponent_a, exponent_b), set_i(127));
    const VI sign = all_ones_if_negative(hn::Xor(a, b));
    const VU significand_a = significand_of(a), significand_b = significand_of(b);
    for (int phase = 0; phase < phases; ++phase) {
        const VU slice_a =
            phase & 1 ? hn::And(hn::ShiftRight<1>(significand_a), set_u(31)) : hn::ShiftRight<6>(significand_a);
        const VU slice_b =
            phase & 2 ? hn::ShiftLeft<3>(hn::And(significand_b, set_u(15))) : hn::ShiftRight<4>(significand_b);
        const VI exponent = hn::Add(base, set_i(phase_exponent(phase)));
        const auto alive = hn::And(both, hn::Gt(exponent, hn::Zero(di)));
        const VU product = hn::ShiftLeft<13>(as_u(hn::Mul(as_i(slice_a), as_i(slice_b))));
        const VTerm term{sign, hn::IfThenElseZero(alive, exponent),
                         hn::IfThenElseZero(hn::RebindMask(du, alive), product)};
        dst = combine_one<kFp32>(term, dst);
    }
    return dst;
}

// What quick forms cannot serve. Not inlined: it is large and rare.
template <bool kFp32>
HWY_NOINLINE VU slow_sum_words(VU a, VU b) {
    return sum_words<kFp32>(a, b, false, nullptr);
}
template <bool kFp32>
HWY_NOINLINE VU slow_product_words(int phases, VU a, VU b) {
    return product_words<kFp32>(phases, a, b, hn::Zero(du));
}

// ---- loops over a tile ----------------------------------------------------------------------------------------------
template <bool kFp32, typename A, typename B>
HWY_INLINE void sum_loop(A a, B b, VU flip, uint32_t* dst) {
    for (uint32_t i = 0; i < kTileWords; i += kLanes) {
        const VU x = a.get(i), y = hn::Xor(b.get(i), flip);
        const VU field = hn::Max(exponent_field(x), exponent_field(y));
        const bool quick = hn::AllTrue(du, is_quick(field));
        hn::StoreU(HWY_LIKELY(quick) ? quick_sum<kFp32>(x, y, field) : slow_sum_words<kFp32>(x, y), du, dst + i);
    }
}

template <bool kFp32, typename A, typename B, typename Product>
HWY_INLINE void product_loop(int phases, A a, B b, Product product, uint32_t* dst) {
    for (uint32_t i = 0; i < kTileWords; i += kLanes) {
        const VU x = a.get(i), y = b.get(i);
        const auto zero = hn::Or(is_zero_word(x), is_zero_word(y));
        if (HWY_LIKELY(products_are_quick(x, y, zero)))
            hn::StoreU(hn::IfThenZeroElse(zero, product(x, y)), du, dst + i);
        else
            hn::StoreU(slow_product_words<kFp32>(phases, x, y), du, dst + i);
    }
}

// With the old DST as a third term: the general rule.
template <bool kFp32, typename A, typename B>
HWY_NOINLINE void accumulating_loop(bool multiply, int phases, A a, B b, VU flip, uint32_t* dst) {
    for (uint32_t i = 0; i < kTileWords; i += kLanes) {
        const VU x = a.get(i), y = hn::Xor(b.get(i), flip);
        const VU result = multiply ? product_words<kFp32>(phases, x, y, hn::LoadU(du, dst + i))
                                   : sum_words<kFp32>(x, y, true, dst + i);
        hn::StoreU(result, du, dst + i);
    }
}

inline void eltwise(const MathConfig& config, EltwiseOp op, Broadcast broadcast, bool accumulate, uint32_t bcast_row,
                    Operand a, Operand b, bool dst_clear, uint32_t* dst) {
    check_eltwise(config, op);
    if (needs_definition(config))
        return card_scalar_table().eltwise(config, op, broadcast, accumulate, bcast_row, a, b, dst_clear, dst);
    const bool multiply = op == EltwiseOp::Mul, add_dst = (accumulate || multiply) && !dst_clear;
    const VU flip = set_u(op == EltwiseOp::Sub ? kSign : 0);
    // Without bits below bf16, phase 3 of a 16-bit DST is less than half a unit of the grid.
    const int phases = phase_count(config.fidelity);
    const int counted =
        source_mask(config.src_b) == kBf16Mask && source_mask(config.src_a) == kBf16Mask ? std::min(phases, 3) : phases;
    with_operand<kCard>(a, source_mask(config.src_a), [&](auto x) {
        with_broadcast<kCard>(broadcast, bcast_row, b, source_mask(config.src_b), [&](auto y) {
            const auto run = [&](auto fp32) {
                constexpr bool kFp32 = fp32.value;
                if (add_dst)
                    accumulating_loop<kFp32>(multiply, phases, x, y, flip, dst);
                else if (!multiply)
                    sum_loop<kFp32>(x, y, flip, dst);
                else if constexpr (kFp32)
                    product_loop<true>(phases, x, y, ExactProduct(phases), dst);
                else
                    product_loop<false>(phases, x, y, RoundedProduct{counted}, dst);
            };
            if (config.dst_fp32)
                run(std::true_type());
            else
                run(std::false_type());
        });
    });
}

}  // namespace card
}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
