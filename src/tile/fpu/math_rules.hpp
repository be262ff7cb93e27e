// What both arithmetics share about operands and DST: how an operand is read, which of its elements a broadcast uses,
// which scaler row a reduction uses, and which calls the FPU does not have.
#pragma once

#include "tile/fpu/math.hpp"
#include "tile/moves/move_rules.hpp"

namespace tilewright::tile {

// What a DST datum holds: float32, bf16, or fp16 (16-bit DST with operands of the A family).
enum class DstKind : uint8_t { Fp32, Bf16, Fp16 };

inline DstKind dst_kind(const MathConfig& config) {
    if (config.dst_fp32) return DstKind::Fp32;
    return is_a_exponent(config.src_a) ? DstKind::Fp16 : DstKind::Bf16;
}

// Formats that a copy moves bit by bit (integers, and 32-bit data that the unpacker puts straight into DST).
inline bool copies_raw(DataFormat reg) { return is_integer(reg) || reg == DataFormat::Float32; }

inline uint32_t operand_word(Operand operand, uint32_t index) {
    if (!operand.l1_bf16) return static_cast<const uint32_t*>(operand.data)[index];
    uint16_t half;
    std::memcpy(&half, static_cast<const uint8_t*>(operand.data) + index * 2, 2);
    return uint32_t{half} << 16;
}

// Index into the broadcast operand for the element at `index` of the result (face order).
inline uint32_t broadcast_index(Broadcast broadcast, uint32_t row, uint32_t index) {
    switch (broadcast) {
        case Broadcast::Col: return index & 0x2F0;  // column 0 of face 0 or 2
        case Broadcast::Row: return (row & 16) * 32 + (index & 0x100) + (row & 15) * 16 + (index & 15);
        case Broadcast::Scalar: return 0;
        default: return index;
    }
}

// First word of the scaler row that belongs to data face `face`.
inline uint32_t scaler_row(const MathConfig& config, Pool pool, ReduceDim dim, uint32_t face) {
    const bool two_faces = dim == ReduceDim::Row && pool != Pool::Max && row_sums_swap_operands(config.generation);
    return (two_faces ? face & 1 : face) * 256;
}

// The register formats of data and scaler: row sums of today put the scaler into SrcA.
inline bool scaler_in_src_a(const MathConfig& config, Pool pool, ReduceDim dim) {
    return dim == ReduceDim::Row && pool != Pool::Max && row_sums_swap_operands(config.generation);
}

// Whether the result of a row reduction keeps all its bits on its way through the source registers to column 0.
inline bool keeps_row_results(const MathConfig& config) {
    return config.whole_row_results && config.dst_fp32 && config.generation == LlkGeneration::Apr2026;
}

// Order of floats by sign and magnitude: -NaN < -Inf < ... < -0 < +0 < ... < +Inf < +NaN.
inline int32_t total_order(uint32_t word) { return static_cast<int32_t>(word & kSign ? ~word ^ kSign : word); }
inline uint32_t larger_in_total_order(uint32_t a, uint32_t b) { return total_order(b) > total_order(a) ? b : a; }

// Maximum pooling takes the exponent of the scaler alone: it scales by that power of two, and a scaler of zero keeps
// its value out. The scaler that belongs to data word `index`:
inline uint32_t max_scaler_index(ReduceDim dim, uint32_t index) {
    return index / 256 * 256 + (dim == ReduceDim::Row ? index % 16 : index / 16 % 16);
}
// Row maxima are pooled in a row, the first of face 0 or 2, and turned into column 0 only at the end of each call,
// which leaves them in both. So the next call goes on from that row: the place in it of the maximum that is word
// `index` of column 0. Somebody who brings earlier maxima back as a column has to transpose them within faces.
inline uint32_t max_pooling_word(ReduceDim dim, uint32_t index) {
    return dim == ReduceDim::Row ? (index & 0x200) | (index >> 4 & 15) : index;
}
inline uint32_t scaler_exponent(uint32_t scaler_word) { return scaler_word >> 23 & 0xFF; }
constexpr uint32_t kUnitExponent = 127;

// Throw for what the FPU cannot do.
void check_eltwise(const MathConfig&, EltwiseOp);
void check_matmul(const MathConfig&);
void check_reduce(const MathConfig&, Pool);

// A slot that was never written reads as zero.
inline void clear_if(bool dst_clear, uint32_t* dst) {
    if (dst_clear) std::memset(dst, 0, kTileWords * sizeof(uint32_t));
}

}  // namespace tilewright::tile
