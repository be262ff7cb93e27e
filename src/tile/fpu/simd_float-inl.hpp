// `Numerics::Float`, vectorised: the sums of float_scalar.cpp in the same order, lane by lane.
#if defined(TILEWRIGHT_TILE_SIMD_FLOAT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEWRIGHT_TILE_SIMD_FLOAT_INL
#undef TILEWRIGHT_TILE_SIMD_FLOAT_INL
#else
#define TILEWRIGHT_TILE_SIMD_FLOAT_INL
#endif

#include "tile/simd/simd_base-inl.hpp"
#include "tile/fpu/simd_max-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tilewright::tile::HWY_NAMESPACE {
namespace floats {

constexpr Numerics kFloat = Numerics::Float;

// Value -> DST word; 16-bit DST rounds to nearest even. NaN is made canonical.
HWY_INLINE VU dst_words(bool fp32, VF value) {
    const VU bits = as_u(value);
    if (fp32) return hn::IfThenElse(hn::RebindMask(du, hn::IsNaN(value)), set_u(kQuietNan), bits);
    const VU rounded =
        hn::And(hn::Add(hn::Add(bits, set_u(0x7FFF)), hn::And(hn::ShiftRight<16>(bits), set_u(1))), set_u(kBf16Mask));
    return hn::IfThenElse(hn::RebindMask(du, hn::IsNaN(value)), set_u(kQuietNan), rounded);
}

inline void copy(const MathConfig& config, Broadcast broadcast, Operand a, uint32_t* dst) {
    const bool raw = copies_raw(config.src_a);
    if (broadcast != Broadcast::None) return float_scalar_table().copy(config, broadcast, a, dst);
    if (raw && !a.l1_bf16) {
        std::memmove(dst, a.data, kTileWords * sizeof(uint32_t));
        return;
    }
    const uint32_t mask = dst_kind(config) == DstKind::Bf16 ? kBf16Mask : source_mask(config.src_a);
    with_operand<kFloat>(a, mask, [&](auto from) {
        for (uint32_t i = 0; i < kTileWords; i += kLanes) hn::StoreU(from.get(i), du, dst + i);
    });
}

template <EltwiseOp kOp, bool kFp32, bool kAddDst, typename A, typename B>
HWY_INLINE void eltwise_loop(A a, B b, uint32_t* dst) {
    for (uint32_t i = 0; i < kTileWords; i += kLanes) {
        const VF x = as_f(a.get(i)), y = as_f(b.get(i));
        VF value = kOp == EltwiseOp::Mul ? hn::Mul(x, y) : kOp == EltwiseOp::Add ? hn::Add(x, y) : hn::Sub(x, y);
        if constexpr (kAddDst) value = hn::Add(as_f(hn::LoadU(du, dst + i)), value);
        hn::StoreU(dst_words(kFp32, value), du, dst + i);
    }
}

inline void eltwise(const MathConfig& config, EltwiseOp op, Broadcast broadcast, bool accumulate, uint32_t bcast_row,
                    Operand a, Operand b, bool dst_clear, uint32_t* dst) {
    check_eltwise(config, op);
    if (dst_kind(config) == DstKind::Fp16)
        return float_scalar_table().eltwise(config, op, broadcast, accumulate, bcast_row, a, b, dst_clear, dst);
    const bool fp32 = config.dst_fp32, add_dst = (accumulate || op == EltwiseOp::Mul) && !dst_clear;
    with_operand<kFloat>(a, source_mask(config.src_a), [&](auto from_a) {
        with_broadcast<kFloat>(broadcast, bcast_row, b, source_mask(config.src_b), [&](auto from_b) {
            const auto loop = [&](auto tag) {
                if (add_dst)
                    return fp32 ? eltwise_loop<tag.value, true, true>(from_a, from_b, dst)
                                : eltwise_loop<tag.value, false, true>(from_a, from_b, dst);
                return fp32 ? eltwise_loop<tag.value, true, false>(from_a, from_b, dst)
                            : eltwise_loop<tag.value, false, false>(from_a, from_b, dst);
            };
            if (op == EltwiseOp::Mul)
                loop(std::integral_constant<EltwiseOp, EltwiseOp::Mul>());
            else if (op == EltwiseOp::Add)
                loop(std::integral_constant<EltwiseOp, EltwiseOp::Add>());
            else
                loop(std::integral_constant<EltwiseOp, EltwiseOp::Sub>());
        });
    });
}

// ---- matmul -------------------------------------------------------------------------------------------------------
// Largest magnitude, and smallest magnitude that is not zero, as bit patterns.
struct Range {
    uint32_t smallest, largest;
};
inline Range range_of(const uint32_t* words) {
    VI smallest = set_i(0x7FFFFFFF), largest = hn::Zero(di);
    for (uint32_t i = 0; i < kTileWords; i += kLanes) {
        const VI magnitude = as_i(magnitude_bits(hn::Load(du, words + i)));
        largest = hn::Max(largest, magnitude);
        smallest = hn::Min(smallest, hn::IfThenElse(hn::Eq(magnitude, hn::Zero(di)), set_i(0x7FFFFFFF), magnitude));
    }
    return {static_cast<uint32_t>(hn::GetLane(hn::MinOfLanes(di, smallest))),
            static_cast<uint32_t>(hn::GetLane(hn::MaxOfLanes(di, largest)))};
}

// Operands have at most 11 significant bits, so a product is exact in float32 unless it overflows or underflows; a
// fused multiply-add then gives the same bits as a product and a sum.
inline bool products_are_exact(const Range& a, const Range& b) {
    const uint32_t low_a = a.smallest >> 23, low_b = b.smallest >> 23, high_a = a.largest >> 23,
                   high_b = b.largest >> 23;
    return high_a < 255 && high_b < 255 && high_a + high_b <= 127 + 253 && low_a > 0 && low_b > 0 &&
           low_a + low_b >= 128;
}

// A block of kRows x 16 results stays in registers: 8 accumulators on every target.
template <bool kFuse>
void matmul_loop(const uint32_t* in0, const uint32_t* in1, bool fp32, bool dst_clear, uint32_t* dst) {
    constexpr uint32_t kVectors = 16 / kLanes, kRows = 8 / kVectors;
    for (uint32_t face = 0; face < 4; ++face)
        for (uint32_t row = 0; row < 16; row += kRows) {
            uint32_t* out = dst + face * 256 + row * 16;
            VF sums[kRows][kVectors];
            HWY_UNROLL(8)
            for (uint32_t r = 0; r < kRows; ++r)
                for (uint32_t v = 0; v < kVectors; ++v)
                    sums[r][v] = dst_clear ? hn::Zero(df) : as_f(hn::LoadU(du, out + r * 16 + v * kLanes));
            for (uint32_t middle = 0; middle < 2; ++middle) {
                const uint32_t* left = in0 + (face & 2) * 256 + middle * 256 + row * 16;
                const uint32_t* right = in1 + middle * 512 + (face & 1) * 256;
                for (uint32_t k = 0; k < 16; ++k) {
                    VF b[kVectors];
                    for (uint32_t v = 0; v < kVectors; ++v) b[v] = as_f(hn::Load(du, right + k * 16 + v * kLanes));
                    HWY_UNROLL(8) for (uint32_t r = 0; r < kRows; ++r) {
                        const VF a = hn::Set(df, bits_float(left[r * 16 + k]));
                        for (uint32_t v = 0; v < kVectors; ++v)
                            sums[r][v] =
                                kFuse ? hn::MulAdd(a, b[v], sums[r][v]) : hn::Add(sums[r][v], hn::Mul(a, b[v]));
                    }
                }
            }
            HWY_UNROLL(8)
            for (uint32_t r = 0; r < kRows; ++r)
                for (uint32_t v = 0; v < kVectors; ++v)
                    hn::StoreU(dst_words(fp32, sums[r][v]), du, out + r * 16 + v * kLanes);
        }
}

inline void matmul(const MathConfig& config, Operand in0, Operand in1, bool dst_clear, uint32_t* dst) {
    check_matmul(config);
    if (dst_kind(config) == DstKind::Fp16) return float_scalar_table().matmul(config, in0, in1, dst_clear, dst);
    alignas(64) uint32_t left[kTileWords], right[kTileWords];
    load_operand<kFloat>(in0, source_mask(config.src_b), left);
    load_operand<kFloat>(in1, source_mask(config.src_a), right);
    if (products_are_exact(range_of(left), range_of(right)))
        matmul_loop<true>(left, right, config.dst_fp32, dst_clear, dst);
    else
        matmul_loop<false>(left, right, config.dst_fp32, dst_clear, dst);
}

// ---- reduce -------------------------------------------------------------------------------------------------------
using DF4 = hn::FixedTag<float, 4>;
using VF4 = hn::Vec<DF4>;

// Lanes i and i+8, then i and i+4: the upper half of the sum tree, for the 16 lanes held in one to four vectors.
HWY_INLINE VF4 sum_to_four(const VF* lanes) {
#if HWY_MAX_BYTES >= 64
    const hn::FixedTag<float, 8> d8;
    const auto eight = hn::Add(hn::LowerHalf(d8, lanes[0]), hn::UpperHalf(d8, lanes[0]));
    return hn::Add(hn::LowerHalf(DF4(), eight), hn::UpperHalf(DF4(), eight));
#elif HWY_MAX_BYTES == 32
    const VF eight = hn::Add(lanes[0], lanes[1]);
    return hn::Add(hn::LowerHalf(DF4(), eight), hn::UpperHalf(DF4(), eight));
#else
    return hn::Add(hn::Add(lanes[0], lanes[2]), hn::Add(lanes[1], lanes[3]));
#endif
}

// The lower half of the tree, for four rows at once.
HWY_INLINE VF4 sum_four_rows(VF4 a, VF4 b, VF4 c, VF4 d) {
    const DF4 d4;
    const VF4 ab = hn::Add(hn::ConcatLowerLower(d4, b, a), hn::ConcatUpperUpper(d4, b, a));
    const VF4 cd = hn::Add(hn::ConcatLowerLower(d4, d, c), hn::ConcatUpperUpper(d4, d, c));
    return hn::Add(hn::ConcatEven(d4, cd, ab), hn::ConcatOdd(d4, cd, ab));
}

// 32 row sums onto column 0 of DST.
HWY_INLINE void write_column(bool fp32, bool dst_clear, const float* sums, uint32_t* dst) {
    alignas(64) uint32_t words[32];
    const auto at = [](uint32_t row) { return row / 16 * 512 + row % 16 * 16; };
    for (uint32_t row = 0; row < 32; ++row) words[row] = dst_clear ? 0 : dst[at(row)];
    for (uint32_t i = 0; i < 32; i += kLanes)
        hn::Store(dst_words(fp32, hn::Add(as_f(hn::Load(du, words + i)), hn::Load(df, sums + i))), du, words + i);
    clear_if(dst_clear, dst);
    for (uint32_t row = 0; row < 32; ++row) dst[at(row)] = words[row];
}

template <typename Data>
HWY_INLINE void reduce_row(Data data, const float* scalers, bool fp32, bool dst_clear, uint32_t* dst) {
    constexpr uint32_t kVectors = 16 / kLanes;
    alignas(64) float sums[32];
    for (uint32_t half = 0; half < 2; ++half) {
        VF left[kVectors], right[kVectors];
        for (uint32_t v = 0; v < kVectors; ++v) {
            left[v] = hn::LoadU(df, scalers + half * 32 + v * kLanes);
            right[v] = hn::LoadU(df, scalers + half * 32 + 16 + v * kLanes);
        }
        for (uint32_t row = 0; row < 16; row += 4) {
            VF4 quarter[4];
            HWY_UNROLL(4) for (uint32_t r = 0; r < 4; ++r) {
                const uint32_t at = half * 512 + (row + r) * 16;
                VF lanes[kVectors];
                for (uint32_t v = 0; v < kVectors; ++v)
                    lanes[v] = hn::Add(hn::Mul(as_f(data.get(at + v * kLanes)), left[v]),
                                       hn::Mul(as_f(data.get(at + 256 + v * kLanes)), right[v]));
                quarter[r] = sum_to_four(lanes);
            }
            hn::Store(sum_four_rows(quarter[0], quarter[1], quarter[2], quarter[3]), DF4(), sums + half * 16 + row);
        }
    }
    write_column(fp32, dst_clear, sums, dst);
}

template <typename Data>
HWY_INLINE void reduce_column(Data data, const float* scalers, bool fp32, bool dst_clear, uint32_t* dst) {
    constexpr uint32_t kVectors = 16 / kLanes;
    VF sums[2][kVectors];
    for (uint32_t side = 0; side < 2; ++side)
        for (uint32_t v = 0; v < kVectors; ++v)
            sums[side][v] = dst_clear ? hn::Zero(df) : as_f(hn::LoadU(du, dst + side * 256 + v * kLanes));
    for (uint32_t half = 0; half < 2; ++half)
        for (uint32_t row = 0; row < 16; ++row)
            for (uint32_t side = 0; side < 2; ++side) {
                const uint32_t face = half * 2 + side;
                const VF factor = hn::Set(df, scalers[face * 16 + row]);
                for (uint32_t v = 0; v < kVectors; ++v)
                    sums[side][v] =
                        hn::Add(sums[side][v], hn::Mul(as_f(data.get(face * 256 + row * 16 + v * kLanes)), factor));
            }
    clear_if(dst_clear, dst);
    for (uint32_t side = 0; side < 2; ++side)
        for (uint32_t v = 0; v < kVectors; ++v)
            hn::StoreU(dst_words(fp32, sums[side][v]), du, dst + side * 256 + v * kLanes);
}

template <typename Data>
HWY_INLINE void reduce_scalar(Data data, const float* scalers, bool fp32, bool dst_clear, uint32_t* dst) {
    constexpr uint32_t kVectors = 16 / kLanes;
    VF sums[kVectors];
    for (uint32_t v = 0; v < kVectors; ++v) sums[v] = hn::Zero(df);
    for (uint32_t face = 0; face < 4; ++face)
        for (uint32_t row = 0; row < 16; ++row) {
            const VF factor = hn::Set(df, scalers[face * 16 + row]);
            for (uint32_t v = 0; v < kVectors; ++v)
                sums[v] = hn::Add(sums[v], hn::Mul(as_f(data.get(face * 256 + row * 16 + v * kLanes)), factor));
        }
    for (uint32_t v = 0; v < kVectors; ++v) sums[v] = hn::Mul(sums[v], hn::LoadU(df, scalers + 48 + v * kLanes));
    const VF4 four = sum_to_four(sums);
    const VF4 one = sum_four_rows(four, four, four, four);
    const float old = dst_clear ? 0.0f : bits_float(dst[0]);
    clear_if(dst_clear, dst);
    dst[0] = hn::GetLane(dst_words(fp32, hn::Add(hn::Set(df, old), hn::Set(df, hn::GetLane(one)))));
}

inline void reduce(const MathConfig& config, Pool pool, ReduceDim dim, Operand data, Operand scaler, bool dst_clear,
                   uint32_t* dst) {
    check_reduce(config, pool);
    if (dst_kind(config) == DstKind::Fp16)
        return float_scalar_table().reduce(config, pool, dim, data, scaler, dst_clear, dst);
    const bool swapped = scaler_in_src_a(config, pool, dim), fp32 = config.dst_fp32;
    const uint32_t data_mask = source_mask(swapped ? config.src_b : config.src_a);
    const uint32_t scaler_mask = source_mask(swapped ? config.src_a : config.src_b);
    if (pool == Pool::Max) {
        if (!unit_scalers<kFloat>(scaler, scaler_mask))
            return float_scalar_table().reduce(config, pool, dim, data, scaler, dst_clear, dst);
        const auto old = [](uint32_t word) { return is_nan_bits(word) ? kQuietNan : word; };
        const auto write = [fp32](uint32_t word) {
            return hn::GetLane(dst_words(fp32, hn::Set(df, bits_float(word))));
        };
        return reduce_max<kFloat>(dim, data, data_mask, dst_clear, kSign | kInfinity, old, write, dst);
    }
    float scalers[4 * 16];
    for (uint32_t face = 0; face < 4; ++face) {
        const uint32_t from = scaler_row(config, pool, dim, face);
        for (uint32_t k = 0; k < 16; ++k)
            scalers[face * 16 + k] = bits_float(cut<kFloat>(operand_word(scaler, from + k), scaler_mask));
    }
    with_operand<kFloat>(data, data_mask, [&](auto from) {
        if (dim == ReduceDim::Row)
            reduce_row(from, scalers, fp32, dst_clear, dst);
        else if (dim == ReduceDim::Col)
            reduce_column(from, scalers, fp32, dst_clear, dst);
        else
            reduce_scalar(from, scalers, fp32, dst_clear, dst);
    });
}

}  // namespace floats
}  // namespace tilewright::tile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
