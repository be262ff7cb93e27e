// `Numerics::Card`, vectorised: the sixteen-term dot product behind matmul and the reductions.
//
// A vector holds neighbouring results. One side of the product is a vector per k, the other one value per k. The
// distances to the largest exponent are the same in all fidelity phases, so the group sums of all phases are made
// together and then accumulated in the order in which the card would.
#if defined(TILEWRIGHT_TILE_SIMD_DOT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEWRIGHT_TILE_SIMD_DOT_INL
#undef TILEWRIGHT_TILE_SIMD_DOT_INL
#else
#define TILEWRIGHT_TILE_SIMD_DOT_INL
#endif

#include "tile/fpu/simd_card-inl.hpp"
#include "tile/fpu/simd_quick_dot-inl.hpp"
#include "tile/fpu/simd_quick_matmul-inl.hpp"
#include "tile/fpu/simd_max-inl.hpp"
#include "tile/moves/simd_moves-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {
namespace card {

// Exponent of a zero: below everything, so that its product never sets the largest exponent.
constexpr int32_t kZeroExponent = -8192;

// Operands taken apart: sign as all ones, exponent, and the two slices that the multipliers take, with the sign on.
template <uint32_t kCount>
struct Prepared {
    alignas(64) int32_t sign[kCount], exponent[kCount], high[kCount], low[kCount];
};
// A place in such a set.
struct View {
    const int32_t *sign, *exponent, *high, *low;
    template <uint32_t kCount>
    View(const Prepared<kCount>& from, uint32_t at)
        : sign(from.sign + at), exponent(from.exponent + at), high(from.high + at), low(from.low + at) {}
    void skip(uint32_t count) { sign += count, exponent += count, high += count, low += count; }
};

// `kSideA`: slices of SrcA (5 and 5 bits) or of SrcB (7 and 4 bits).
template <bool kSideA, uint32_t kCount>
HWY_INLINE void prepare(VU words, uint32_t at, Prepared<kCount>& out) {
    const auto zero = is_zero_word(words);
    const VU significand = hn::IfThenZeroElse(zero, significand_of(words));
    const VI sign = all_ones_if_negative(words);
    const VU high = kSideA ? hn::ShiftRight<6>(significand) : hn::ShiftRight<4>(significand);
    const VU low =
        kSideA ? hn::And(hn::ShiftRight<1>(significand), set_u(31)) : hn::ShiftLeft<3>(hn::And(significand, set_u(15)));
    hn::Store(sign, di, out.sign + at);
    hn::Store(hn::IfThenElse(hn::RebindMask(di, zero), set_i(kZeroExponent), exponent_of(words)), di,
              out.exponent + at);
    hn::Store(with_sign(high, sign), di, out.high + at);
    hn::Store(with_sign(low, sign), di, out.low + at);
}

using PreparedTile = Prepared<kTileWords>;
using PreparedRows = Prepared<64>;  // one row of 16 for each face

template <bool kSideA>
HWY_INLINE void prepare_tile(const uint32_t* words, PreparedTile& out) {
    for (uint32_t i = 0; i < kTileWords; i += kLanes) prepare<kSideA>(hn::Load(du, words + i), i, out);
}

// The two groups of one dot product: a sum per phase and the largest exponent (without the phase's own offset).
template <int kPhases>
struct Groups {
    VI sums[kPhases][2];
    VI largest[2];

    HWY_INLINE VTerm term(int phase, int group) const {
        const VI exponent = hn::Add(largest[group], set_i(phase_exponent(phase)));
        const auto alive = hn::Gt(exponent, hn::Zero(di));
        const VI sum = hn::IfThenElseZero(alive, sums[phase][group]);
        return {hn::BroadcastSignBit(sum), hn::IfThenElseZero(alive, exponent), hn::ShiftLeft<13>(as_u(hn::Abs(sum)))};
    }
    template <bool kFp32>
    HWY_INLINE VU accumulate(int phase, VU dst) const {
        return combine_two<kFp32>(term(phase, 0), term(phase, 1), dst);
    }
};

// x[k] are vectors 16 words apart, y[k] single values. `kVectorIsA` says which one is SrcA. Not inlined: it is large.
template <int kPhases, bool kVectorIsA>
HWY_NOINLINE void multiply_groups(View x, View y, Groups<kPhases>& out) {
    for (int group = 0; group < 2; ++group, x.skip(8 * 16), y.skip(8)) {
        VI exponents[8], largest = set_i(2 * kZeroExponent);
        HWY_UNROLL(8) for (uint32_t k = 0; k < 8; ++k) {
            exponents[k] = hn::Add(hn::Load(di, x.exponent + k * 16), set_i(y.exponent[k] - 127));
            largest = hn::Max(largest, exponents[k]);
        }
        VI sums[kPhases];
        for (int phase = 0; phase < kPhases; ++phase) sums[phase] = hn::Zero(di);
        HWY_UNROLL(8) for (uint32_t k = 0; k < 8; ++k) {
            const VI distance = hn::Min(hn::Sub(largest, exponents[k]), set_i(30));
            const VI sign = hn::Xor(hn::Load(di, x.sign + k * 16), set_i(y.sign[k]));
            // Half up on the magnitude: half for positive products, half - 1 for negative ones (arithmetic shift).
            const VI half = as_i(half_unit(as_u(distance)));
            const VI rounding = hn::Max(hn::Add(half, sign), hn::Zero(di));
            const VI x_high = hn::Load(di, x.high + k * 16), y_high = set_i(y.high[k]);
            const VI x_low = kPhases > 1 ? hn::Load(di, x.low + k * 16) : x_high;
            const VI y_low = kPhases > 1 ? set_i(y.low[k]) : y_high;
            HWY_UNROLL(4) for (int phase = 0; phase < kPhases; ++phase) {
                const bool low_a = phase & 1, low_b = phase & 2;
                const VI left = (kVectorIsA ? low_a : low_b) ? x_low : x_high;
                const VI right = (kVectorIsA ? low_b : low_a) ? y_low : y_high;
                sums[phase] = hn::Add(sums[phase], hn::Shr(hn::Add(hn::Mul(left, right), rounding), distance));
            }
        }
        for (int phase = 0; phase < kPhases; ++phase) out.sums[phase][group] = sums[phase];
        out.largest[group] = largest;
    }
}

// ---- matmul ---------------------------------------------------------------------------------------------------------
template <int kPhases, bool kFp32>
void matmul_loop(const PreparedTile& left, const PreparedTile& right, bool dst_clear, uint32_t* dst) {
    for (uint32_t i = 0; i < kTileWords; i += kLanes) {
        const uint32_t face = i / 256, row = i / 16 % 16, column = i % 16;
        Groups<kPhases> halves[2];
        for (uint32_t middle = 0; middle < 2; ++middle)
            multiply_groups<kPhases, true>({right, middle * 512 + (face & 1) * 256 + column},
                                           {left, (face & 2) * 256 + middle * 256 + row * 16}, halves[middle]);
        VU words = dst_clear ? hn::Zero(du) : hn::LoadU(du, dst + i);
        for (int phase = 0; phase < kPhases; ++phase)
            for (const auto& half : halves) words = half.template accumulate<kFp32>(phase, words);
        hn::StoreU(words, du, dst + i);
    }
}

// Turns fidelity and DST width into constants.
template <typename Use>
HWY_INLINE void with_constants(const MathConfig& config, Use use) {
    const auto phases = [&](auto fp32) {
        switch (phase_count(config.fidelity)) {
            case 1: return use(std::integral_constant<int, 1>(), fp32);
            case 2: return use(std::integral_constant<int, 2>(), fp32);
            case 3: return use(std::integral_constant<int, 3>(), fp32);
            default: return use(std::integral_constant<int, 4>(), fp32);
        }
    };
    if (config.dst_fp32)
        phases(std::true_type());
    else
        phases(std::false_type());
}

template <int kPhases, bool kFp32>
HWY_NOINLINE void slow_matmul(const uint32_t* in0, const uint32_t* in1, bool dst_clear, uint32_t* dst) {
    PreparedTile left, right;
    prepare_tile<false>(in0, left);
    prepare_tile<true>(in1, right);
    matmul_loop<kPhases, kFp32>(left, right, dst_clear, dst);
}

inline void matmul(const MathConfig& config, Operand in0, Operand in1, bool dst_clear, uint32_t* dst) {
    check_matmul(config);
    if (needs_definition(config)) return card_scalar_table().matmul(config, in0, in1, dst_clear, dst);
    alignas(64) uint32_t left[kTileWords], right[kTileWords], out[kTileWords];
    load_operand<kCard>(in0, source_mask(config.src_b), left);
    load_operand<kCard>(in1, source_mask(config.src_a), right);
    const bool few_bits = source_mask(config.src_a) == kBf16Mask && source_mask(config.src_b) == kBf16Mask;
    with_constants(config, [&](auto phases, auto fp32) {
        if (quick_matmul<phases.value, fp32.value>(left, right, few_bits, dst_clear, dst, out))
            std::memcpy(dst, out, sizeof out);
        else
            slow_matmul<phases.value, fp32.value>(left, right, dst_clear, dst);
    });
}

// ---- reduce ---------------------------------------------------------------------------------------------------------
// Each face pooled with its scaler row, all phases per face; `faces` in order, data in SrcA.
template <int kPhases, bool kFp32>
HWY_INLINE VU pool_faces(const PreparedTile& data, const PreparedRows& scaler, std::initializer_list<uint32_t> faces,
                         uint32_t column, VU words) {
    for (const uint32_t face : faces) {
        Groups<kPhases> groups;
        multiply_groups<kPhases, true>({data, face * 256 + column}, {scaler, face * 16}, groups);
        for (int phase = 0; phase < kPhases; ++phase) words = groups.template accumulate<kFp32>(phase, words);
    }
    return words;
}

// A face of an operand, transposed, as words.
template <typename From>
HWY_INLINE void transpose_words(From from, uint32_t face, uint32_t* out) {
    transpose_rows([&](uint32_t row, uint32_t v) { return from.get(face + row * 16 + v * kLanes); }, out);
}

// Column 0 of both face rows, as a dense row of 32, and back.
HWY_INLINE void gather_column(const uint32_t* dst, bool dst_clear, uint32_t* out) {
    for (uint32_t row = 0; row < 32; ++row) out[row] = dst_clear ? 0 : dst[row / 16 * 512 + row % 16 * 16];
}
HWY_INLINE void scatter_column(const uint32_t* values, bool dst_clear, uint32_t* dst) {
    clear_if(dst_clear, dst);
    for (uint32_t row = 0; row < 32; ++row) dst[row / 16 * 512 + row % 16 * 16] = values[row];
}

// `data` is transposed within its faces: a vector holds 16 rows. Today's row sum has the scaler in SrcA and goes
// through both faces in each phase; the spring one has it in SrcB, goes face by face and cuts the sum after every tile.
template <int kPhases, bool kFp32, bool kAugust>
HWY_INLINE void reduce_row(const PreparedTile& data, const PreparedRows& scaler, uint32_t cut_mask, uint32_t* column) {
    for (uint32_t half = 0; half < 2; ++half)
        for (uint32_t row = 0; row < 16; row += kLanes) {
            uint32_t* at = column + half * 16 + row;
            VU words = hn::Load(du, at);
            if constexpr (kAugust) {
                Groups<kPhases> sides[2];
                for (uint32_t side = 0; side < 2; ++side)
                    multiply_groups<kPhases, false>({data, (half * 2 + side) * 256 + row}, {scaler, side * 16},
                                                    sides[side]);
                for (int phase = 0; phase < kPhases; ++phase)
                    for (const auto& side : sides) words = side.template accumulate<kFp32>(phase, words);
            } else {
                words = pool_faces<kPhases, kFp32>(data, scaler, {half * 2, half * 2 + 1}, row, words);
                words = hn::And(words, set_u(cut_mask));
            }
            hn::Store(words, du, at);
        }
}

// The second pooling of a scalar reduction, out of the range of the closed form: the scalar rule serves.
inline uint32_t pool_scalar_row(const MathConfig& config, const uint32_t row[16], Operand scaler, uint32_t word) {
    const FpuMode mode = fpu_mode(config);
    Source a[16], b[16];
    for (uint32_t k = 0; k < 16; ++k) {
        a[k] = source_from_word(mode, row[k], source_mask(config.src_a));
        b[k] = source_from_word(mode, operand_word(scaler, 3 * 256 + k), source_mask(config.src_b));
    }
    for (int phase = 0; phase < phase_count(config.fidelity); ++phase) word = dot16(mode, phase, a, b, word);
    return word;
}

// The sums of one reduction as a dense row: 32 row sums, 32 column sums, or the 16 of a scalar reduction's first
// pooling.
struct Sums {
    const MathConfig& config;
    ReduceDim dim;
    bool august_row;
    const uint32_t *data, *scalers;  // words, masked; data of row sums transposed within the faces
    uint32_t cut_mask;

    // `total` is DST before a scalar reduction and, if `has_total`, after it.
    template <int kPhases, bool kFp32>
    HWY_INLINE bool quick(uint32_t* column, uint32_t& total, bool& has_total) const {
        SingleValues<64> factors;
        for (uint32_t i = 0; i < 64; i += kLanes) {
            const VU row = hn::Load(du, scalers + i);
            if (august_row)
                factors.template set<true>(i, row);
            else
                factors.template set<false>(i, row);
        }
        if (dim == ReduceDim::Col) return quick_column<kPhases, kFp32>(data, factors, false, column);
        if (dim == ReduceDim::Scalar) {
            if (!quick_column<kPhases, kFp32>(data, factors, true, column)) return false;
            uint32_t row[16];
            for (uint32_t k = 0; k < 16; ++k) row[k] = column[k] & source_mask(config.src_a);
            has_total = quick_total<kPhases, kFp32>(row, factors, total);
            return true;
        }
        if (august_row) return quick_row<kPhases, kFp32, true>(data, factors, ~0u, column);
        return quick_row<kPhases, kFp32, false>(data, factors, cut_mask, column);
    }

    template <int kPhases, bool kFp32>
    HWY_NOINLINE void general(uint32_t* column) const {
        PreparedTile values;
        PreparedRows factors;
        if (august_row)
            prepare_tile<false>(data, values);
        else
            prepare_tile<true>(data, values);
        for (uint32_t i = 0; i < 64; i += kLanes) {
            const VU row = hn::Load(du, scalers + i);
            if (august_row)
                prepare<true>(row, i, factors);
            else
                prepare<false>(row, i, factors);
        }
        if (dim == ReduceDim::Row && august_row) return reduce_row<kPhases, kFp32, true>(values, factors, ~0u, column);
        if (dim == ReduceDim::Row) return reduce_row<kPhases, kFp32, false>(values, factors, cut_mask, column);
        for (uint32_t at = 0; at < (dim == ReduceDim::Col ? 32u : 16u); at += kLanes) {
            const uint32_t side = at / 16;
            const VU old = hn::Load(du, column + at);
            const VU words = dim == ReduceDim::Col
                                 ? pool_faces<kPhases, kFp32>(values, factors, {side, side + 2}, at % 16, old)
                                 : pool_faces<kPhases, kFp32>(values, factors, {0, 1, 2, 3}, at, old);
            hn::Store(words, du, column + at);
        }
    }
};

inline void reduce(const MathConfig& config, Pool pool, ReduceDim dim, Operand data, Operand scaler, bool dst_clear,
                   uint32_t* dst) {
    check_reduce(config, pool);
    // July's order of phases was in use for two weeks: the definition serves.
    const bool july_row = config.generation == LlkGeneration::Jul2026 && scaler_in_src_a(config, pool, dim);
    if (needs_definition(config) || july_row)
        return card_scalar_table().reduce(config, pool, dim, data, scaler, dst_clear, dst);
    const uint32_t mask_a = source_mask(config.src_a), mask_b = source_mask(config.src_b);
    const bool whole_rows = keeps_row_results(config);
    if (pool == Pool::Max) {
        if (!unit_scalers<kCard>(scaler, mask_b))
            return card_scalar_table().reduce(config, pool, dim, data, scaler, dst_clear, dst);
        const FpuMode mode = fpu_mode(config);
        const auto old = [](uint32_t word) { return word & kTf32Mask; };
        const auto write = [&](uint32_t word) {
            return dim == ReduceDim::Row && !whole_rows ? moved_to_dst(mode, word, mask_a & mask_b) : word;
        };
        return reduce_max<kCard>(dim, data, mask_a, dst_clear, kTf32Mask, old, write, dst);
    }
    const bool august_row = scaler_in_src_a(config, pool, dim);
    alignas(64) uint32_t words[kTileWords], scalers[64], old[32], column[32];
    if (dim == ReduceDim::Row) {
        with_operand<kCard>(data, august_row ? mask_b : mask_a, [&](auto from) {
            for (uint32_t face = 0; face < kTileWords; face += 256) transpose_words(from, face, words + face);
        });
        gather_column(dst, dst_clear, old);
    } else {
        load_operand<kCard>(data, mask_a, words);
        for (uint32_t i = 0; i < 32; ++i)
            old[i] = dst_clear || dim == ReduceDim::Scalar ? 0 : dst[i / 16 * 256 + i % 16];
    }
    with_operand<kCard>(scaler, august_row ? mask_a : mask_b, [&](auto from) {
        for (uint32_t i = 0; i < 64; i += kLanes) hn::Store(from.get(i / 16 * 256 + i % 16), du, scalers + i);
    });
    const Sums sums{config, dim, august_row, words, scalers, whole_rows ? ~0u : mask_a & mask_b};
    uint32_t total = dst_clear ? 0 : dst[0];
    bool has_total = false;
    with_constants(config, [&](auto phases, auto fp32) {
        std::memcpy(column, old, sizeof column);
        if (sums.quick<phases.value, fp32.value>(column, total, has_total)) return;
        std::memcpy(column, old, sizeof column);
        sums.general<phases.value, fp32.value>(column);
    });
    if (dim == ReduceDim::Row) return scatter_column(column, dst_clear, dst);
    if (dim == ReduceDim::Scalar) {
        if (!has_total) total = pool_scalar_row(config, column, scaler, total);
        clear_if(dst_clear, dst);
        dst[0] = total;
        return;
    }
    clear_if(dst_clear, dst);
    std::memcpy(dst, column, 64);
    std::memcpy(dst + 256, column + 16, 64);
}

}  // namespace card
}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
