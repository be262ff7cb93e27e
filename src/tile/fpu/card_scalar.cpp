// `Numerics::Card`, the definition: the sequence of FPU instructions that each tile call is on Wormhole, element by
// element on the rules of card_rules.hpp.
#include <algorithm>

#include "tile/fpu/card_rules.hpp"
#include "tile/moves/move_scalar.hpp"
#include "tile/fpu/tables.hpp"

namespace tilewright::tile {
namespace {

using Moves = ScalarMoves<Numerics::Card>;

Source operand_source(const FpuMode& mode, Operand operand, uint32_t mask, uint32_t index) {
    return source_from_word(mode, operand_word(operand, index), mask);
}

void card_copy(const MathConfig& config, Broadcast broadcast, Operand a, uint32_t* dst) {
    const FpuMode mode = fpu_mode(config);
    const uint32_t mask = source_mask(config.src_a);
    const bool raw = copies_raw(config.src_a);
    for (uint32_t i = 0; i < kTileWords; ++i) {
        const uint32_t word = operand_word(a, broadcast_index(broadcast, 0, i));
        dst[i] = raw ? word : moved_to_dst(mode, word, mask);
    }
}

void card_eltwise(const MathConfig& config, EltwiseOp op, Broadcast broadcast, bool accumulate, uint32_t bcast_row,
                  Operand a, Operand b, bool dst_clear, uint32_t* dst) {
    check_eltwise(config, op);
    const FpuMode mode = fpu_mode(config);
    const uint32_t mask_a = source_mask(config.src_a), mask_b = source_mask(config.src_b);
    for (uint32_t i = 0; i < kTileWords; ++i) {
        const Source x = operand_source(mode, a, mask_a, i);
        Source y = operand_source(mode, b, mask_b, broadcast_index(broadcast, bcast_row, i));
        uint32_t word = dst_clear ? 0 : dst[i];
        if (op == EltwiseOp::Mul) {
            for (int phase = 0; phase < phase_count(config.fidelity); ++phase)
                word = multiply_phase(mode, phase, x, y, word);
        } else {
            if (op == EltwiseOp::Sub) y.negative = !y.negative;
            word = add(mode, x, y, accumulate ? word : 0);
        }
        dst[i] = word;
    }
}

// Phases outside, the two 16-wide halves of k inside.
void card_matmul(const MathConfig& config, Operand in0, Operand in1, bool dst_clear, uint32_t* dst) {
    check_matmul(config);
    clear_if(dst_clear, dst);
    const FpuMode mode = fpu_mode(config);
    const uint32_t mask_a = source_mask(config.src_a), mask_b = source_mask(config.src_b);
    for (int phase = 0; phase < phase_count(config.fidelity); ++phase)
        for (uint32_t middle = 0; middle < 2; ++middle)
            for (uint32_t i = 0; i < kTileWords; ++i) {
                const uint32_t face = i / 256, row = i / 16 % 16, column = i % 16;
                Source a[16], b[16];
                for (uint32_t k = 0; k < 16; ++k) {
                    a[k] = operand_source(mode, in1, mask_a, middle * 512 + (face & 1) * 256 + k * 16 + column);
                    b[k] = operand_source(mode, in0, mask_b, (face & 2) * 256 + middle * 256 + row * 16 + k);
                }
                dst[i] = dot16(mode, phase, a, b, dst[i]);
            }
}

struct Reduction {
    const MathConfig& config;
    FpuMode mode;
    Operand data, scaler;
    uint32_t mask_a, mask_b;

    int phases() const { return phase_count(config.fidelity); }

    // Sixteen values of the data tile, `step` apart.
    void load_data(uint32_t first, uint32_t step, uint32_t mask, Source out[16]) const {
        for (uint32_t k = 0; k < 16; ++k) out[k] = operand_source(mode, data, mask, first + k * step);
    }
    void load_scaler(uint32_t first, uint32_t mask, Source out[16]) const {
        for (uint32_t k = 0; k < 16; ++k) out[k] = operand_source(mode, scaler, mask, first + k);
    }
    // All phases of one pooling of 16 data values with a row of scalers, data in SrcA.
    uint32_t pool(uint32_t data_first, uint32_t step, uint32_t scaler_first, uint32_t word) const {
        Source a[16], b[16];
        load_data(data_first, step, mask_a, a);
        load_scaler(scaler_first, mask_b, b);
        for (int phase = 0; phase < phases(); ++phase) word = dot16(mode, phase, a, b, word);
        return word;
    }
};

// Scaler in SrcA, data in SrcB. August: per phase the left face, then the right one; July: per face all phases.
void reduce_row_swapped(const Reduction& r, uint32_t* dst) {
    const bool faces_first = r.config.generation == LlkGeneration::Jul2026;
    for (uint32_t row = 0; row < 32; ++row) {
        const uint32_t at = row / 16 * 512 + row % 16 * 16;
        Source data[2][16], scaler[2][16];
        for (uint32_t side = 0; side < 2; ++side) {
            r.load_data(at + side * 256, 1, r.mask_b, data[side]);
            r.load_scaler(side * 256, r.mask_a, scaler[side]);
        }
        const int steps = r.phases() * 2;
        for (int step = 0; step < steps; ++step) {
            const int side = faces_first ? step / r.phases() : step % 2;
            const int phase = faces_first ? step % r.phases() : step / 2;
            dst[at] = dot16(r.mode, phase, scaler[side], data[side], dst[at]);
        }
    }
}

// Data transposed in SrcA, scaler row of the same face in SrcB, all phases per face; the sums then pass through both
// source registers on their way to column 0, which cuts them after every tile unless they go in two halves.
void reduce_row_april(const Reduction& r, uint32_t* dst) {
    for (uint32_t row = 0; row < 32; ++row) {
        const uint32_t face = row / 16 * 2, at = face * 256 + row % 16 * 16;
        uint32_t word = dst[at];
        for (uint32_t side = 0; side < 2; ++side) word = r.pool(at + side * 256, 1, (face + side) * 256, word);
        dst[at] = keeps_row_results(r.config) ? word : word & r.mask_a & r.mask_b;
    }
}

void reduce_column(const Reduction& r, uint32_t* dst) {
    for (uint32_t column = 0; column < 32; ++column) {
        const uint32_t at = column / 16 * 256 + column % 16;
        for (const uint32_t lower : {0u, 512u}) dst[at] = r.pool(at + lower, 16, at / 256 * 256 + lower, dst[at]);
    }
}

// The four faces into one fresh row, cut to SrcA's format, turned into a column and pooled again with face 3's scaler.
void reduce_scalar(const Reduction& r, uint32_t* dst) {
    Source row[16], scaler[16];
    for (uint32_t column = 0; column < 16; ++column) {
        uint32_t word = 0;
        for (uint32_t face = 0; face < 4; ++face) word = r.pool(face * 256 + column, 16, face * 256, word);
        row[column] = source_from_word(r.mode, word, r.mask_a);
    }
    r.load_scaler(3 * 256, r.mask_b, scaler);
    for (int phase = 0; phase < r.phases(); ++phase) dst[0] = dot16(r.mode, phase, row, scaler, dst[0]);
}

// The largest of the data values and of what `ranks` holds, by place in the result: word i counts for word i & keep.
void pool_maxima(const Reduction& r, ReduceDim dim, uint32_t keep, Rank* ranks) {
    for (uint32_t i = 0; i < kTileWords; ++i) {
        const uint32_t exponent = scaler_exponent(operand_word(r.scaler, max_scaler_index(dim, i)));
        if (exponent == 0) continue;
        ranks[i & keep] = std::max(ranks[i & keep], rank_of_source(operand_word(r.data, i), r.mask_a, exponent));
    }
}

// A single value: the four faces into one fresh row, which is pooled again with face 3's scaler.
void reduce_max_scalar(const Reduction& r, bool dst_clear, uint32_t* dst) {
    Rank row[16];
    std::fill_n(row, 16, rank_of_dst(kTf32Mask));
    pool_maxima(r, ReduceDim::Scalar, 0xF, row);
    Rank largest = rank_of_dst(dst_clear ? kTf32Mask : dst[0] & kTf32Mask);
    for (uint32_t column = 0; column < 16; ++column) {
        const uint32_t exponent = scaler_exponent(operand_word(r.scaler, 3 * 256 + column));
        if (exponent != 0) largest = std::max(largest, rank_of_source(word_of_rank(row[column]), r.mask_a, exponent));
    }
    clear_if(dst_clear, dst);
    dst[0] = word_of_rank(largest);
}

// Exact. Row results pass through SrcB, which may be narrower than SrcA, and are moved back as a copy is.
void reduce_max(const Reduction& r, ReduceDim dim, bool dst_clear, uint32_t* dst) {
    if (dim == ReduceDim::Scalar) return reduce_max_scalar(r, dst_clear, dst);
    const uint32_t keep = dim == ReduceDim::Row ? 0x2F0 : 0x10F;
    Rank ranks[kTileWords];
    for (uint32_t i = 0; i < kTileWords; ++i)
        ranks[i] = rank_of_dst(dst_clear ? kTf32Mask : dst[max_pooling_word(dim, i)] & kTf32Mask);
    pool_maxima(r, dim, keep, ranks);
    clear_if(dst_clear, dst);
    for (uint32_t i = 0; i < kTileWords; ++i) {
        if (i != (i & keep)) continue;
        const uint32_t word = word_of_rank(ranks[i]);
        dst[i] = dim == ReduceDim::Row && !keeps_row_results(r.config) ? moved_to_dst(r.mode, word, r.mask_a & r.mask_b)
                                                                       : word;
        dst[max_pooling_word(dim, i)] = dst[i];
    }
}

void card_reduce(const MathConfig& config, Pool pool, ReduceDim dim, Operand data, Operand scaler, bool dst_clear,
                 uint32_t* dst) {
    check_reduce(config, pool);
    const Reduction r{config, fpu_mode(config), data, scaler, source_mask(config.src_a), source_mask(config.src_b)};
    if (pool == Pool::Max) return reduce_max(r, dim, dst_clear, dst);
    clear_if(dst_clear, dst);
    if (dim == ReduceDim::Col)
        reduce_column(r, dst);
    else if (dim == ReduceDim::Scalar)
        reduce_scalar(r, dst);
    else if (row_sums_swap_operands(config.generation))
        reduce_row_swapped(r, dst);
    else
        reduce_row_april(r, dst);
}

}  // namespace

const TileMath& card_scalar_table() {
    static const TileMath table{
        .unpack = Moves::unpack,
        .unpack_tilize = Moves::unpack_tilize,
        .transpose_faces = Moves::transpose_faces,
        .copy = card_copy,
        .eltwise = card_eltwise,
        .matmul = card_matmul,
        .reduce = card_reduce,
        .dst_to_src = Moves::dst_to_src,
        .pack = Moves::pack,
        .pack_untilize = Moves::pack_untilize,
    };
    return table;
}

}  // namespace tilewright::tile
