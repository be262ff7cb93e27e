// `Numerics::Float`, the definition: IEEE float32 on operands as the card unpacks them, one rounding per call when DST
// is 16 bits wide. Every sum has a fixed order (said at each function) that the vector version follows exactly, and
// nothing is fused. A NaN result is always the same quiet NaN, because which payload survives is up to the compiler.
#include <cmath>

#include "tile/fpu/math_rules.hpp"
#include "tile/moves/move_scalar.hpp"
#include "tile/fpu/tables.hpp"

namespace tilewright::tile {
namespace {

float operand_value(Operand operand, uint32_t mask, uint32_t index) {
    return bits_float(cut<Numerics::Float>(operand_word(operand, index), mask));
}

uint32_t dst_word(DstKind kind, float value) {
    if (std::isnan(value)) return kQuietNan;
    switch (kind) {
        case DstKind::Bf16: return uint32_t{bf16_nearest_even(value)} << 16;
        case DstKind::Fp16: return float_bits(float_from_fp16(fp16_nearest_even(value)));
        default: return float_bits(value);
    }
}

// Sixteen values: halves are added lane by lane until one is left.
float sum_tree(float lanes[16]) {
    for (uint32_t width = 8; width > 0; width /= 2)
        for (uint32_t i = 0; i < width; ++i) lanes[i] = lanes[i] + lanes[i + width];
    return lanes[0];
}

void float_copy(const MathConfig& config, Broadcast broadcast, Operand a, uint32_t* dst) {
    const uint32_t mask = copies_raw(config.src_a)            ? ~0u
                          : dst_kind(config) == DstKind::Bf16 ? kBf16Mask
                                                              : source_mask(config.src_a);
    for (uint32_t i = 0; i < kTileWords; ++i) {
        const uint32_t word = operand_word(a, broadcast_index(broadcast, 0, i));
        dst[i] = mask == ~0u ? word : cut<Numerics::Float>(word, mask);
    }
}

// Mul adds to what is there; Add and Sub replace it unless they accumulate.
void float_eltwise(const MathConfig& config, EltwiseOp op, Broadcast broadcast, bool accumulate, uint32_t bcast_row,
                   Operand a, Operand b, bool dst_clear, uint32_t* dst) {
    check_eltwise(config, op);
    const uint32_t mask_a = source_mask(config.src_a), mask_b = source_mask(config.src_b);
    const bool add_dst = (accumulate || op == EltwiseOp::Mul) && !dst_clear;
    for (uint32_t i = 0; i < kTileWords; ++i) {
        const float x = operand_value(a, mask_a, i);
        const float y = operand_value(b, mask_b, broadcast_index(broadcast, bcast_row, i));
        float value = op == EltwiseOp::Mul ? x * y : op == EltwiseOp::Add ? x + y : x - y;
        if (add_dst) value = bits_float(dst[i]) + value;
        dst[i] = dst_word(dst_kind(config), value);
    }
}

// Each element: DST, then the 32 products in order of k.
void float_matmul(const MathConfig& config, Operand in0, Operand in1, bool dst_clear, uint32_t* dst) {
    check_matmul(config);
    clear_if(dst_clear, dst);
    const uint32_t mask_a = source_mask(config.src_a), mask_b = source_mask(config.src_b);
    for (uint32_t face = 0; face < 4; ++face)
        for (uint32_t row = 0; row < 16; ++row)
            for (uint32_t column = 0; column < 16; ++column) {
                uint32_t& out = dst[face * 256 + row * 16 + column];
                float sum = bits_float(out);
                for (uint32_t k = 0; k < 32; ++k) {
                    const uint32_t left = (face & 2) * 256 + (k / 16) * 256 + row * 16 + k % 16;
                    const uint32_t right = (k / 16) * 512 + (face & 1) * 256 + (k % 16) * 16 + column;
                    sum = sum + operand_value(in0, mask_b, left) * operand_value(in1, mask_a, right);
                }
                out = dst_word(dst_kind(config), sum);
            }
}

struct ReduceOperands {
    Operand data, scaler;
    uint32_t data_mask, scaler_mask;
    float value(uint32_t index) const { return operand_value(data, data_mask, index); }
    float factor(uint32_t index) const { return operand_value(scaler, scaler_mask, index); }
};

// Row: lane k holds data[k]*scaler[k] + data[16+k]*scaler[16+k]; the lanes are summed as a tree; DST comes last.
void reduce_row(const MathConfig& config, Pool pool, const ReduceOperands& in, uint32_t* dst) {
    for (uint32_t row = 0; row < 32; ++row) {
        const uint32_t left_face = row / 16 * 2, at = left_face * 256 + row % 16 * 16;
        const uint32_t left = scaler_row(config, pool, ReduceDim::Row, left_face);
        const uint32_t right = scaler_row(config, pool, ReduceDim::Row, left_face + 1);
        float lanes[16];
        for (uint32_t k = 0; k < 16; ++k)
            lanes[k] = in.value(at + k) * in.factor(left + k) + in.value(at + 256 + k) * in.factor(right + k);
        dst[at] = dst_word(dst_kind(config), bits_float(dst[at]) + sum_tree(lanes));
    }
}

// Column: DST, then the 32 rows from top to bottom.
void reduce_column_float(const MathConfig& config, Pool pool, const ReduceOperands& in, uint32_t* dst) {
    for (uint32_t column = 0; column < 32; ++column) {
        const uint32_t at = column / 16 * 256 + column % 16;
        float sum = bits_float(dst[at]);
        for (uint32_t row = 0; row < 32; ++row) {
            const uint32_t face = row / 16 * 2 + column / 16;
            sum = sum + in.value(face * 256 + row % 16 * 16 + column % 16) *
                            in.factor(scaler_row(config, pool, ReduceDim::Col, face) + row % 16);
        }
        dst[at] = dst_word(dst_kind(config), sum);
    }
}

// Scalar: 16 column sums over the four faces in order, times the scaler row of face 3, as a tree; DST comes last.
void reduce_scalar_float(const MathConfig& config, Pool pool, const ReduceOperands& in, uint32_t* dst) {
    float lanes[16];
    for (uint32_t column = 0; column < 16; ++column) {
        float sum = 0;
        for (uint32_t face = 0; face < 4; ++face)
            for (uint32_t row = 0; row < 16; ++row)
                sum = sum + in.value(face * 256 + row * 16 + column) *
                                in.factor(scaler_row(config, pool, ReduceDim::Scalar, face) + row);
        lanes[column] = sum * in.factor(3 * 256 + column);
    }
    dst[0] = dst_word(dst_kind(config), bits_float(dst[0]) + sum_tree(lanes));
}

// Maximum in the total order, so that -0 < +0; any NaN wins. Every value is scaled by the power of two of its scaler,
// and stays out where that is zero; a single value of a tile is scaled again, by face 3's scaler of its column.
void reduce_max_float(const MathConfig& config, ReduceDim dim, const ReduceOperands& in, bool dst_clear,
                      uint32_t* dst) {
    const auto ordered = [](float value) { return std::isnan(value) ? kQuietNan : float_bits(value); };
    const auto exponent_at = [&in](uint32_t index) { return scaler_exponent(float_bits(in.factor(index))); };
    const auto scaled = [](float value, uint32_t exponent) {
        return std::ldexp(value, static_cast<int>(exponent) - static_cast<int>(kUnitExponent));
    };
    const auto first_of = [dim](uint32_t index) {
        return dim == ReduceDim::Row ? index & 0x2F0 : dim == ReduceDim::Col ? index & 0x10F : 0;
    };
    uint32_t largest[kTileWords];
    for (uint32_t i = 0; i < kTileWords; ++i)
        largest[i] = dst_clear ? (kSign | kInfinity) : ordered(bits_float(dst[max_pooling_word(dim, i)]));
    for (uint32_t i = 0; i < kTileWords; ++i) {
        const uint32_t exponent = exponent_at(max_scaler_index(dim, i));
        const uint32_t again = dim == ReduceDim::Scalar ? exponent_at(3 * 256 + i % 16) : kUnitExponent;
        if (exponent == 0 || again == 0) continue;
        const float value = scaled(scaled(in.value(i), exponent), again);
        largest[first_of(i)] = larger_in_total_order(largest[first_of(i)], ordered(value));
    }
    clear_if(dst_clear, dst);
    for (uint32_t i = 0; i < kTileWords; ++i)
        if (i == first_of(i))
            dst[i] = dst[max_pooling_word(dim, i)] = dst_word(dst_kind(config), bits_float(largest[i]));
}

void float_reduce(const MathConfig& config, Pool pool, ReduceDim dim, Operand data, Operand scaler, bool dst_clear,
                  uint32_t* dst) {
    check_reduce(config, pool);
    const bool swapped = scaler_in_src_a(config, pool, dim);
    const ReduceOperands in{data, scaler, source_mask(swapped ? config.src_b : config.src_a),
                            source_mask(swapped ? config.src_a : config.src_b)};
    if (pool == Pool::Max) return reduce_max_float(config, dim, in, dst_clear, dst);
    clear_if(dst_clear, dst);
    if (dim == ReduceDim::Row)
        reduce_row(config, pool, in, dst);
    else if (dim == ReduceDim::Col)
        reduce_column_float(config, pool, in, dst);
    else
        reduce_scalar_float(config, pool, in, dst);
}

}  // namespace

const TileMath& float_scalar_table() {
    using Moves = ScalarMoves<Numerics::Float>;
    static const TileMath table{
        .unpack = Moves::unpack,
        .unpack_tilize = Moves::unpack_tilize,
        .transpose_faces = Moves::transpose_faces,
        .copy = float_copy,
        .eltwise = float_eltwise,
        .matmul = float_matmul,
        .reduce = float_reduce,
        .dst_to_src = Moves::dst_to_src,
        .pack = Moves::pack,
        .pack_untilize = Moves::pack_untilize,
    };
    return table;
}

}  // namespace tilewright::tile
