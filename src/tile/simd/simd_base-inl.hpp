// Vector types and small helpers for tile code; compiled once per instruction set.
//
// A vector never holds more than 16 lanes, so a face row is always a whole number of vectors, and no target needs a
// tail.
#if defined(TILEWRIGHT_TILE_SIMD_BASE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEWRIGHT_TILE_SIMD_BASE_INL
#undef TILEWRIGHT_TILE_SIMD_BASE_INL
#else
#define TILEWRIGHT_TILE_SIMD_BASE_INL
#endif

#include <hwy/highway.h>

#include "tile/fpu/math_rules.hpp"
#include "tile/moves/move_scalar.hpp"
#include "tile/fpu/tables.hpp"

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DU = hn::CappedTag<uint32_t, 16>;
using DI = hn::CappedTag<int32_t, 16>;
using DF = hn::CappedTag<float, 16>;
using DHalf = hn::Rebind<uint16_t, DU>;
using DByte = hn::Rebind<uint8_t, DU>;
using VU = hn::Vec<DU>;
using VI = hn::Vec<DI>;
using VF = hn::Vec<DF>;

inline constexpr DU du;
inline constexpr DI di;
inline constexpr DF df;
inline constexpr uint32_t kLanes = hn::MaxLanes(DU());

HWY_INLINE VU set_u(uint32_t value) { return hn::Set(du, value); }
HWY_INLINE VI set_i(int32_t value) { return hn::Set(di, value); }
HWY_INLINE VI as_i(VU v) { return hn::BitCast(di, v); }
HWY_INLINE VU as_u(VI v) { return hn::BitCast(du, v); }
HWY_INLINE VU as_u(VF v) { return hn::BitCast(du, v); }
HWY_INLINE VF as_f(VU v) { return hn::BitCast(df, v); }

HWY_INLINE VU load_halves(const void* halves) {
    return hn::PromoteTo(du, hn::LoadU(DHalf(), static_cast<const uint16_t*>(halves)));
}
HWY_INLINE void store_halves(VU words, void* halves) {
    hn::StoreU(hn::TruncateTo(DHalf(), words), DHalf(), static_cast<uint16_t*>(halves));
}
HWY_INLINE VU magnitude_bits(VU words) { return hn::And(words, set_u(~kSign)); }
// Signed comparison serves: magnitudes are below 2^31.
HWY_INLINE hn::Mask<DU> is_nan_word(VU words) {
    return hn::RebindMask(du, hn::Gt(as_i(magnitude_bits(words)), set_i(static_cast<int32_t>(kInfinity))));
}
HWY_INLINE hn::Mask<DU> is_zero_word(VU words) {  // zero or subnormal
    return hn::Eq(hn::And(words, set_u(kInfinity)), hn::Zero(du));
}
HWY_INLINE VU flushed(VU words) { return hn::IfThenZeroElse(is_zero_word(words), words); }

template <Numerics N>
HWY_INLINE VU cut_words(VU words, VU mask) {
    const VU kept = hn::And(words, mask);
    if constexpr (N == Numerics::Card) return kept;
    const auto lost = hn::And(is_nan_word(words), hn::Eq(magnitude_bits(kept), set_u(kInfinity)));
    return hn::Or(kept, hn::IfThenElseZero(lost, set_u(0x00400000u)));
}

// ---- where the words of an operand come from --------------------------------------------------------------------
struct FromL1 {
    const uint8_t* bytes;
    HWY_INLINE VU words(uint32_t index) const { return load_halves(bytes + index * 2); }
    // bf16 widened; nothing to cut
    HWY_INLINE VU get(uint32_t index) const { return hn::ShiftLeft<16>(words(index)); }
};
template <Numerics N>
struct FromRegister {
    const uint32_t* data;
    uint32_t mask;
    HWY_INLINE VU get(uint32_t index) const { return cut_words<N>(hn::LoadU(du, data + index), set_u(mask)); }
};

template <Numerics N, typename Use>
HWY_INLINE void with_operand(Operand operand, uint32_t mask, Use use) {
    if (operand.l1_bf16)
        use(FromL1{static_cast<const uint8_t*>(operand.data)});
    else
        use(FromRegister<N>{static_cast<const uint32_t*>(operand.data), mask});
}

// A broadcast operand boiled down to 32 words: one per tile row (Col) or one per tile column (Row, Scalar).
struct FromColumn {
    const uint32_t* words;
    HWY_INLINE VU get(uint32_t index) const { return set_u(words[(index >> 9) * 16 + (index >> 4) % 16]); }
};
struct FromRow {
    const uint32_t* words;
    HWY_INLINE VU get(uint32_t index) const { return hn::LoadU(du, words + (index >> 8) % 2 * 16 + index % 16); }
};

template <Numerics N, typename Use>
HWY_INLINE void with_broadcast(Broadcast broadcast, uint32_t bcast_row, Operand operand, uint32_t mask, Use use) {
    if (broadcast == Broadcast::None) return with_operand<N>(operand, mask, use);
    uint32_t words[32];
    const auto fill = [&](uint32_t first, uint32_t half_step, uint32_t step) {
        for (uint32_t half = 0; half < 2; ++half)
            for (uint32_t i = 0; i < 16; ++i)
                words[half * 16 + i] = cut<N>(operand_word(operand, first + half * half_step + i * step), mask);
    };
    if (broadcast == Broadcast::Col)
        fill(0, 512, 16);
    else if (broadcast == Broadcast::Row)
        fill(broadcast_index(Broadcast::Row, bcast_row, 0), 256, 1);
    else
        fill(0, 0, 0);
    if (broadcast == Broadcast::Col)
        use(FromColumn{words});
    else
        use(FromRow{words});
}

// The whole operand as widened words in memory.
template <Numerics N>
HWY_INLINE void load_operand(Operand operand, uint32_t mask, uint32_t* out) {
    with_operand<N>(operand, mask, [&](auto from) {
        for (uint32_t i = 0; i < kTileWords; i += kLanes) hn::Store(from.get(i), du, out + i);
    });
}

}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
