// Every vectorised primitive equals its scalar definition bit for bit: both arithmetics, every target of this
// processor, on data made of ordinary numbers, all exponents, specials and raw bits.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <random>

#include "base/error.hpp"
#include "tile/formats/convert.hpp"
#include "tile/fpu/math.hpp"
#include "tile/fpu/tables.hpp"

namespace tilewright::tile::test {
namespace {

using Tile = std::array<uint32_t, kTileWords>;

class Data {
public:
    explicit Data(uint32_t seed) : random_(seed) {}

    uint32_t below(uint32_t limit) { return static_cast<uint32_t>(random_() % limit); }

    // One of several kinds of tile, so that each primitive meets ordinary and extreme data.
    Tile words() {
        Tile tile;
        const uint32_t kind = below(6);
        const uint32_t base = 1 + below(254);
        for (uint32_t& word : tile) {
            switch (kind) {
                case 0: word = float_bits(std::normal_distribution<float>()(random_)); break;
                case 1: word = static_cast<uint32_t>(random_()); break;
                case 2: word = special(); break;
                // exponents close to each other: alignment shifts of all sizes, cancellation
                case 3: word = (random_() & 0x807FFFFFu) | (std::min(254u, base + below(14)) << 23); break;
                case 4: word = below(4) ? float_bits(std::normal_distribution<float>()(random_)) : special(); break;
                default: word = (random_() & 0x807FFFFFu) | ((96 + below(64)) << 23); break;
            }
        }
        return tile;
    }
    // Words as a register of `format` holds them.
    Tile register_words(DataFormat format) {
        Tile tile = words();
        for (uint32_t& word : tile) word &= format == DataFormat::Tf32 ? 0xFFFFE000u : 0xFFFF0000u;
        return tile;
    }

private:
    uint32_t special() {
        static constexpr uint32_t kSpecials[] = {
            0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000,
            0x7F810000, 0x7F800001, 0x00000001, 0x807FFFFF, 0x00800000, 0x80800000, 0x7F7F0000, 0xFF7FFFFF,
            0x00010000, 0x3F810000, 0x3F7F0000, 0x7FFFFFFF, 0xFFFFFFFF, 0x47FFE000, 0x00FFFFFF, 0x3F808000};
        return kSpecials[below(std::size(kSpecials))];
    }
    std::mt19937 random_;
};

int simd_rounds(int quick) { return std::getenv("TILEWRIGHT_DEEP") ? quick * 50 : quick; }

// Runs `body(definition, vectorised)` for both arithmetics and all targets.
template <typename Body>
void for_all_targets(Body body) {
    for (const SimdTarget& target : simd_targets())
        for (const Numerics numerics : {Numerics::Float, Numerics::Card}) {
            SCOPED_TRACE(target.name + (numerics == Numerics::Float ? " Float" : " Card"));
            body(tile_math(numerics, false), numerics == Numerics::Float ? target.float_table : target.card_table);
            if (::testing::Test::HasFailure()) return;
        }
}

void expect_same(const Tile& want, const Tile& got, const std::string& what) {
    for (uint32_t i = 0; i < kTileWords; ++i)
        if (want[i] != got[i]) {
            char text[96];
            std::snprintf(text, sizeof text, ": word %u is %08x, not %08x", i, got[i], want[i]);
            FAIL() << what << text;
        }
}

MathConfig random_config(Data& data) {
    static constexpr DataFormat kFormats[] = {DataFormat::Float16_b, DataFormat::Tf32, DataFormat::Bfp8_b,
                                              DataFormat::Float16_b, DataFormat::Float16};
    static constexpr Fidelity kFidelities[] = {Fidelity::LoFi, Fidelity::HiFi2, Fidelity::HiFi3, Fidelity::HiFi4};
    MathConfig config;
    config.src_a = kFormats[data.below(5)];
    config.src_b = config.src_a == DataFormat::Float16 ? config.src_a : kFormats[data.below(4)];
    config.dst_fp32 = data.below(2);
    config.fidelity = kFidelities[data.below(4)];
    config.generation = data.below(2)   ? LlkGeneration::Aug2026
                        : data.below(8) ? LlkGeneration::Apr2026
                                        : LlkGeneration::Jul2026;
    config.whole_row_results = data.below(4) == 0;
    return config;
}

std::string text_of(const MathConfig& c) {
    return std::string(format_name(c.src_a)) + "," + std::string(format_name(c.src_b)) +
           (c.dst_fp32 ? " fp32" : " 16bit") + " fidelity " + std::to_string(int(c.fidelity));
}

// DST as a previous call leaves it: no bits below those it holds.
Tile dst_words(Data& data, const MathConfig& config) {
    Tile tile = data.words();
    if (!config.dst_fp32)
        for (uint32_t& word : tile) word &= config.src_a == DataFormat::Float16 ? 0xFFFFE000u : 0xFFFF0000u;
    return tile;
}

// An operand in one of its two forms.
struct Input {
    Input(Data& data, DataFormat format) : words(data.register_words(format)) {
        // Mismatched registers happen: configuration is state.
        if (data.below(8) == 0) words = data.words();
        if (format != DataFormat::Tf32 && data.below(2)) {
            for (uint32_t i = 0; i < kTileWords; ++i) halves[i] = static_cast<uint16_t>(words[i] >> 16);
            l1 = true;
        }
    }
    Operand operand() const { return {l1 ? static_cast<const void*>(halves.data()) : words.data(), l1}; }
    Tile words;
    std::array<uint16_t, kTileWords> halves;
    bool l1 = false;
};

TEST(Simd, TargetsExist) {
    ASSERT_FALSE(simd_targets().empty());
    std::string names;
    for (const SimdTarget& target : simd_targets()) names += target.name + " ";
    RecordProperty("targets", names);
}

TEST(Simd, Copy) {
    for_all_targets([](const TileMath& definition, const TileMath& vectorised) {
        Data data(1);
        for (int round = 0; round < simd_rounds(100); ++round) {
            MathConfig config = random_config(data);
            if (data.below(8) == 0) config.src_a = config.src_b = DataFormat::Int32;
            const Input a(data, config.src_a);
            const auto broadcast = static_cast<Broadcast>(data.below(8) ? 0 : data.below(4));
            Tile want{}, got{};
            definition.copy(config, broadcast, a.operand(), want.data());
            vectorised.copy(config, broadcast, a.operand(), got.data());
            expect_same(want, got, "copy " + text_of(config));
        }
    });
}

TEST(Simd, Eltwise) {
    for_all_targets([](const TileMath& definition, const TileMath& vectorised) {
        Data data(2);
        static constexpr EltwiseOp kOps[] = {EltwiseOp::Mul, EltwiseOp::Add, EltwiseOp::Sub};
        for (int round = 0; round < simd_rounds(300); ++round) {
            const MathConfig config = random_config(data);
            const Input a(data, config.src_a), b(data, config.src_b);
            const EltwiseOp op = kOps[data.below(3)];
            const auto broadcast = static_cast<Broadcast>(data.below(4));
            const bool accumulate = data.below(2), clear = data.below(2);
            const uint32_t row = data.below(32);
            Tile want = dst_words(data, config), got = want;
            definition.eltwise(config, op, broadcast, accumulate, row, a.operand(), b.operand(), clear, want.data());
            vectorised.eltwise(config, op, broadcast, accumulate, row, a.operand(), b.operand(), clear, got.data());
            expect_same(want, got,
                        "eltwise " + std::to_string(int(op)) + " broadcast " + std::to_string(int(broadcast)) +
                            (accumulate ? " acc " : " ") + (clear ? "clear " : "") + text_of(config));
            if (::testing::Test::HasFailure()) return;
        }
    });
}

TEST(Simd, Matmul) {
    for_all_targets([](const TileMath& definition, const TileMath& vectorised) {
        Data data(3);
        for (int round = 0; round < simd_rounds(24); ++round) {
            const MathConfig config = random_config(data);
            const Input a(data, config.src_b), b(data, config.src_a);
            const bool clear = data.below(2);
            Tile want = dst_words(data, config), got = want;
            definition.matmul(config, a.operand(), b.operand(), clear, want.data());
            vectorised.matmul(config, a.operand(), b.operand(), clear, got.data());
            expect_same(want, got, std::string("matmul ") + (clear ? "clear " : "") + text_of(config));
            if (::testing::Test::HasFailure()) return;
        }
    });
}

TEST(Simd, Reduce) {
    for_all_targets([](const TileMath& definition, const TileMath& vectorised) {
        Data data(4);
        for (int round = 0; round < simd_rounds(300); ++round) {
            const MathConfig config = random_config(data);
            const auto pool = static_cast<Pool>(data.below(3));
            const auto dim = static_cast<ReduceDim>(data.below(3));
            const Input values(data, config.src_a), scaler(data, config.src_b);
            const bool clear = data.below(2);
            Tile want = dst_words(data, config), got = want;
            definition.reduce(config, pool, dim, values.operand(), scaler.operand(), clear, want.data());
            vectorised.reduce(config, pool, dim, values.operand(), scaler.operand(), clear, got.data());
            expect_same(want, got,
                        "reduce pool " + std::to_string(int(pool)) + " dim " + std::to_string(int(dim)) +
                            (clear ? " clear " : " ") + text_of(config) + " llk " +
                            std::to_string(int(config.generation)));
            if (::testing::Test::HasFailure()) return;
        }
    });
}

TEST(Simd, TransposeAndDstToSrc) {
    for_all_targets([](const TileMath& definition, const TileMath& vectorised) {
        Data data(5);
        for (int round = 0; round < simd_rounds(40); ++round) {
            Tile want = data.words(), got = want;
            const bool within = data.below(2), swap = data.below(2);
            definition.transpose_faces(want.data(), within, swap);
            vectorised.transpose_faces(got.data(), within, swap);
            expect_same(want, got, "transpose");
            const Tile dst = data.words();
            const DataFormat reg = data.below(2) ? DataFormat::Tf32 : DataFormat::Float16_b;
            definition.dst_to_src(reg, true, dst.data(), want.data());
            vectorised.dst_to_src(reg, true, dst.data(), got.data());
            expect_same(want, got, "dst_to_src");
        }
    });
}

TEST(Simd, Unpack) {
    static constexpr std::pair<DataFormat, DataFormat> kPairs[] = {{DataFormat::Float16_b, DataFormat::Float16_b},
                                                                   {DataFormat::Float16_b, DataFormat::Tf32},
                                                                   {DataFormat::Float32, DataFormat::Tf32},
                                                                   {DataFormat::Float32, DataFormat::Float16_b},
                                                                   {DataFormat::Float32, DataFormat::Float32},
                                                                   {DataFormat::Float32, DataFormat::Float16},
                                                                   {DataFormat::Float16, DataFormat::Float16},
                                                                   {DataFormat::Bfp8_b, DataFormat::Bfp8_b},
                                                                   {DataFormat::Bfp4_b, DataFormat::Float16_b},
                                                                   {DataFormat::Bfp2_b, DataFormat::Float16_b},
                                                                   {DataFormat::Int32, DataFormat::Int32},
                                                                   {DataFormat::UInt32, DataFormat::UInt32},
                                                                   {DataFormat::UInt16, DataFormat::UInt16},
                                                                   {DataFormat::UInt8, DataFormat::UInt8},
                                                                   {DataFormat::Int8, DataFormat::Int8}};
    for_all_targets([](const TileMath& definition, const TileMath& vectorised) {
        Data data(6);
        for (const auto& [l1, reg] : kPairs)
            for (int round = 0; round < simd_rounds(10); ++round) {
                std::vector<uint8_t> bytes(2 * kTileWords * 4 + 2);
                for (uint32_t at = 0; at + 4096 <= bytes.size(); at += 4096) {
                    const Tile words = data.words();
                    std::memcpy(bytes.data() + at, words.data(), 4096);
                }
                const uint32_t shift = data.below(2) * 2;
                Tile want{}, got{};
                definition.unpack(l1, reg, bytes.data() + shift, want.data());
                vectorised.unpack(l1, reg, bytes.data() + shift, got.data());
                expect_same(want, got, "unpack " + std::string(format_name(l1)));
                if (is_block_float(l1)) {
                    EXPECT_THROW(vectorised.unpack_tilize(l1, reg, bytes.data(), 64, got.data()), Error);
                    continue;
                }
                const uint32_t stride = datum_bytes(l1) * (data.below(2) ? 32 : 46);
                definition.unpack_tilize(l1, reg, bytes.data() + shift, stride, want.data());
                vectorised.unpack_tilize(l1, reg, bytes.data() + shift, stride, got.data());
                expect_same(want, got, "unpack_tilize " + std::string(format_name(l1)));
            }
    });
}

PackConfig random_pack(Data& data) {
    static constexpr std::pair<DataFormat, DataFormat> kPairs[] = {
        {DataFormat::Float16_b, DataFormat::Float16_b}, {DataFormat::Float16_b, DataFormat::Float16_b},
        {DataFormat::Float16_b, DataFormat::Float32},   {DataFormat::Float32, DataFormat::Float32},
        {DataFormat::Bfp8_b, DataFormat::Bfp8_b},       {DataFormat::Bfp8_b, DataFormat::Bfp4_b},
        {DataFormat::Bfp8_b, DataFormat::Bfp2_b},       {DataFormat::Float32, DataFormat::Bfp8_b},
        {DataFormat::Float32, DataFormat::Float16_b},   {DataFormat::Float16, DataFormat::Float16},
        {DataFormat::Int32, DataFormat::Int32},         {DataFormat::UInt16, DataFormat::UInt16},
        {DataFormat::Int32, DataFormat::Int8},          {DataFormat::UInt8, DataFormat::UInt8}};
    PackConfig config;
    std::tie(config.source, config.destination) = kPairs[data.below(std::size(kPairs))];
    config.dst_fp32 = data.below(2);
    config.relu = static_cast<ReluMode>(data.below(3) ? 0 : data.below(4));
    static constexpr uint32_t kThresholds[] = {0, 0x3F800000, 0x40C00000, 0x3DCCCCCD, 0x7F7FFFFF, 0xBF800000};
    config.relu_threshold = kThresholds[data.below(6)];
    config.mask = static_cast<PackConfig::Mask>(data.below(2) ? 0 : data.below(4));
    config.l1_accumulate = data.below(6) == 0 && !is_block_float(config.destination) && !is_integer(config.destination);
    return config;
}

TEST(Simd, Pack) {
    for_all_targets([](const TileMath& definition, const TileMath& vectorised) {
        Data data(7);
        for (int round = 0; round < simd_rounds(400); ++round) {
            const PackConfig config = random_pack(data);
            Tile dst = data.words(), want = data.words(), got = want;
            if (!config.dst_fp32 && data.below(4))
                for (uint32_t& word : dst) word &= 0xFFFF0000u;
            const std::string what = std::string(format_name(config.source)) + " to " +
                                     std::string(format_name(config.destination)) +
                                     (config.dst_fp32 ? " fp32" : " 16bit") + " relu " +
                                     std::to_string(int(config.relu)) + " mask " + std::to_string(int(config.mask));
            definition.pack(config, dst.data(), want.data());
            vectorised.pack(config, dst.data(), got.data());
            expect_same(want, got, "pack " + what);
            if (is_block_float(config.destination)) continue;
            std::vector<uint8_t> want_rows(32 * 256, 0x5A), got_rows = want_rows;
            const uint32_t rows = data.below(2) ? 32 : 1 + data.below(32), stride = 128 + data.below(2) * 96;
            definition.pack_untilize(config, dst.data(), want_rows.data(), stride, rows);
            vectorised.pack_untilize(config, dst.data(), got_rows.data(), stride, rows);
            ASSERT_EQ(want_rows, got_rows) << "pack_untilize " << what;
        }
    });
}

}  // namespace
}  // namespace tilewright::tile::test
