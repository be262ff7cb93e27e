// Vectorised unpack, transpose and pack for the formats that programs use most; all others go to the scalar definition.
#if defined(TILEWRIGHT_TILE_SIMD_MOVES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEWRIGHT_TILE_SIMD_MOVES_INL
#undef TILEWRIGHT_TILE_SIMD_MOVES_INL
#else
#define TILEWRIGHT_TILE_SIMD_MOVES_INL
#endif

#include <cstring>
#include <utility>

#include "tile/formats/layout.hpp"
#include "tile/simd/simd_base-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {

// A face row (16 datums) of L1 -> register words, for the formats with a vector path.
template <Numerics N>
struct UnpackRow {
    enum class Kind { Bf16, Half, Word, Tf32, WordToBf16, Other } kind = Kind::Other;

    UnpackRow(DataFormat l1, DataFormat reg) {
        if (l1 == DataFormat::Float16_b)
            kind = Kind::Bf16;
        else if (l1 == DataFormat::UInt16 || l1 == DataFormat::RawUInt16)
            kind = Kind::Half;
        else if (is_integer(l1) && datum_bytes(l1) == 4)
            kind = Kind::Word;
        else if (l1 == DataFormat::Float32 || l1 == DataFormat::Tf32)
            kind = reg == DataFormat::Float32     ? Kind::Word
                   : reg == DataFormat::Tf32      ? Kind::Tf32
                   : reg == DataFormat::Float16_b ? Kind::WordToBf16
                                                  : Kind::Other;
    }

    template <typename Rows>  // Rows(use): calls use(source bytes, destination words) for each face row
    HWY_INLINE void run(Rows rows) const {
        const auto each = [&](uint32_t datum_bytes, auto convert) {
            rows([&](const uint8_t* from, uint32_t* to) {
                for (uint32_t i = 0; i < 16; i += kLanes) hn::StoreU(convert(from + i * datum_bytes), du, to + i);
            });
        };
        const auto word = [](const uint8_t* p) { return hn::LoadU(du, reinterpret_cast<const uint32_t*>(p)); };
        switch (kind) {
            case Kind::Bf16: return each(2, [](const uint8_t* p) { return hn::ShiftLeft<16>(load_halves(p)); });
            case Kind::Half: return each(2, [](const uint8_t* p) { return load_halves(p); });
            case Kind::Word: return each(4, word);
            case Kind::Tf32: return each(4, [&](const uint8_t* p) { return cut_words<N>(word(p), set_u(kTf32Mask)); });
            default:
                return each(4, [&](const uint8_t* p) {
                    const VU bits = word(p);
                    return hn::IfThenElse(is_zero_word(bits), hn::And(bits, set_u(kSign)),
                                          cut_words<N>(bits, set_u(kBf16Mask)));
                });
        }
    }
};

// Bfp8_b: the float conversion of the magnitude finds its leading one.
inline void unpack_bfp8_b(const uint8_t* tile, uint32_t* out) {
    const uint8_t* codes = tile + block_exponent_bytes();
    for (uint32_t i = 0; i < kTileWords; i += kLanes) {
        const VU code = hn::PromoteTo(du, hn::LoadU(DByte(), codes + i));
        const VU sign = hn::ShiftLeft<24>(hn::And(code, set_u(0x80)));
        const VU magnitude = hn::And(code, set_u(0x7F));
        const VU normal = as_u(hn::ConvertTo(df, as_i(magnitude)));
        const VU exponent = hn::And(hn::Add(hn::ShiftRight<23>(normal), set_u(tile[i / 16] + 256u - 133u)), set_u(255));
        const VU value = hn::Or(hn::Or(sign, hn::ShiftLeft<23>(exponent)), hn::And(normal, set_u(0x7F0000)));
        const VU empty = hn::IfThenElseZero(hn::Eq(sign, set_u(kSign)), set_u(0xFF800000u));
        hn::StoreU(hn::IfThenElse(hn::Eq(magnitude, hn::Zero(du)), empty, value), du, out + i);
    }
}

template <Numerics N>
void unpack(DataFormat l1, DataFormat reg, const void* tile, uint32_t* out) {
    check_unpack(l1, reg);
    const auto* bytes = static_cast<const uint8_t*>(tile);
    if (l1 == DataFormat::Bfp8_b) return unpack_bfp8_b(bytes, out);
    const UnpackRow<N> row(l1, reg);
    if (row.kind == UnpackRow<N>::Kind::Other) return ScalarMoves<N>::unpack(l1, reg, tile, out);
    const uint32_t row_bytes = 16 * datum_bytes(l1);
    row.run([&](auto use) {
        for (uint32_t group = 0; group < 64; ++group) use(bytes + group * row_bytes, out + group * 16);
    });
}

template <Numerics N>
void unpack_tilize(DataFormat l1, DataFormat reg, const void* rows, uint32_t row_stride_bytes, uint32_t* out) {
    check_unpack_tilize(l1, reg);
    const UnpackRow<N> row(l1, reg);
    if (row.kind == UnpackRow<N>::Kind::Other)
        return ScalarMoves<N>::unpack_tilize(l1, reg, rows, row_stride_bytes, out);
    const auto* bytes = static_cast<const uint8_t*>(rows);
    const uint32_t half_row_bytes = 16 * datum_bytes(l1);
    row.run([&](auto use) {
        for (uint32_t r = 0; r < 32; ++r) {
            const uint8_t* from = bytes + size_t{r} * row_stride_bytes;
            use(from, out + face_index(r, 0));
            use(from + half_row_bytes, out + face_index(r, 16));
        }
    });
}

// Rows a..d of 4 x 4 blocks become columns, in every 128-bit block of the vectors.
HWY_INLINE void transpose_in_blocks(VU& a, VU& b, VU& c, VU& d) {
    const VU ac_low = hn::InterleaveLower(du, a, c), ac_high = hn::InterleaveUpper(du, a, c);
    const VU bd_low = hn::InterleaveLower(du, b, d), bd_high = hn::InterleaveUpper(du, b, d);
    a = hn::InterleaveLower(du, ac_low, bd_low);
    b = hn::InterleaveUpper(du, ac_low, bd_low);
    c = hn::InterleaveLower(du, ac_high, bd_high);
    d = hn::InterleaveUpper(du, ac_high, bd_high);
}

// A face: `row(r, v)` gives vector v of row r. Blocks of four rows are transposed in registers, then whole 128-bit
// blocks change places.
template <typename Row>
HWY_INLINE void transpose_rows(Row row, uint32_t* to) {
    constexpr uint32_t kVectors = 16 / kLanes;
    for (uint32_t v = 0; v < kVectors; ++v) {
        VU all[16];
        HWY_UNROLL(16) for (uint32_t r = 0; r < 16; ++r) all[r] = row(r, v);
        HWY_UNROLL(4)
        for (uint32_t r = 0; r < 16; r += 4) transpose_in_blocks(all[r], all[r + 1], all[r + 2], all[r + 3]);
        // Block b of all[4j + i] now holds rows 4j..4j+3 of column v * kLanes + 4b + i.
        HWY_UNROLL(4) for (uint32_t i = 0; i < 4; ++i) {
            uint32_t* column = to + (v * kLanes + i) * 16;
#if HWY_MAX_BYTES >= 64
            const VU low01 = hn::ConcatLowerLower(du, all[4 + i], all[i]),
                     high01 = hn::ConcatUpperUpper(du, all[4 + i], all[i]);
            const VU low23 = hn::ConcatLowerLower(du, all[12 + i], all[8 + i]);
            const VU high23 = hn::ConcatUpperUpper(du, all[12 + i], all[8 + i]);
            const auto even = [](VU x, VU y) { return VU{_mm512_shuffle_i64x2(x.raw, y.raw, 0x88)}; };
            const auto odd = [](VU x, VU y) { return VU{_mm512_shuffle_i64x2(x.raw, y.raw, 0xDD)}; };
            hn::StoreU(even(low01, low23), du, column);
            hn::StoreU(odd(low01, low23), du, column + 64);
            hn::StoreU(even(high01, high23), du, column + 128);
            hn::StoreU(odd(high01, high23), du, column + 192);
#elif HWY_MAX_BYTES == 32
            for (uint32_t half = 0; half < 2; ++half) {
                const VU first = all[half * 8 + i], second = all[half * 8 + 4 + i];
                hn::StoreU(hn::ConcatLowerLower(du, second, first), du, column + half * 8);
                hn::StoreU(hn::ConcatUpperUpper(du, second, first), du, column + 64 + half * 8);
            }
#else
            for (uint32_t j = 0; j < 4; ++j) hn::StoreU(all[4 * j + i], du, column + j * 4);
#endif
        }
    }
}

HWY_INLINE void transpose_face(const uint32_t* from, uint32_t* to) {
    transpose_rows([&](uint32_t r, uint32_t v) { return hn::LoadU(du, from + r * 16 + v * kLanes); }, to);
}

inline void transpose_faces(uint32_t* reg, bool within_face, bool swap_faces) {
    alignas(64) uint32_t old[kTileWords];
    if (!within_face && !swap_faces) return;
    std::memcpy(old, reg, sizeof old);
    for (uint32_t face = 0; face < 4; ++face) {
        const uint32_t from = swap_faces && (face == 1 || face == 2) ? 3 - face : face;
        if (within_face)
            transpose_face(old + from * 256, reg + face * 256);
        else
            std::memcpy(reg + face * 256, old + from * 256, 1024);
    }
}

template <Numerics N>
void dst_to_src(DataFormat reg, bool, const uint32_t* dst, uint32_t* out) {
    const VU mask = set_u(source_mask(reg));
    for (uint32_t i = 0; i < kTileWords; i += kLanes)
        hn::StoreU(cut_words<N>(hn::LoadU(du, dst + i), mask), du, out + i);
}

// ---- pack -------------------------------------------------------------------------------------------------------
// DST -> bf16 intermediate: ties away, flush; NaN by the arithmetic's rule. Values of a 16-bit DST have nothing to
// round, once the bits that it does not hold are cut.
template <Numerics N, bool kFp32>
HWY_INLINE VU early_bf16(VU words) {
    const auto nan = is_nan_word(words);
    if constexpr (!kFp32) words = hn::And(words, set_u(kBf16Mask));
    const VU rounded = kFp32 ? hn::And(hn::Add(words, set_u(0x8000)), set_u(kBf16Mask)) : words;
    const VU settled = hn::Or(hn::And(words, set_u(kSign)), set_u(N == Numerics::Float ? kQuietNan : kInfinity));
    return flushed(hn::IfThenElse(nan, settled, rounded));
}

// All rows to bf16 when no word is a NaN, which the loop finds out on its way; false when one is, and then the rows
// must be written again by the general rule.
template <bool kFp32, typename Rows>
HWY_INLINE bool pack_bf16_without_nan(Rows rows) {
    const DHalf half;
    VI largest = hn::Zero(di);
    rows([&](const uint32_t* from, uint8_t* to) {
        for (uint32_t i = 0; i < 16; i += kLanes) {
            const VU words = hn::LoadU(du, from + i);
            largest = hn::Max(largest, as_i(magnitude_bits(words)));
            const auto halves = hn::TruncateTo(half, hn::ShiftRight<16>(kFp32 ? hn::Add(words, set_u(0x8000)) : words));
            const auto zero = hn::Eq(hn::And(halves, hn::Set(half, 0x7F80)), hn::Zero(half));
            hn::StoreU(hn::IfThenZeroElse(zero, halves), half, reinterpret_cast<uint16_t*>(to + i * 2));
        }
    });
    return hn::AllFalse(di, hn::Gt(largest, set_i(static_cast<int32_t>(kInfinity))));
}

template <Numerics N, bool kFp32>
HWY_INLINE VU early_bfp8(VU words) {
    const auto nan = is_nan_word(words);
    VU v =
        hn::And(hn::IfThenElse(nan, hn::Or(hn::And(words, set_u(kSign)), set_u(kInfinity)), words), set_u(kBf16Mask));
    if constexpr (!kFp32) v = flushed(v);
    v = hn::And(hn::Add(v, set_u(0x10000)), set_u(0xFFFE0000u));
    return kFp32 ? flushed(v) : v;
}

// Bit patterns compare as integers once negatives are gone; NaN stays in Float.
template <Numerics N>
HWY_INLINE VU relu_words(const PackConfig& config, VU words) {
    const uint32_t threshold = config.relu_threshold & source_mask(config.source);
    const VI limit = set_i(static_cast<int32_t>(threshold));
    VU v = hn::AndNot(as_u(hn::BroadcastSignBit(as_i(words))), words);
    if (config.relu == ReluMode::MinThreshold) v = hn::IfThenElseZero(hn::RebindMask(du, hn::Gt(as_i(v), limit)), v);
    if (config.relu == ReluMode::MaxThreshold)
        v = hn::IfThenElse(hn::RebindMask(du, hn::Gt(as_i(hn::And(v, set_u(kTf32Mask))),
                                                     set_i(static_cast<int32_t>(threshold & kTf32Mask)))),
                           set_u(threshold), v);
    if constexpr (N == Numerics::Float) v = hn::IfThenElse(is_nan_word(words), words, v);
    return v;
}

// Calls row(dst words, index) for one face row with the right early conversion.
template <Numerics N>
struct PackRow {
    enum class Kind { Bf16ToBf16, Bf16ToFloat32, Float32, Bfp8, Other } kind = Kind::Other;
    const PackConfig& config;

    explicit PackRow(const PackConfig& pack_config) : config(pack_config) {
        // A negative threshold breaks the comparison of bit patterns; only the definition handles it.
        if (config.l1_accumulate || (config.relu != ReluMode::None && (config.relu_threshold & kSign))) return;
        const auto [from, to] = std::pair(config.source, config.destination);
        if (from == DataFormat::Float16_b && to == DataFormat::Float16_b)
            kind = Kind::Bf16ToBf16;
        else if (from == DataFormat::Float16_b && to == DataFormat::Float32)
            kind = Kind::Bf16ToFloat32;
        else if (from == DataFormat::Float32 && to == DataFormat::Float32)
            kind = Kind::Float32;
        else if (is_integer(from) && datum_bytes(to) == 4 && config.relu == ReluMode::None)
            kind = Kind::Float32;
        else if (from == DataFormat::Bfp8_b && to == DataFormat::Bfp8_b)
            kind = Kind::Bfp8;
    }

    template <typename Rows>  // Rows(use): calls use(words, destination bytes)
    HWY_INLINE void run(Rows rows) const {
        const bool relu = config.relu != ReluMode::None;
        if (kind == Kind::Bf16ToBf16 && !relu &&
            (config.dst_fp32 ? pack_bf16_without_nan<true>(rows) : pack_bf16_without_nan<false>(rows)))
            return;
        const auto each = [&](uint32_t datum_bytes, auto convert, auto store) {
            rows([&](const uint32_t* words, uint8_t* to) {
                for (uint32_t i = 0; i < 16; i += kLanes) {
                    VU v = convert(hn::LoadU(du, words + i));
                    if (relu) v = relu_words<N>(config, v);
                    store(v, to + i * datum_bytes);
                }
            });
        };
        const auto half = [](VU v, uint8_t* to) { store_halves(hn::ShiftRight<16>(v), to); };
        const auto word = [](VU v, uint8_t* to) { hn::StoreU(v, du, reinterpret_cast<uint32_t*>(to)); };
        const auto from_fp32 = [](VU v) { return early_bf16<N, true>(v); };
        const auto from_bf16 = [](VU v) { return early_bf16<N, false>(v); };
        if (kind == Kind::Float32) return each(4, [](VU v) { return v; }, word);
        if (kind == Kind::Bf16ToBf16) return config.dst_fp32 ? each(2, from_fp32, half) : each(2, from_bf16, half);
        return config.dst_fp32 ? each(4, from_fp32, word) : each(4, from_bf16, word);
    }
};

template <Numerics N, bool kFp32>
void pack_bfp8_b(const PackConfig& config, const uint32_t* dst, uint8_t* tile) {
    uint8_t* codes = tile + block_exponent_bytes();
    for (uint32_t group = 0; group < 64; ++group) {
        VU words[16 / kLanes];
        VU largest = hn::Zero(du);
        for (uint32_t v = 0; v < 16 / kLanes; ++v) {
            words[v] = early_bfp8<N, kFp32>(hn::LoadU(du, dst + group * 16 + v * kLanes));
            if (config.relu != ReluMode::None) words[v] = flushed(relu_words<Numerics::Card>(config, words[v]));
            largest = hn::Max(largest, hn::And(hn::ShiftRight<23>(words[v]), set_u(255)));
        }
        const uint32_t shared = hn::GetLane(hn::MaxOfLanes(du, largest));
        tile[group] = static_cast<uint8_t>(shared);
        for (uint32_t v = 0; v < 16 / kLanes; ++v) {
            const VU exponent = hn::And(hn::ShiftRight<23>(words[v]), set_u(255));
            const VU distance = hn::Min(hn::Sub(set_u(shared), exponent), set_u(8));
            const VU significand = hn::Or(hn::And(hn::ShiftRight<16>(words[v]), set_u(0x7F)), set_u(0x80));
            const VU unit = hn::Shl(set_u(1), distance);
            VU magnitude = hn::Min(hn::Shr(hn::Add(significand, unit), hn::Add(distance, set_u(1))), set_u(127));
            const auto kept = hn::And(hn::Lt(as_i(distance), set_i(8)), hn::Gt(as_i(exponent), hn::Zero(di)));
            magnitude = hn::IfThenElseZero(hn::RebindMask(du, kept), magnitude);
            const VU sign = hn::And(hn::ShiftRight<24>(words[v]), set_u(0x80));
            const VU code = hn::IfThenZeroElse(hn::Eq(magnitude, hn::Zero(du)), hn::Or(sign, magnitude));
            hn::StoreU(hn::TruncateTo(DByte(), code), DByte(), codes + group * 16 + v * kLanes);
        }
    }
}

// An edge mask keeps 64 datums at most: write zeros, convert those, and put them where they belong.
template <Numerics N>
void pack_masked(const PackRow<N>& row, const uint32_t* dst, uint8_t* tile) {
    const DataFormat format = row.config.destination;
    const uint32_t size = datum_bytes(format);
    const bool column = row.config.mask == PackConfig::Mask::Column0;
    const auto at = [column](uint32_t i) { return column ? i * 16 : i / 16 * 256 + i % 16; };
    const uint32_t kept = column ? 64 : 32;
    alignas(64) uint32_t words[64];
    alignas(64) uint8_t bytes[64 * 4];
    for (uint32_t i = 0; i < kept; ++i) words[i] = dst[at(i)];
    row.run([&](auto use) {
        for (uint32_t i = 0; i < kept; i += 16) use(words + i, bytes + i * size);
    });
    std::memset(tile, 0, tile_bytes(format));
    const uint32_t count = row.config.mask == PackConfig::Mask::Element00 ? 1 : kept;
    for (uint32_t i = 0; i < count; ++i) {
        if (size == 2)
            std::memcpy(tile + at(i) * 2, bytes + i * 2, 2);
        else
            std::memcpy(tile + at(i) * 4, bytes + i * 4, 4);
    }
}

template <Numerics N>
void pack(const PackConfig& config, const uint32_t* dst, void* tile) {
    check_pack(config);
    using Kind = typename PackRow<N>::Kind;
    const PackRow<N> row(config);
    auto* bytes = static_cast<uint8_t*>(tile);
    if (row.kind == Kind::Other || (row.kind == Kind::Bfp8 && config.mask != PackConfig::Mask::None))
        return ScalarMoves<N>::pack(config, dst, tile);
    if (row.kind == Kind::Bfp8)
        return config.dst_fp32 ? pack_bfp8_b<N, true>(config, dst, bytes) : pack_bfp8_b<N, false>(config, dst, bytes);
    if (config.mask != PackConfig::Mask::None) return pack_masked<N>(row, dst, bytes);
    const uint32_t row_bytes = 16 * datum_bytes(config.destination);
    row.run([&](auto use) {
        for (uint32_t group = 0; group < 64; ++group) use(dst + group * 16, bytes + group * row_bytes);
    });
}

template <Numerics N>
void pack_untilize(const PackConfig& config, const uint32_t* dst, void* rows, uint32_t row_stride_bytes,
                   uint32_t row_count) {
    check_pack_untilize(config);
    const PackRow<N> row(config);
    if (row.kind == PackRow<N>::Kind::Other || config.mask != PackConfig::Mask::None)
        return ScalarMoves<N>::pack_untilize(config, dst, rows, row_stride_bytes, row_count);
    auto* bytes = static_cast<uint8_t*>(rows);
    const uint32_t half_row_bytes = 16 * datum_bytes(config.destination);
    row.run([&](auto use) {
        for (uint32_t r = 0; r < row_count; ++r) {
            uint8_t* to = bytes + size_t{r} * row_stride_bytes;
            use(dst + face_index(r, 0), to);
            use(dst + face_index(r, 16), to + half_row_bytes);
        }
    });
}

}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
