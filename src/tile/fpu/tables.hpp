// The four implementations behind tile_math(), and the vector targets this processor can run (for tests and benches).
#pragma once

#include <string>
#include <vector>

#include "tile/fpu/math.hpp"

namespace tilewright::tile {

const TileMath& float_scalar_table();
const TileMath& card_scalar_table();

// The tables of every instruction set that this processor supports, best first, scalar last.
struct NamedTable {
    std::string name;
    TileMath table;
};
std::vector<NamedTable> float_simd_tables();
std::vector<NamedTable> card_simd_tables();

// Both of one instruction set.
struct SimdTarget {
    std::string name;  // "AVX2"
    TileMath float_table;
    TileMath card_table;
};
// All that this processor supports, best first. Never empty: the last resort is the scalar definition.
const std::vector<SimdTarget>& simd_targets();

}  // namespace tilewright::tile
