// The two arithmetics of row ops, chosen per call.
#pragma once

#include <cstdint>

namespace tilewright::workshop {

enum class RowMath : uint8_t {
    Sfpu,  // float32 in DST, on the vector unit: copes with means far above the spread; the default
    Fpu,   // the matrix unit and the helper library: operands of 11 significant bits at most, bfloat16 scaler
};

constexpr const char* row_math_name(RowMath math) { return math == RowMath::Fpu ? "fpu" : "sfpu"; }

}  // namespace tilewright::workshop
