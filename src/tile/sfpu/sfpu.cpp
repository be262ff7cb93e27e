// The SFPU over tiles: which elements a vector mode selects, how results are stored, and the operations that are not
// element-wise (running sums, products, random numbers, reductions).
#include "tile/sfpu/sfpu.hpp"

#include <immintrin.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "tile/sfpu/sfpu_lanes.hpp"
#include "tile/sfpu/sfpu_scalar.hpp"
#include "tile/sfpu/sfpu_values.hpp"

namespace tilewright::tile {

using lane::as_bits;
using lane::as_float;

namespace {

constexpr const SfpuInfo& info(SfpuOp op) { return sfpu_info(op); }

// A row without a body would compute nothing.
// clang-format off
#define TW_SFPU_HAS_BODY(NAME, scalar, vector) static_assert((0 scalar vector) > 0, "no body in the row of " #NAME);
#define TW_SFPU_BODIES
#define TW_UNARY(NAME, call, header, form, store, init, exactness, ...) TW_SFPU_HAS_BODY(NAME, __VA_ARGS__)
#define TW_BINARY(NAME, call, header, form, store, init, exactness, ...) TW_SFPU_HAS_BODY(NAME, __VA_ARGS__)
#define TW_TERNARY(NAME, call, header, form, store, init, exactness, ...) TW_SFPU_HAS_BODY(NAME, __VA_ARGS__)
#define WHOLE(...) +1
#define CARD(...)
#define FLOAT(...) +1
#define DOUBLE(...) +1
#define WORD(...) +1
#define LANES(...) +1
#include "tw/sfpu/table.def"
#undef TW_SFPU_HAS_BODY
// clang-format on

constexpr uint32_t kFaceWords = 256;
constexpr uint32_t kStepWords = 32;

// Calls `run(first word, count)` for every stretch of the tile that the vector mode covers.
template <class Run>
void for_selected(uint32_t mode, Run run) {
    const uint32_t steps = mode >> TW_VECTOR_STEPS_SHIFT ? mode >> TW_VECTOR_STEPS_SHIFT : 8;
    const uint32_t faces = mode & 0xFF;
    if (faces >= TW_VECTOR_RC && steps == 8) return run(0u, 4 * kFaceWords);
    for (uint32_t face = 0; face < 4; ++face) {
        const bool selected = faces >= TW_VECTOR_RC || face == 0 || (faces == TW_VECTOR_R && face == 1) ||
                              (faces == TW_VECTOR_C && face == 2);
        if (!selected) continue;
        const uint32_t first = face * kFaceWords;
        run(first, std::min(steps * kStepWords, 4 * kFaceWords - first));
    }
}

DstStore store_of(const SfpuContext& c, SfpuOp op) {
    if (c.dst_fp32) return DstStore::Whole;
    if (c.numerics == Numerics::Float) return DstStore::Nearest;
    switch (info(op).store) {
        case SfpuStore::Away: return DstStore::Away;
        case SfpuStore::Even: return DstStore::Even;
        default: return DstStore::Truncate;
    }
}

uint32_t store(const SfpuContext& c, SfpuOp op, float value) {
    return one_lane::stored(ScalarLanes(), value, store_of(c, op));
}

// Word index of element (row, column) of a 32x32 tile.
uint32_t word_of(uint32_t row, uint32_t column) {
    return ((row / 16) * 2 + column / 16) * kFaceWords + (row % 16) * 16 + column % 16;
}

uint32_t next_random(SfpuState& state, uint32_t lane_index) {
    uint32_t& s = state.prng[lane_index];
    if (!s) sfpu_seed(state, 0);
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

void random_fill(const SfpuContext& c, uint32_t mode, const uint32_t p[3], SfpuState& state, uint32_t* tile) {
    for_selected(mode, [&](uint32_t first, uint32_t count) {
        for (uint32_t i = first; i < first + count; ++i) {
            const float unit = static_cast<float>(next_random(state, i % 32) >> 8) * 0x1p-24f;
            tile[i] = store(c, SfpuOp::RAND, sfpu_add(c, sfpu_mul(c, unit, as_float(p[1])), as_float(p[0])));
        }
    });
}

// p[0]: probability scaled to 2^31 - 1; p[1]: float bits of the factor for what stays.
void dropout(const SfpuContext& c, uint32_t mode, const uint32_t p[3], SfpuState& state, uint32_t* tile) {
    for_selected(mode, [&](uint32_t first, uint32_t count) {
        for (uint32_t i = first; i < first + count; ++i) {
            const bool drop = (next_random(state, i % 32) & 0x7FFFFFFFu) < p[0];
            tile[i] = drop ? 0 : store(c, SfpuOp::DROPOUT, sfpu_mul(c, as_float(tile[i]), as_float(p[1])));
        }
    });
}

// Down the rows, per column; p[0] = 0 carries on from the tile before.
void cumulative_sum(const SfpuContext& c, const uint32_t p[3], SfpuState& state, uint32_t* tile) {
    if (p[0]) std::fill_n(state.column_sum, 32, 0.0f);
    for (uint32_t row = 0; row < 32; ++row) {
        for (uint32_t column = 0; column < 32; ++column) {
            uint32_t& word = tile[word_of(row, column)];
            const float sum = sfpu_add(c, state.column_sum[column], as_float(word));
            word = store(c, SfpuOp::CUMSUM, sum);
            state.column_sum[column] = sum;
        }
    }
}

// Running product along a face's eight steps, lane by lane. A ninth step multiplies into the first step after the face,
// as the card does, before that face is processed itself.
void running_product(const SfpuContext& c, uint32_t mode, uint32_t* tile) {
    for_selected(mode & 0xFF, [&](uint32_t first, uint32_t count) {
        for (uint32_t face = first; face < first + count; face += kFaceWords) {
            for (uint32_t i = 0; i < kStepWords; ++i) {
                float product = 1.0f;
                for (uint32_t step = 0; step < 9; ++step) {
                    // Step s covers rows 4 * (s / 2) .. + 3, even columns for even s.
                    const uint32_t row = 4 * (step / 2) + i / 8;
                    const uint32_t word = face + row * 16 + 2 * (i % 8) + step % 2;
                    if (word >= 4 * kFaceWords) break;
                    product = sfpu_mul(c, product, as_float(tile[word]));
                    tile[word] = store(c, SfpuOp::TILED_PROD, product);
                }
            }
        }
    });
}

// Pairs (even column, odd column) = (re, im) become (-im, re).
void rotate90(uint32_t mode, uint32_t* tile) {
    for_selected(mode, [&](uint32_t first, uint32_t count) {
        for (uint32_t i = first; i < first + count; i += 2) {
            const uint32_t re = tile[i];
            tile[i] = tile[i + 1] ^ 0x80000000u;
            tile[i + 1] = re;
        }
    });
}

// Integer sums of the 32 elements of each column into row 0, or of each row into column 0.
void integer_sums(bool columns, uint32_t* tile) {
    for (uint32_t i = 0; i < 32; ++i) {
        uint32_t sum = 0;
        for (uint32_t j = 0; j < 32; ++j) sum += tile[columns ? word_of(j, i) : word_of(i, j)];
        tile[columns ? word_of(0, i) : word_of(i, 0)] = sum;
    }
}

// Sums of rows or columns side by side; false: not with these values.
bool reduce_sums(const SfpuContext& c, SfpuOp op, Pool pool, bool columns, uint32_t* tile) {
    alignas(64) uint32_t sums[32];
    if (!simd_sums(c.numerics, tile, columns, sums)) return false;
    for (uint32_t i = 0; i < 32; ++i) {
        const float sum = as_float(sums[i]);
        tile[columns ? word_of(0, i) : word_of(i, 0)] =
            store(c, op, pool == Pool::Avg ? sfpu_mul(c, sum, 1.0f / 32) : sum);
    }
    return true;
}

// sfpu_reduce: p[0] pool, p[1] dimension (ReduceDim numbers), p[2] format. Result in row 0 (Col) or column 0 (Row).
void reduce(const SfpuContext& c, SfpuOp op, const uint32_t p[3], uint32_t* tile) {
    const auto pool = static_cast<Pool>(p[0]);
    const bool columns = static_cast<ReduceDim>(p[1]) == ReduceDim::Col;
    const bool is_int = op == SfpuOp::REDUCE_INT;
    const bool is_unsigned = static_cast<DataFormat>(p[2]) != DataFormat::Int32;
    if (!is_int && c.simd && (pool == Pool::Sum || pool == Pool::Avg) && reduce_sums(c, op, pool, columns, tile))
        return;
    for (uint32_t i = 0; i < 32; ++i) {
        const auto at = [&](uint32_t j) -> uint32_t& { return tile[columns ? word_of(j, i) : word_of(i, j)]; };
        if (is_int) {
            int64_t sum = 0, best = 0;
            for (uint32_t j = 0; j < 32; ++j) {
                const int64_t v = is_unsigned ? int64_t{at(j)} : int64_t{static_cast<int32_t>(at(j))};
                sum += v;
                best = j == 0 ? v : pool == Pool::Max ? std::max(best, v) : std::min(best, v);
            }
            const bool summing = pool == Pool::Sum || pool == Pool::Avg;
            at(0) = static_cast<uint32_t>(!summing ? best : pool == Pool::Avg ? sum / 32 : sum);
            continue;
        }
        const auto value = [&](uint32_t k) { return as_float(at(k)); };
        float result = value(0);
        if (pool == Pool::Sum || pool == Pool::Avg) {
            result = one_lane::sfpu_float::sum(c.numerics == Numerics::Card, columns, value,
                                               [&](float a, float b) { return sfpu_add(c, a, b); });
        } else {
            for (uint32_t k = 1; k < 32; ++k)
                result = one_lane::sfpu_float::ordered(ScalarLanes(), result, value(k), pool == Pool::Max);
        }
        if (pool == Pool::Avg) result = sfpu_mul(c, result, 1.0f / 32);
        at(0) = store(c, op, result);
    }
}

bool whole_tile(const SfpuContext& c, SfpuOp op, uint32_t mode, const uint32_t p[3], SfpuState& state, uint32_t* tile) {
    switch (op) {
        // clang-format off
#define TW_SFPU_BODIES
#define TW_UNARY(NAME, call, header, form, store, init, exactness, scalar, vector) case SfpuOp::NAME: scalar break;
#define WHOLE(...) __VA_ARGS__; return true;
#include "tw/sfpu/table.def"
        // clang-format on
        default: break;
    }
    return false;
}

// b's column 0 (or row 0) against all of a.
void broadcast(const SfpuContext& c, SfpuOp op, const uint32_t p[2], const uint32_t* a, const uint32_t* b,
               uint32_t* out) {
    const bool column = op <= SfpuOp::BCAST_COL_MUL;
    uint32_t line[32];
    for (uint32_t i = 0; i < 32; ++i) line[i] = b[column ? word_of(i, 0) : word_of(0, i)];
    if (column) {
        float values[32];
        std::memcpy(values, line, sizeof line);
        spoil_column(reinterpret_cast<const uint8_t*>(b), false, values);
        std::memcpy(line, values, sizeof line);
    }
    if (c.simd) return simd_broadcast(c.numerics, op, store_of(c, op), a, line, out);
    for (uint32_t row = 0; row < 32; ++row) {
        for (uint32_t col = 0; col < 32; ++col) {
            const uint32_t w = word_of(row, col);
            out[w] = store(c, op, sfpu_binary_value(c, op, p, as_float(a[w]), as_float(line[column ? row : col])));
        }
    }
}

void dequantise(const SfpuContext& c, uint32_t mode, const SfpuState& state, const uint32_t* a, const uint32_t* b,
                uint32_t* out) {
    for_selected(mode, [&](uint32_t first, uint32_t count) {
        for (uint32_t i = first; i < first + count; ++i) {
            const float value = sfpu_add(c, static_cast<float>(static_cast<int32_t>(a[i])), as_float(state.init[0]));
            out[i] = store(c, SfpuOp::DEQUANT, sfpu_mul(c, value, as_float(b[i])));
        }
    });
}

void add_top_row(const SfpuContext& c, SfpuOp op, const uint32_t* a, const uint32_t* b, uint32_t* out) {
    for (uint32_t column = 0; column < 32; ++column) {
        const uint32_t w = word_of(0, column);
        out[w] = op == SfpuOp::ADD_TOP_ROW ? store(c, op, sfpu_add(c, as_float(a[w]), as_float(b[w]))) : a[w] + b[w];
    }
}

bool whole_tiles(const SfpuContext& c, SfpuOp op, uint32_t mode, const uint32_t p[2], const SfpuState& state,
                 const uint32_t* a, const uint32_t* b, uint32_t* out) {
    switch (op) {
        // clang-format off
#define TW_SFPU_BODIES
#define TW_BINARY(NAME, call, header, form, store, init, exactness, scalar, vector) case SfpuOp::NAME: scalar break;
#define WHOLE(...) __VA_ARGS__; return true;
#include "tw/sfpu/table.def"
        // clang-format on
        default: break;
    }
    return false;
}

}  // namespace

namespace {
// The exponents of the even columns of 16 rows of a face but the first column: bf16 has them in the low half of every
// word, float32 in the high half of every other one. As signed halves none is greater than that of Inf and NaN.
bool any_spoils(const uint8_t* rows, uint32_t count, bool bf16) {
    const __m128i even = bf16 ? _mm_set1_epi32(0x7F80) : _mm_set_epi32(0, 0x7F800000, 0, 0x7F800000);
    const __m128i beside = _mm_and_si128(even, _mm_set_epi32(-1, -1, -1, 0));
    const uint32_t parts = bf16 ? 2 : 4;  // of a row
    const auto* words = reinterpret_cast<const __m128i*>(rows);
    __m128i greatest = _mm_setzero_si128();
    for (uint32_t i = 0; i < count * parts; ++i) {
        const __m128i counts = i % parts == 0 ? beside : even;
        greatest = _mm_max_epi16(greatest, _mm_and_si128(_mm_loadu_si128(words + i), counts));
    }
    return _mm_movemask_epi8(_mm_cmpeq_epi16(greatest, _mm_set1_epi16(0x7F80))) != 0;
}
[[gnu::target("avx2")]] bool any_of_face_spoils(const uint8_t* rows, bool bf16) {
    const __m256i even = bf16 ? _mm256_set1_epi32(0x7F80) : _mm256_set1_epi64x(0x7F800000);
    const __m256i beside = _mm256_and_si256(even, _mm256_set_epi32(-1, -1, -1, -1, -1, -1, -1, 0));
    const auto* words = reinterpret_cast<const __m256i*>(rows);
    __m256i greatest = _mm256_setzero_si256();
    if (bf16) {
        for (uint32_t row = 0; row < 16; ++row)
            greatest = _mm256_max_epi16(greatest, _mm256_and_si256(_mm256_loadu_si256(words + row), beside));
    } else {
        for (uint32_t row = 0; row < 16; ++row) {
            const __m256i left = _mm256_and_si256(_mm256_loadu_si256(words + 2 * row), beside);
            const __m256i right = _mm256_and_si256(_mm256_loadu_si256(words + 2 * row + 1), even);
            greatest = _mm256_max_epi16(greatest, _mm256_max_epi16(left, right));
        }
    }
    return _mm256_movemask_epi8(_mm256_cmpeq_epi16(greatest, _mm256_set1_epi16(0x7F80))) != 0;
}
}  // namespace

void spoil_column(const uint8_t* tile, bool bf16, float column[32]) {
    static const bool wide = __builtin_cpu_supports("avx2") != 0;
    const size_t row_bytes = bf16 ? 32 : 64;
    for (uint32_t face = 0; face < 32; face += 16) {
        const uint8_t* rows = tile + 2 * face * row_bytes;
        if (!(wide ? any_of_face_spoils(rows, bf16) : any_spoils(rows, 16, bf16))) continue;
        for (uint32_t row = 0; row < 16; ++row) {
            if (any_spoils(rows + row * row_bytes, 1, bf16)) column[face + row] = as_float(0x7FC00000u);
        }
    }
}

void sfpu_seed(SfpuState& state, uint32_t seed) {
    uint32_t s = seed;
    for (uint32_t& lane_state : state.prng) {
        s += 0x9E3779B9u;
        uint32_t z = s;
        z = (z ^ (z >> 16)) * 0x85EBCA6Bu;
        z = (z ^ (z >> 13)) * 0xC2B2AE35u;
        z ^= z >> 16;
        lane_state = z ? z : 1;
    }
}

void scalar_unary(SfpuOp op, const uint32_t p[3], bool dst_fp32, uint32_t* words, uint32_t count) {
    const SfpuContext c{Numerics::Card, dst_fp32, false};
    for (uint32_t i = 0; i < count; ++i) words[i] = store(c, op, sfpu_unary_value(c, op, p, as_float(words[i])));
}

void scalar_binary(SfpuOp op, bool dst_fp32, const uint32_t* a, const uint32_t* b, uint32_t* out, uint32_t count) {
    const SfpuContext c{Numerics::Card, dst_fp32, false};
    const uint32_t p[2] = {0, 0};
    for (uint32_t i = 0; i < count; ++i)
        out[i] = store(c, op, sfpu_binary_value(c, op, p, as_float(a[i]), as_float(b[i])));
}

void scalar_ternary(SfpuOp op, uint32_t p, bool dst_fp32, const uint32_t* a, const uint32_t* b, const uint32_t* c,
                    uint32_t* out, uint32_t count) {
    const SfpuContext card{Numerics::Card, dst_fp32, false};
    for (uint32_t i = 0; i < count; ++i)
        out[i] = store(card, op, sfpu_ternary_value(card, op, p, as_float(a[i]), as_float(b[i]), as_float(c[i])));
}

void sfpu_unary(const SfpuContext& c, SfpuOp op, uint32_t mode, const uint32_t given[3], SfpuState& state,
                uint32_t* tile) {
    uint32_t p[3] = {given[0], given[1], given[2]};
    const bool has_init = state.init_op == static_cast<uint32_t>(op);
    // fmod and remainder take the divisor from the call (p[2] set) or from their init; exp its scale from the init.
    if ((op == SfpuOp::FMOD || op == SfpuOp::REMAINDER) && !p[2] && has_init) p[0] = state.init[0];
    if (op == SfpuOp::EXP) p[2] = has_init && state.init[0] != 0x3F800000u ? state.init[0] : 0;
    if (whole_tile(c, op, mode, p, state, tile)) return;
    if (info(op).store == SfpuStore::Raw) {
        return for_selected(mode, [&](uint32_t first, uint32_t count) {
            for (uint32_t i = first; i < first + count; ++i) tile[i] = sfpu_unary_word(c, op, p, tile[i]);
        });
    }
    for_selected(mode, [&](uint32_t first, uint32_t count) {
        if (c.simd && simd_unary(c.numerics, op, p, store_of(c, op), tile + first, count)) return;
        if (c.simd && c.numerics == Numerics::Card && simd_card_sequence(op, p, store_of(c, op), tile + first, count))
            return;
        for (uint32_t i = first; i < first + count; ++i) {
            tile[i] = store(c, op, sfpu_unary_value(c, op, p, as_float(tile[i])));
        }
    });
}

void sfpu_binary(const SfpuContext& c, SfpuOp op, uint32_t mode, const uint32_t p[2], const SfpuState& state,
                 const uint32_t* a, const uint32_t* b, uint32_t* out) {
    if (whole_tiles(c, op, mode, p, state, a, b, out)) return;
    if (info(op).store == SfpuStore::Raw) {
        return for_selected(mode, [&](uint32_t first, uint32_t count) {
            for (uint32_t i = first; i < first + count; ++i) out[i] = sfpu_binary_word(c, op, p, state, a[i], b[i]);
        });
    }
    for_selected(mode, [&](uint32_t first, uint32_t count) {
        const DstStore how = store_of(c, op);
        if (c.simd && simd_binary(c.numerics, op, how, a + first, b + first, out + first, count)) return;
        if (c.simd && c.numerics == Numerics::Card &&
            simd_card_binary(op, how, a + first, b + first, out + first, count))
            return;
        for (uint32_t i = first; i < first + count; ++i) {
            out[i] = store(c, op, sfpu_binary_value(c, op, p, as_float(a[i]), as_float(b[i])));
        }
    });
}

void sfpu_ternary(const SfpuContext& context, SfpuOp op, uint32_t mode, uint32_t p, const uint32_t* a,
                  const uint32_t* b, const uint32_t* c, uint32_t* out) {
    for_selected(mode, [&](uint32_t first, uint32_t count) {
        const uint32_t* in[3] = {a + first, b + first, c + first};
        if (context.simd && context.numerics == Numerics::Card &&
            simd_card_ternary(op, p, store_of(context, op), in, out + first, count))
            return;
        for (uint32_t i = first; i < first + count; ++i) {
            out[i] = info(op).store == SfpuStore::Raw
                         ? sfpu_ternary_word(context, op, p, a[i], b[i], c[i])
                         : store(context, op,
                                 sfpu_ternary_value(context, op, p, as_float(a[i]), as_float(b[i]), as_float(c[i])));
        }
    });
}

}  // namespace tilewright::tile
