// Vector versions of the common operations, compiled once per instruction set and chosen at run time.
#include "tile/simd/simd_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile/sfpu/sfpu_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <type_traits>

#include "tile/simd/flush_mode.hpp"
#include "tile/sfpu/sfpu_scalar.hpp"
#include "tile/sfpu/sfpu_values.hpp"

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#include "tile/sfpu/sfpu_float.inc"

struct VectorLanes {
    using Df = hn::ScalableTag<float>;
    using Du = hn::RebindToUnsigned<Df>;
    using Di = hn::RebindToSigned<Df>;
    using F = hn::Vec<Df>;
    using U = hn::Vec<Du>;
    using M = hn::Mask<Df>;
    HWY_INLINE F set(float v) const { return hn::Set(Df(), v); }
    HWY_INLINE U set_bits(uint32_t v) const { return hn::Set(Du(), v); }
    HWY_INLINE U bits(F v) const { return hn::BitCast(Du(), v); }
    HWY_INLINE F from_bits(U v) const { return hn::BitCast(Df(), v); }
    HWY_INLINE F add(F a, F b) const { return hn::Add(a, b); }
    HWY_INLINE F sub(F a, F b) const { return hn::Sub(a, b); }
    HWY_INLINE F mul(F a, F b) const { return hn::Mul(a, b); }
    HWY_INLINE F div(F a, F b) const { return hn::Div(a, b); }
    HWY_INLINE F sqrt(F a) const { return hn::Sqrt(a); }
    HWY_INLINE U add_bits(U a, U b) const { return hn::Add(a, b); }
    HWY_INLINE U sub_bits(U a, U b) const { return hn::Sub(a, b); }
    HWY_INLINE U and_bits(U a, U b) const { return hn::And(a, b); }
    HWY_INLINE U or_bits(U a, U b) const { return hn::Or(a, b); }
    HWY_INLINE U xor_bits(U a, U b) const { return hn::Xor(a, b); }
    template <int n>
    HWY_INLINE U shl(U a) const {
        return hn::ShiftLeft<n>(a);
    }
    template <int n>
    HWY_INLINE U shr(U a) const {
        return hn::ShiftRight<n>(a);
    }
    template <int n>
    HWY_INLINE U sar(U a) const {
        return hn::BitCast(Du(), hn::ShiftRight<n>(hn::BitCast(Di(), a)));
    }
    HWY_INLINE F int_to_float(U a) const { return hn::ConvertTo(Df(), hn::BitCast(Di(), a)); }
    HWY_INLINE M less(F a, F b) const { return hn::Lt(a, b); }
    HWY_INLINE M less_equal(F a, F b) const { return hn::Le(a, b); }
    HWY_INLINE M equal(F a, F b) const { return hn::Eq(a, b); }
    HWY_INLINE M negate(M a) const { return hn::Not(a); }
    HWY_INLINE F select(M m, F yes, F no) const { return hn::IfThenElse(m, yes, no); }
    HWY_INLINE M equal_bits(U a, U b) const { return hn::RebindMask(Df(), hn::Eq(a, b)); }
    HWY_INLINE U select_bits(M m, U yes, U no) const { return bits(select(m, from_bits(yes), from_bits(no))); }
};

using Du = VectorLanes::Du;
using F = VectorLanes::F;

// One step of a loop over words: `value` gives the result of one vector, or marks lanes that only the definition
// serves.
template <bool kCard, class Value, class Scalar>
HWY_INLINE bool Step(DstStore store, uint32_t* out, Value value, Scalar scalar) {
    const VectorLanes l;
    auto y = l.set(0.0f);
    if constexpr (kCard) {
        CardLanes<VectorLanes> c(l);
        if (!value(c, y)) return false;
        if (!hn::AllTrue(Du(), hn::Eq(c.special, l.set_bits(0)))) {
            scalar();
            return true;
        }
    } else if (!value(l, y)) {
        return false;
    }
    hn::StoreU(stored(l, y, store), Du(), out);
    return true;
}

// `op` is a constant for the operations kernels use most, so that nothing but arithmetic is left in the loop; the
// others are looked up per vector, which is little beside what they compute.
template <bool kCard, class Op>
HWY_INLINE bool UnaryLoop(Op op, const uint32_t p[3], DstStore store, uint32_t* words, uint32_t count) {
    const VectorLanes l;
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(Du()));
    for (uint32_t i = 0; i < count; i += n) {
        const auto x = l.from_bits(hn::LoadU(Du(), words + i));
        const bool done = Step<kCard>(
            store, words + i,
            [&](auto& lanes, F& y) {
                if constexpr (kCard)
                    return card_unary(lanes, op, p, x, y);
                else
                    return vector_unary(lanes, op, p, x, y);
            },
            [&] { scalar_unary(op, p, store == DstStore::Whole, words + i, n); });
        if (!done) return false;
    }
    return true;
}

template <bool kCard, class Op>
HWY_INLINE bool BinaryLoop(Op op, DstStore store, const uint32_t* a, const uint32_t* b, uint32_t* out, uint32_t count) {
    const VectorLanes l;
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(Du()));
    for (uint32_t i = 0; i < count; i += n) {
        const auto x = l.from_bits(hn::LoadU(Du(), a + i));
        const auto z = l.from_bits(hn::LoadU(Du(), b + i));
        const bool done = Step<kCard>(
            store, out + i,
            [&](auto& lanes, F& y) {
                if constexpr (kCard)
                    return card_binary(lanes, op, x, z, y);
                else
                    return vector_binary(lanes, op, x, z, y);
            },
            [&] { scalar_binary(op, store == DstStore::Whole, a + i, b + i, out + i, n); });
        if (!done) return false;
    }
    return true;
}

template <SfpuOp kOp>
using Constant = std::integral_constant<SfpuOp, kOp>;

bool Unary(Numerics numerics, SfpuOp op, const uint32_t p[3], DstStore store, uint32_t* words, uint32_t count) {
    if (numerics == Numerics::Card && !is_exact(op)) return UnaryLoop<true>(op, p, store, words, count);
    if (store != DstStore::Whole) return UnaryLoop<false>(op, p, store, words, count);
    const auto loop = [&](auto constant) { return UnaryLoop<false>(constant, p, DstStore::Whole, words, count); };
    switch (op) {
        case SfpuOp::SQUARE: return loop(Constant<SfpuOp::SQUARE>());
        case SfpuOp::ADD_SCALAR: return loop(Constant<SfpuOp::ADD_SCALAR>());
        case SfpuOp::MUL_SCALAR: return loop(Constant<SfpuOp::MUL_SCALAR>());
        case SfpuOp::RELU: return loop(Constant<SfpuOp::RELU>());
        case SfpuOp::RSQRT: return loop(Constant<SfpuOp::RSQRT>());
        default: return loop(op);
    }
}

bool Binary(Numerics numerics, SfpuOp op, DstStore store, const uint32_t* a, const uint32_t* b, uint32_t* out,
            uint32_t count) {
    const auto pick = [&](auto loop) {
        switch (op) {
            case SfpuOp::ADD: return loop(Constant<SfpuOp::ADD>());
            case SfpuOp::SUB: return loop(Constant<SfpuOp::SUB>());
            case SfpuOp::MUL: return loop(Constant<SfpuOp::MUL>());
            default: return loop(op);
        }
    };
    if (numerics == Numerics::Card && !is_exact(op)) {
        if (store == DstStore::Whole)
            return pick([&](auto c) { return BinaryLoop<true>(c, DstStore::Whole, a, b, out, count); });
        return BinaryLoop<true>(op, store, a, b, out, count);
    }
    if (store == DstStore::Whole)
        return pick([&](auto c) { return BinaryLoop<false>(c, DstStore::Whole, a, b, out, count); });
    return BinaryLoop<false>(op, store, a, b, out, count);
}

// a with the 32 values of a column (or row) of another tile. `kOp` is ADD, SUB or MUL.
template <bool kCard, SfpuOp kOp, bool kColumn>
HWY_INLINE void BroadcastLoop(SfpuOp named, DstStore store, const uint32_t* a, const uint32_t* line, uint32_t* out) {
    const VectorLanes l;
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(Du()));
    for (uint32_t face = 0; face < 4; ++face) {
        for (uint32_t row = 0; row < 16; ++row) {
            for (uint32_t column = 0; column < 16; column += n) {
                const uint32_t i = face * 256 + row * 16 + column;
                const auto x = l.from_bits(hn::LoadU(Du(), a + i));
                auto z = kColumn ? l.from_bits(l.set_bits(line[face / 2 * 16 + row]))
                                 : l.from_bits(hn::LoadU(Du(), line + face % 2 * 16 + column));
                Step<kCard>(
                    store, out + i,
                    [&](auto& lanes, F& y) {
                        // A difference is the sum with the negated value, as in the definition.
                        if constexpr (kOp == SfpuOp::SUB) z = sfpu_float::neg(l, z);
                        constexpr SfpuOp kPlain = kOp == SfpuOp::MUL ? SfpuOp::MUL : SfpuOp::ADD;
                        if constexpr (kCard)
                            return card_binary(lanes, kPlain, x, z, y);
                        else
                            return vector_binary(lanes, kPlain, x, z, y);
                    },
                    [&] {
                        uint32_t words[16];
                        for (uint32_t k = 0; k < n; ++k)
                            words[k] = line[kColumn ? face / 2 * 16 + row : face % 2 * 16 + column + k];
                        scalar_binary(named, store == DstStore::Whole, a + i, words, out + i, n);
                    });
            }
        }
    }
}

template <bool kCard>
void BroadcastAny(SfpuOp op, DstStore store, const uint32_t* a, const uint32_t* line, uint32_t* out) {
    const auto whole = [&](auto constant, auto column) {
        if (store == DstStore::Whole)
            BroadcastLoop<kCard, constant.value, column.value>(op, DstStore::Whole, a, line, out);
        else
            BroadcastLoop<kCard, constant.value, column.value>(op, store, a, line, out);
    };
    switch (op) {
        case SfpuOp::BCAST_COL_ADD: return whole(Constant<SfpuOp::ADD>(), std::true_type());
        case SfpuOp::BCAST_COL_SUB: return whole(Constant<SfpuOp::SUB>(), std::true_type());
        case SfpuOp::BCAST_COL_MUL: return whole(Constant<SfpuOp::MUL>(), std::true_type());
        case SfpuOp::BCAST_ROW_ADD: return whole(Constant<SfpuOp::ADD>(), std::false_type());
        case SfpuOp::BCAST_ROW_SUB: return whole(Constant<SfpuOp::SUB>(), std::false_type());
        default: return whole(Constant<SfpuOp::MUL>(), std::false_type());
    }
}

void BroadcastOver(Numerics numerics, SfpuOp op, DstStore store, const uint32_t* a, const uint32_t* line,
                   uint32_t* out) {
    numerics == Numerics::Card ? BroadcastAny<true>(op, store, a, line, out)
                               : BroadcastAny<false>(op, store, a, line, out);
}

// 32 sums of 32 values each, in the order of the definition; lanes are different sums: the rows of a tile in face
// order, or its columns. False: a lane needs the definition.
bool Sums(Numerics numerics, const uint32_t* tile, bool columns, uint32_t* sums) {
    using D = hn::CappedTag<uint32_t, 16>;  // lanes of one face
    const VectorLanes l;
    const D d;
    const hn::RebindToSigned<D> di;
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(d));
    static_assert(hn::MaxLanes(D()) == hn::MaxLanes(Du()));
    const auto rows_apart = hn::ShiftLeft<4>(hn::Iota(di, 0));
    for (uint32_t i = 0; i < 32; i += n) {
        const auto value = [&](uint32_t j) {
            const uint32_t row = columns ? j : i, column = columns ? i : j;
            const uint32_t* at = tile + (row / 16 * 2 + column / 16) * 256 + row % 16 * 16 + column % 16;
            return l.from_bits(columns ? hn::LoadU(d, at) : hn::GatherIndex(d, at, rows_apart));
        };
        CardLanes<VectorLanes> c(l);
        const bool card = numerics == Numerics::Card;
        const auto add = [&](auto x, auto y) {
            if (!card) return l.add(x, y);
            auto z = l.set(0.0f);
            card_binary(c, SfpuOp::ADD, x, y, z);
            return z;
        };
        const auto sum = sfpu_float::sum(card, columns, value, add);
        if (!hn::AllTrue(Du(), hn::Eq(c.special, l.set_bits(0)))) return false;
        hn::StoreU(l.bits(sum), Du(), sums + i);
    }
    return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace tilewright::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tilewright::tile {

HWY_EXPORT(Unary);
HWY_EXPORT(Binary);
HWY_EXPORT(BroadcastOver);
HWY_EXPORT(Sums);

bool simd_unary(Numerics numerics, SfpuOp op, const uint32_t p[3], DstStore store, uint32_t* words, uint32_t count) {
    const FlushMode mode(numerics == Numerics::Card && !is_exact(op));
    return HWY_DYNAMIC_DISPATCH(Unary)(numerics, op, p, store, words, count);
}
bool simd_binary(Numerics numerics, SfpuOp op, DstStore store, const uint32_t* a, const uint32_t* b, uint32_t* out,
                 uint32_t count) {
    const FlushMode mode(numerics == Numerics::Card && !is_exact(op));
    return HWY_DYNAMIC_DISPATCH(Binary)(numerics, op, store, a, b, out, count);
}
void simd_broadcast(Numerics numerics, SfpuOp op, DstStore store, const uint32_t* a, const uint32_t* line,
                    uint32_t* out) {
    const FlushMode mode(numerics == Numerics::Card);
    HWY_DYNAMIC_DISPATCH(BroadcastOver)(numerics, op, store, a, line, out);
}
bool simd_sums(Numerics numerics, const uint32_t* tile, bool columns, uint32_t* sums) {
    const FlushMode mode(numerics == Numerics::Card);
    return HWY_DYNAMIC_DISPATCH(Sums)(numerics, tile, columns, sums);
}

}  // namespace tilewright::tile
#endif
