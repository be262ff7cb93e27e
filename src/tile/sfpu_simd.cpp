// Vector versions of the common operations, compiled once per instruction set and chosen at run time.
#include "tile/simd_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile/sfpu_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tile/sfpu_scalar.hpp"
#include "tile/sfpu_values.hpp"

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#include "tile/sfpu_float.inc"

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

// The switch over operations is evaluated per vector; branch prediction makes it free next to the loads.
bool Unary(Numerics numerics, SfpuOp op, const uint32_t p[3], DstStore store, uint32_t* words, uint32_t count) {
    const VectorLanes l;
    const VectorLanes::Du du;
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(du));
    const bool lane_rules = numerics == Numerics::Card && !is_exact(op);
    for (uint32_t i = 0; i < count; i += n) {
        const auto x = l.from_bits(hn::LoadU(du, words + i));
        auto y = l.set(0.0f);
        if (lane_rules) {
            CardLanes<VectorLanes> c(l);
            if (!card_unary(c, op, p, x, y)) return false;
            if (!hn::AllTrue(du, hn::Eq(c.special, l.set_bits(0)))) {
                scalar_unary(op, p, store == DstStore::Whole, words + i, n);
                continue;
            }
        } else if (!vector_unary(l, op, p, x, y)) {
            return false;
        }
        hn::StoreU(stored(l, y, store), du, words + i);
    }
    return true;
}

bool Binary(Numerics numerics, SfpuOp op, DstStore store, const uint32_t* a, const uint32_t* b, uint32_t* out,
            uint32_t count) {
    const VectorLanes l;
    const VectorLanes::Du du;
    const uint32_t n = static_cast<uint32_t>(hn::Lanes(du));
    const bool lane_rules = numerics == Numerics::Card && !is_exact(op);
    for (uint32_t i = 0; i < count; i += n) {
        const auto x = l.from_bits(hn::LoadU(du, a + i));
        const auto z = l.from_bits(hn::LoadU(du, b + i));
        auto y = l.set(0.0f);
        if (lane_rules) {
            CardLanes<VectorLanes> c(l);
            if (!card_binary(c, op, x, z, y)) return false;
            if (!hn::AllTrue(du, hn::Eq(c.special, l.set_bits(0)))) {
                scalar_binary(op, store == DstStore::Whole, a + i, b + i, out + i, n);
                continue;
            }
        } else if (!vector_binary(l, op, x, z, y)) {
            return false;
        }
        hn::StoreU(stored(l, y, store), du, out + i);
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

bool simd_unary(Numerics numerics, SfpuOp op, const uint32_t p[3], DstStore store, uint32_t* words, uint32_t count) {
    return HWY_DYNAMIC_DISPATCH(Unary)(numerics, op, p, store, words, count);
}
bool simd_binary(Numerics numerics, SfpuOp op, DstStore store, const uint32_t* a, const uint32_t* b, uint32_t* out,
                 uint32_t count) {
    return HWY_DYNAMIC_DISPATCH(Binary)(numerics, op, store, a, b, out, count);
}

}  // namespace tilewright::tile
#endif
