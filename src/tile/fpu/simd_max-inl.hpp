// Maximum pooling, vectorised, for both arithmetics: an exact operation on bit patterns in sign-and-magnitude order.
#if defined(TILEWRIGHT_TILE_SIMD_MAX_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEWRIGHT_TILE_SIMD_MAX_INL
#undef TILEWRIGHT_TILE_SIMD_MAX_INL
#else
#define TILEWRIGHT_TILE_SIMD_MAX_INL
#endif

#include "tile/simd/simd_base-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {

// Its own inverse.
HWY_INLINE VI ordered(VU words) {
    const VI bits = as_i(words);
    return hn::Xor(bits, hn::And(hn::BroadcastSignBit(bits), set_i(0x7FFFFFFF)));
}
HWY_INLINE uint32_t word_of_order(int32_t order) {
    return static_cast<uint32_t>(order < 0 ? order ^ 0x7FFFFFFF : order);
}

// What takes part: Float makes every NaN the largest value, the card takes subnormals for +0.
template <Numerics N>
HWY_INLINE VI candidate(VU words) {
    if constexpr (N == Numerics::Card) return ordered(flushed(words));
    return ordered(hn::IfThenElse(is_nan_word(words), set_u(kQuietNan), words));
}

// Maxima of the data alone: 32 per row or per column, or a single one.
template <Numerics N, typename Data>
HWY_INLINE void tile_maxima(ReduceDim dim, Data data, uint32_t maxima[32]) {
    constexpr uint32_t kVectors = 16 / kLanes;
    if (dim == ReduceDim::Row) {
        for (uint32_t row = 0; row < 32; ++row) {
            const uint32_t at = row / 16 * 512 + row % 16 * 16;
            VI largest = candidate<N>(data.get(at));
            for (uint32_t v = 0; v < kVectors; ++v) {
                largest = hn::Max(largest, candidate<N>(data.get(at + v * kLanes)));
                largest = hn::Max(largest, candidate<N>(data.get(at + 256 + v * kLanes)));
            }
            maxima[row] = word_of_order(hn::GetLane(hn::MaxOfLanes(di, largest)));
        }
        return;
    }
    alignas(64) int32_t columns[32];
    for (uint32_t side = 0; side < 2; ++side)
        for (uint32_t v = 0; v < kVectors; ++v) {
            const uint32_t at = side * 256 + v * kLanes;
            VI largest = candidate<N>(data.get(at));
            for (uint32_t row = 0; row < 16; ++row)
                for (const uint32_t lower : {0u, 512u})
                    largest = hn::Max(largest, candidate<N>(data.get(at + lower + row * 16)));
            hn::Store(largest, di, columns + side * 16 + v * kLanes);
        }
    if (dim == ReduceDim::Scalar) {
        VI largest = hn::Load(di, columns);
        for (uint32_t i = 0; i < 32; i += kLanes) largest = hn::Max(largest, hn::Load(di, columns + i));
        maxima[0] = word_of_order(hn::GetLane(hn::MaxOfLanes(di, largest)));
        return;
    }
    for (uint32_t i = 0; i < 32; ++i) maxima[i] = word_of_order(columns[i]);
}

// Whether the scalers of all faces have the exponent of one, which is what the vectorised maximum is for.
template <Numerics N>
HWY_INLINE bool unit_scalers(Operand scaler, uint32_t mask) {
    VU different = set_u(0);
    with_operand<N>(scaler, mask, [&](auto from) {
        for (uint32_t face = 0; face < kTileWords; face += 256)
            for (uint32_t v = 0; v < 16; v += kLanes)
                different = hn::Or(different, hn::Xor(from.get(face + v), set_u(kUnitExponent << 23)));
    });
    return hn::AllTrue(du, hn::Eq(hn::And(different, set_u(kInfinity)), set_u(0)));
}

// `old(word)` gives the starting value from DST, `start` that of a cleared slot, `write(word)` the final DST word.
template <Numerics N, typename Old, typename Write>
HWY_INLINE void reduce_max(ReduceDim dim, Operand data, uint32_t mask, bool dst_clear, uint32_t start, Old old,
                           Write write, uint32_t* dst) {
    uint32_t maxima[32];
    with_operand<N>(data, mask, [&](auto from) { tile_maxima<N>(dim, from, maxima); });
    const uint32_t count = dim == ReduceDim::Scalar ? 1 : 32;
    const auto at = [dim](uint32_t i) {
        return dim == ReduceDim::Row ? i / 16 * 512 + i % 16 * 16 : i / 16 * 256 + i % 16;
    };
    for (uint32_t i = 0; i < count; ++i)
        maxima[i] = write(larger_in_total_order(dst_clear ? start : old(dst[max_pooling_word(dim, at(i))]), maxima[i]));
    clear_if(dst_clear, dst);
    for (uint32_t i = 0; i < count; ++i) dst[at(i)] = dst[max_pooling_word(dim, at(i))] = maxima[i];
}

}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
