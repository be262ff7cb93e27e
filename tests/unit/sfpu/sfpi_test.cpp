// SFPI on the host: where dst_reg looks, predication, fusing, stores. The test plays the engine: it owns the DST tiles.
#define TRISC_MATH 1
#define KERNEL_BUILD 1
#define APPROX false
#define DST_ACCUM_MODE false
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "ckernel_sfpu_sqrt.h"
#include "experimental/llk_sfpu/ckernel_sfpu_custom_add.h"
#include "experimental/llk_sfpu/ckernel_sfpu_smoothstep.h"
#include "sfpi.h"
#include "tw/sfpu_sequences.h"

namespace {
std::vector<uint32_t> dst(4 * 1024);
bool fp32 = true;
}  // namespace

extern "C" uint32_t* tw_dst_words(uint32_t slot) { return dst.data() + slot * 1024; }
extern "C" uint32_t tw_dst_is_fp32() { return fp32; }

namespace {

float value(uint32_t slot, uint32_t word) { return tw::lane::as_float(dst[slot * 1024 + word]); }
void fill(uint32_t slot, float (*f)(uint32_t)) {
    for (uint32_t i = 0; i < 1024; ++i) dst[slot * 1024 + i] = tw::lane::as_bits(f(i));
}

TEST(Sfpi, DstVectorsAreFourRowsOfEveryOtherColumn) {
    fp32 = true;
    fill(0, [](uint32_t) { return 0.0f; });
    sfpi::dst_reg[3] = 1.0f;  // second group of rows, odd columns
    for (uint32_t i = 0; i < 256; ++i) {
        const uint32_t row = i / 16, column = i % 16;
        EXPECT_EQ(value(0, i), row >= 4 && row < 8 && column % 2 == 1 ? 1.0f : 0.0f) << row << "," << column;
    }
    sfpi::dst_reg[32 + 8] = 2.0f;  // slot 1, second face
    EXPECT_EQ(value(1, 256), 2.0f);
    EXPECT_EQ(value(1, 257), 0.0f);
}

TEST(Sfpi, PredicationActsLaneByLane) {
    fp32 = true;
    fill(0, [](uint32_t i) { return static_cast<float>(i % 16) - 8.0f; });
    sfpi::vFloat x = sfpi::dst_reg[0];
    sfpi::vFloat y = 0.0f;
    v_if(x < -4.0f) { y = 1.0f; }
    v_elseif(x < 0.0f) {
        y = 2.0f;
        v_if(x == -2.0f) { y = 5.0f; }
        v_endif;
    }
    v_else { y = 3.0f; }
    v_endif;
    sfpi::dst_reg[0] = y;
    const float want[8] = {1, 1, 2, 5, 3, 3, 3, 3};  // columns 0, 2, ... 14
    for (uint32_t c = 0; c < 8; ++c) EXPECT_EQ(value(0, 2 * c), want[c]) << c;
    EXPECT_EQ(sfpi::tw_enabled, 0xFFFFFFFFu);
    v_if(x >= 0.0f) { sfpi::dst_reg[0] = 9.0f; }
    v_endif;
    EXPECT_EQ(value(0, 0), 1.0f);
    EXPECT_EQ(value(0, 14), 9.0f);
}

TEST(Sfpi, ProductAndSumInOneExpressionAreOneMultiplyAdd) {
    const sfpi::vFloat x = tw::lane::as_float(0x3F800001u), y = tw::lane::as_float(0x3F7FFFFEu);
    const sfpi::vFloat fused = x * y - 1.0f;
    const sfpi::vFloat product = x * y;
    const sfpi::vFloat separate = product - 1.0f;
    EXPECT_EQ(fused.lane(7), -0x1p-26f);
    EXPECT_EQ(separate.lane(7), 0.0f);
}

TEST(Sfpi, StoresIntoSixteenBitsTruncate) {
    fp32 = false;
    sfpi::dst_reg[0] = tw::lane::as_float(0x3F80FFFFu);
    EXPECT_EQ(dst[0], 0x3F800000u);
    sfpi::dst_reg[0] = sfpi::convert<sfpi::vFloat16b>(tw::lane::as_float(0x3F80FFFFu), sfpi::RoundMode::Nearest);
    EXPECT_EQ(dst[0], 0x3F810000u);
    fp32 = true;
}

TEST(Sfpi, FunctionsRunOverTheSelectedFaces) {
    fp32 = true;
    fill(0, [](uint32_t i) { return static_cast<float>(i); });
    fill(1, [](uint32_t) { return 1000.0f; });
    fill(2, [](uint32_t) { return 0.0f; });
    _llk_math_eltwise_binary_sfpu_params_(ckernel::sfpu::my_add_tile_face, 0, 1, 2, ckernel::VectorMode::RC);
    for (uint32_t i = 0; i < 1024; ++i) ASSERT_EQ(value(2, i), 1000.0f + static_cast<float>(i));

    fill(1, [](uint32_t i) { return static_cast<float>(i) / 512 - 0.5f; });
    _llk_math_eltwise_unary_sfpu_params_(ckernel::sfpu::smoothstep_tile_face, 1, ckernel::VectorMode::RC, 0.0f, 1.0f,
                                         1.0f);
    EXPECT_EQ(value(1, 0), 0.0f);
    EXPECT_EQ(value(1, 512), 0.5f);
    EXPECT_EQ(value(1, 1023), 1.0f);

    fill(0, [](uint32_t) { return 4.0f; });
    _llk_math_eltwise_unary_sfpu_params_(ckernel::sfpu::calculate_rsqrt<false, 8, true, false, false>, 0,
                                         ckernel::VectorMode::C);
    EXPECT_EQ(value(0, 0), tw::sfpu::square_root(4.0f, false, false, true));
    EXPECT_EQ(value(0, 256), 4.0f);
    EXPECT_NEAR(value(0, 767), 0.5f, 1e-6f);
    EXPECT_EQ(value(0, 768), 4.0f);
}

TEST(Sfpi, FieldsAndConversions) {
    const sfpi::vFloat x = -6.5f;
    EXPECT_EQ(sfpi::exexp(x).lane(0), 2);
    EXPECT_EQ(sfpi::exman9(x).lane(0), 0x500000);
    EXPECT_EQ(sfpi::setsgn(x, 0).lane(0), 6.5f);
    EXPECT_EQ(sfpi::setexp(x, 127).lane(0), -1.625f);
    EXPECT_EQ(sfpi::addexp(x, -1).lane(0), -3.25f);
    EXPECT_EQ(sfpi::lz(sfpi::vInt(1)).lane(0), 31);
    EXPECT_EQ(sfpi::shft(sfpi::vUInt(8), sfpi::vInt(-2)).lane(0), 2u);
    EXPECT_EQ(sfpi::float_to_uint16(2.5f).lane(0), 3u);
    EXPECT_EQ(sfpi::int32_to_float(sfpi::vInt(-0x7FFFFFFF - 1 + 5)).lane(0), -5.0f);  // sign and magnitude
    EXPECT_EQ(sfpi::reinterpret<sfpi::vFloat>(sfpi::vInt(0x3F800000)).lane(31), 1.0f);
}

}  // namespace
