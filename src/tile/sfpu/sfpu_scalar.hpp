// One lane of Float numerics: the scalar definition of every operation that also has a vector version, and the
// entry points of those vector versions.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "tile/sfpu/sfpu.hpp"

namespace tilewright::tile {

enum class DstStore : uint8_t { Whole, Nearest, Even, Away, Truncate };

struct ScalarLanes {
    using F = float;
    using U = uint32_t;
    using M = bool;
    F set(float v) const { return v; }
    U set_bits(uint32_t v) const { return v; }
    U bits(F v) const { return std::bit_cast<uint32_t>(v); }
    F from_bits(U v) const { return std::bit_cast<float>(v); }
    F add(F a, F b) const { return a + b; }
    F sub(F a, F b) const { return a - b; }
    F mul(F a, F b) const { return a * b; }
    F div(F a, F b) const { return a / b; }
    F sqrt(F a) const { return std::sqrt(a); }
    U add_bits(U a, U b) const { return a + b; }
    U sub_bits(U a, U b) const { return a - b; }
    U and_bits(U a, U b) const { return a & b; }
    U or_bits(U a, U b) const { return a | b; }
    U xor_bits(U a, U b) const { return a ^ b; }
    template <int n>
    U shl(U a) const {
        return a << n;
    }
    template <int n>
    U shr(U a) const {
        return a >> n;
    }
    template <int n>
    U sar(U a) const {
        return static_cast<uint32_t>(static_cast<int32_t>(a) >> n);
    }
    F int_to_float(U a) const { return static_cast<float>(static_cast<int32_t>(a)); }
    M less(F a, F b) const { return a < b; }
    M less_equal(F a, F b) const { return a <= b; }
    M equal(F a, F b) const { return a == b; }
    M negate(M a) const { return !a; }
    F select(M m, F yes, F no) const { return m ? yes : no; }
    M equal_bits(U a, U b) const { return a == b; }
    U select_bits(M m, U yes, U no) const { return m ? yes : no; }
};

namespace one_lane {
#include "tile/sfpu/sfpu_float.inc"
}  // namespace one_lane

// `count` words, vectorised; false: no vector version of this operation in these numerics, nothing written. `p` and the
// order of operands as for sfpu_unary and sfpu_binary. (sfpu_simd.cpp)
bool simd_unary(Numerics, SfpuOp, const uint32_t p[3], DstStore, uint32_t* words, uint32_t count);
// Card numerics, the functions with a sequence of their own. (sfpu_card_simd.cpp)
bool simd_card_sequence(SfpuOp, const uint32_t p[3], DstStore, uint32_t* words, uint32_t count);
bool simd_card_binary(SfpuOp, DstStore, const uint32_t* a, const uint32_t* b, uint32_t* out, uint32_t count);
bool simd_card_ternary(SfpuOp, uint32_t p, DstStore, const uint32_t* const in[3], uint32_t* out, uint32_t count);
bool simd_binary(Numerics, SfpuOp, DstStore, const uint32_t* a, const uint32_t* b, uint32_t* out, uint32_t count);
// A whole tile with the 32 values of a column or row (BCAST_*).
void simd_broadcast(Numerics, SfpuOp, DstStore, const uint32_t* a, const uint32_t* line, uint32_t* out);
// Sums of the rows (or columns) of a tile; false: Inf or NaN on the way, nothing of use written.
bool simd_sums(Numerics, const uint32_t* tile, bool columns, uint32_t* sums);

// Operations whose value is the same in both numerics: moves, comparisons, selections.
constexpr bool is_exact(SfpuOp op) { return sfpu_info(op).exactness == SfpuExactness::Exact; }

}  // namespace tilewright::tile
