// Moves, maxima, unpacker and packer of the card, from their rules in words: copy, dest reuse, Bfp8_b in and out, and
// what a 16-bit and a 32-bit DST give to each output format. The golden vectors cover some of the combinations.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <vector>

#include "tile/formats/convert.hpp"
#include "tile/fpu/math.hpp"

namespace tilewright::tile::test {
namespace {

using Tile = std::array<uint32_t, kTileWords>;
constexpr uint32_t kSignBit = 0x80000000u;

Tile random_tile(std::mt19937& random) {
    Tile words;
    const uint32_t kind = random() % 3, base = random() % 250;
    for (uint32_t& w : words) {
        const uint32_t raw = static_cast<uint32_t>(random());
        w = kind == 0 ? raw : (raw & 0x807FFFFFu) | ((kind == 1 ? base + raw % 5 : raw % 256) << 23);
        if (raw % 32 == 0) w = raw & 0x80018000u;  // zeros and subnormals
        if (raw % 32 == 1) w |= 0x7F800000u;       // infinities and NaN
    }
    return words;
}
Tile sixteen_bits(Tile words) {
    for (uint32_t& w : words) w &= 0xFFFF0000u;
    return words;
}
uint32_t exponent(uint32_t w) { return (w >> 23) & 255; }
uint32_t mask_of(DataFormat f) { return f == DataFormat::Tf32 ? 0xFFFFE000u : 0xFFFF0000u; }
const TileMath& card() { return tile_math(Numerics::Card, false); }

// 16-bit DST: exponent 0 becomes +0, all else stays. 32-bit DST: an addition of zero, so exponent 255 becomes Inf.
uint32_t copied(uint32_t w, DataFormat side, bool fp32) {
    w &= fp32 ? mask_of(side) : 0xFFFF0000u;
    if (exponent(w) == 0) return 0;
    return fp32 && exponent(w) == 255 ? w & 0xFF800000u : w;
}

TEST(MoveRules, CopyAndDestReuse) {
    std::mt19937 random(51);
    for (int round = 0; round < 60; ++round) {
        const bool fp32 = round % 2;
        const DataFormat side = round % 4 < 2 ? DataFormat::Float16_b : DataFormat::Tf32;
        if (!fp32 && side == DataFormat::Tf32) continue;
        const MathConfig config{.src_a = side, .src_b = side, .dst_fp32 = fp32};
        const Tile in = random_tile(random);
        Tile out{}, moved{};
        card().copy(config, Broadcast::None, {in.data(), false}, out.data());
        for (uint32_t i = 0; i < kTileWords; ++i) ASSERT_EQ(out[i], copied(in[i], side, fp32)) << std::hex << in[i];
        const Tile dst = fp32 ? random_tile(random) : sixteen_bits(random_tile(random));
        card().dst_to_src(side, fp32, dst.data(), moved.data());
        for (uint32_t i = 0; i < kTileWords; ++i)  // what an operation then sees of it
            ASSERT_EQ(moved[i] & mask_of(side), dst[i] & mask_of(side)) << std::hex << dst[i];
    }
}

// Exact, by sign and magnitude; subnormals and zeros are +0. Row results pass through SrcB.
TEST(MoveRules, Maxima) {
    std::mt19937 random(52);
    const auto order = [](uint32_t w) { return w & kSignBit ? -int64_t(w & ~kSignBit) : int64_t(w); };
    for (int round = 0; round < 90; ++round) {
        const bool fp32 = round % 2;
        const auto dim = static_cast<ReduceDim>(round / 2 % 3);
        const DataFormat data_side = fp32 && round % 4 == 1 ? DataFormat::Tf32 : DataFormat::Float16_b;
        const MathConfig config{.src_a = data_side, .src_b = DataFormat::Float16_b, .dst_fp32 = fp32};
        const Tile data = random_tile(random);
        Tile ones, got{};
        ones.fill(0x3F800000u);
        card().reduce(config, Pool::Max, dim, {data.data(), false}, {ones.data(), false}, true, got.data());
        for (uint32_t position = 0; position < (dim == ReduceDim::Scalar ? 1u : 32u); ++position) {
            int64_t best = INT64_MIN;
            uint32_t word = 0;
            for (uint32_t i = 0; i < kTileWords; ++i) {
                const uint32_t row = i / 512 * 16 + i / 16 % 16, column = i / 256 % 2 * 16 + i % 16;
                if (dim == ReduceDim::Row && row != position) continue;
                if (dim == ReduceDim::Col && column != position) continue;
                const uint32_t w = data[i] & mask_of(data_side), value = exponent(w) ? w : 0;
                if (order(value) > best) best = order(value), word = value;
            }
            if (dim == ReduceDim::Row) word = copied(word & 0xFFFF0000u, DataFormat::Float16_b, fp32);
            const uint32_t at = dim == ReduceDim::Row   ? position / 16 * 512 + position % 16 * 16
                                : dim == ReduceDim::Col ? position / 16 * 256 + position % 16
                                                        : 0;
            ASSERT_EQ(got[at], word) << "dim " << int(dim) << " position " << position << std::hex << " " << got[at];
        }
    }
}

// NaN becomes Inf; nearest with ties away; no subnormals, no -0.
uint16_t packed_bf16(uint32_t w) {
    if (exponent(w) == 255) return static_cast<uint16_t>(w >> 16 & 0xFF80);
    const uint32_t rounded = w + 0x8000;
    return exponent(rounded) ? static_cast<uint16_t>(rounded >> 16) : 0;
}

TEST(MoveRules, PackBf16AndFloat32) {
    std::mt19937 random(53);
    for (int round = 0; round < 40; ++round) {
        const bool fp32 = round % 2;
        const Tile dst = fp32 ? random_tile(random) : sixteen_bits(random_tile(random));
        std::array<uint16_t, kTileWords> halves{};
        card().pack({.dst_fp32 = fp32}, dst.data(), halves.data());
        for (uint32_t i = 0; i < kTileWords; ++i) ASSERT_EQ(halves[i], packed_bf16(dst[i])) << std::hex << dst[i];
        Tile words{};
        const DataFormat between = fp32 ? DataFormat::Float32 : DataFormat::Float16_b;
        card().pack({.source = between, .destination = DataFormat::Float32, .dst_fp32 = fp32}, dst.data(),
                    words.data());
        for (uint32_t i = 0; i < kTileWords; ++i)
            ASSERT_EQ(words[i], fp32 ? dst[i] : uint32_t{packed_bf16(dst[i])} << 16) << std::hex << dst[i];
    }
}

// A Bfp8_b tile from its rule: 16 upper bits, 6 mantissa bits by adding one at the seventh, the largest exponent of 16
// shared, magnitudes of 7 bits rounded half up.
std::vector<uint8_t> packed_bfp8(const Tile& dst, bool fp32) {
    std::vector<uint8_t> tile(64 + 1024);
    for (uint32_t group = 0; group < 64; ++group) {
        uint16_t values[16];
        uint32_t shared = 0;
        for (uint32_t i = 0; i < 16; ++i) {
            uint32_t w = dst[group * 16 + i];
            if (exponent(w) == 255) w &= 0xFF800000u;
            uint32_t half = w >> 16;
            if (!fp32 && (half & 0x7F80) == 0) half = 0;
            half = (half + 1) & 0xFFFE;
            if (fp32 && (half & 0x7F80) == 0) half = 0;
            values[i] = static_cast<uint16_t>(half);
            shared = std::max(shared, half >> 7 & 255);
        }
        tile[group] = static_cast<uint8_t>(shared);
        for (uint32_t i = 0; i < 16; ++i) {
            const uint32_t e = values[i] >> 7 & 255, distance = shared - e;
            if (e == 0 || distance >= 8) continue;
            const uint32_t m = std::min((128u + values[i] % 128 + (1u << distance)) >> (distance + 1), 127u);
            if (m) tile[64 + group * 16 + i] = static_cast<uint8_t>((values[i] >> 15) * 128 + m);
        }
    }
    return tile;
}

TEST(MoveRules, Bfp8OutAndIn) {
    std::mt19937 random(54);
    for (int round = 0; round < 60; ++round) {
        const bool fp32 = round % 2;
        const Tile dst = fp32 ? random_tile(random) : sixteen_bits(random_tile(random));
        std::vector<uint8_t> got(64 + 1024);
        card().pack({.source = DataFormat::Bfp8_b, .destination = DataFormat::Bfp8_b, .dst_fp32 = fp32}, dst.data(),
                    got.data());
        ASSERT_EQ(got, packed_bfp8(dst, fp32)) << "fp32 " << fp32;
        if (round % 3 == 0)
            for (uint8_t& byte : got) byte = static_cast<uint8_t>(random());
        Tile words{};
        card().unpack(DataFormat::Bfp8_b, DataFormat::Bfp8_b, got.data(), words.data());
        for (uint32_t i = 0; i < kTileWords; ++i) {
            const uint32_t code = got[64 + i], sign = code / 128 * kSignBit;
            uint32_t m = code % 128, e = got[i / 16], want = sign ? 0xFF800000u : 0;
            if (m) {
                for (; m < 64; m *= 2) e = (e - 1) & 255;  // normalise; the exponent wraps
                want = sign | e << 23 | (m % 64) << 17;
            }
            ASSERT_EQ(words[i], want) << i;
        }
    }
}

}  // namespace
}  // namespace tilewright::tile::test
