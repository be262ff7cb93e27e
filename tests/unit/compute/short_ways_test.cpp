// Fast mode carries out sequences of calls as one where that gives the same bits. Here the same calls are made twice,
// once with and once without the short ways, on random sequences and data with specials, and must leave the same L1.
#include <random>

#include "driver.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "api/compute/copy_dest_values.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/sfpu_binary_bcast.h"
#pragma GCC diagnostic pop

namespace tilewright::testing {
namespace {

using tile::DataFormat;

constexpr uint32_t kBf16 = 0, kFp32 = 1, kOutBf16 = 16, kOutFp32 = 17;
constexpr uint32_t kPages = 4;

// What a NaN's payload is depends on the order of operands in the host's addition; that it is one does not.
bool same(DataFormat format, const uint8_t* a, const uint8_t* b, uint32_t bytes) {
    const uint32_t size = format == DataFormat::Float32 ? 4 : 2;
    for (uint32_t i = 0; i < bytes; i += size) {
        uint32_t x = 0, y = 0;
        std::memcpy(&x, a + i, size);
        std::memcpy(&y, b + i, size);
        if (size == 2) x <<= 16, y <<= 16;
        const auto is_nan = [](uint32_t word) { return (word & 0x7FFFFFFF) > 0x7F800000; };
        if (x != y && !(is_nan(x) && is_nan(y))) return false;
    }
    return true;
}

class ShortWays : public ComputeTest {
protected:
    uint32_t random_word(std::mt19937& random) {
        static constexpr uint32_t kSpecials[] = {0,          0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000,
                                                 0x00000001, 0x807FFFFF, 0x00800000, 0x7F7FFFFF, 0x3F800000};
        if (random() % 64 == 0) return kSpecials[random() % std::size(kSpecials)];
        return std::bit_cast<uint32_t>(std::normal_distribution<float>()(random));
    }

    void lay_out(bool plain) {
        next_address_ = kFirstAddress;
        setup_.dst_fp32 = true;
        setup_.plain = plain;
        for (const uint32_t index : {kBf16, kOutBf16}) cb(index, kPages, DataFormat::Float16_b);
        for (const uint32_t index : {kFp32, kOutFp32}) {
            cb(index, kPages, DataFormat::Float32);
            setup_.operands[index] = {
                DataFormat::Float32, DataFormat::Float32, DataFormat::Float32, DataFormat::Float32, 32, 32};
        }
        setup_.operands[kOutBf16].pack_src = DataFormat::Float16_b;
        setup_.operands[kBf16].pack_src = DataFormat::Float16_b;
        start();
    }

    // Fills slots, combines them, packs them: to other CBs, and over pages that slots may still describe.
    void round(std::mt19937& random) {
        const auto below = [&](uint32_t limit) { return static_cast<uint32_t>(random() % limit); };
        tile_regs_acquire();
        for (uint32_t slot = 0; slot < 4; ++slot) copy(below(2) ? kFp32 : kBf16, below(kPages), slot);
        for (uint32_t step = below(8) == 0 ? 100 : below(12); step > 0; --step) {
            const uint32_t a = below(4), b = below(4);
            switch (below(11)) {
                case 0: copy(below(2) ? kFp32 : kBf16, below(kPages), a); break;
                case 1: sfpu_sub_bcast_col(a, b); break;
                case 2: sfpu_add_bcast_col(a, b); break;
                case 3: sfpu_mul_bcast_col(a, b); break;
                case 4: sfpu_sub_bcast_row(a, b); break;
                case 5: sfpu_add_bcast_row(a, b); break;
                case 6: sfpu_mul_bcast_row(a, b); break;
                case 7: mul_binary_tile(a, a, a); break;
                case 8: add_binary_tile(a, b, a); break;
                case 9: sub_binary_tile(a, b, below(4)); break;
                default: copy_dest_values(a, b); break;
            }
        }
        tile_regs_commit();
        tile_regs_wait();
        for (uint32_t i = 0; i < 4; ++i) {
            const uint32_t to[] = {kBf16, kFp32, kOutBf16, kOutFp32};
            const uint32_t target = to[below(4)];
            pack_reconfig_data_format(target);
            pack_tile<true>(below(4), target, below(kPages));
        }
        if (below(2)) {  // as rows, over whatever is there
            const uint32_t target = below(2) ? kOutBf16 : kOutFp32;
            pack_untilize_dest_init<2, kPages>(target);
            pack_untilize_dest<2, kPages>(target, 1, below(2), below(3));
            pack_untilize_uninit(target);
        }
        tile_regs_release();
    }

    void copy(uint32_t from, uint32_t number, uint32_t slot) {
        reconfig_data_format_srca(from);
        copy_tile_to_dst_init_short(from);
        copy_tile(from, number, slot);
    }

    // All pages after `rounds` rounds.
    std::vector<uint8_t> run(uint32_t seed, bool plain) {
        lay_out(plain);
        std::mt19937 random(seed);
        for (const uint32_t index : {kBf16, kFp32, kOutBf16, kOutFp32}) {
            const uint32_t size = core_.cbs[index].page_bytes / 1024;
            for (uint32_t i = 0; i < kPages * 1024; ++i) {
                const uint32_t word = random_word(random) >> (size == 2 ? 16 : 0);
                std::memcpy(page(index) + size * i, &word, size);
            }
        }
        compute_kernel_hw_startup(kBf16, kBf16, kOutBf16);
        for (int i = 0; i < 5; ++i) round(random);
        const uint8_t* begin = core_.l1() + kFirstAddress;
        return {begin, begin + (next_address_ - kFirstAddress)};
    }
};

TEST_P(ShortWays, RandomSequencesLeaveTheSameBits) {
    for (uint32_t seed = 1; seed <= 100; ++seed) {
        const std::vector<uint8_t> plain = run(seed, true);
        const std::vector<uint8_t> quick = run(seed, false);
        for (const uint32_t index : {kBf16, kFp32, kOutBf16, kOutFp32}) {
            const size_t offset = core_.cbs[index].address - kFirstAddress;
            const DataFormat format = index == kFp32 || index == kOutFp32 ? DataFormat::Float32 : DataFormat::Float16_b;
            ASSERT_TRUE(same(format, plain.data() + offset, quick.data() + offset, core_.cbs[index].bytes))
                << "seed " << seed << ", c_" << index;
        }
    }
}

// Sticks to tiles and back; every bf16 value goes through.
TEST_P(ShortWays, TilizeAndUntilizeLeaveTheSameBits) {
    constexpr uint32_t kWide = 4, kSticks = 0, kTiles = 1, kRows = 16;
    for (const DataFormat format : {DataFormat::Float16_b, DataFormat::Float32}) {
        for (const bool fp32_dst : {true, false}) {
            if (!fp32_dst && format == DataFormat::Float32) continue;
            for (uint32_t block = 0; block < 16; ++block) {
                std::vector<uint8_t> seen[2];
                for (const bool plain : {true, false}) {
                    next_address_ = kFirstAddress;
                    setup_.dst_fp32 = fp32_dst;
                    setup_.plain = plain;
                    for (const uint32_t index : {kSticks, kTiles, kRows}) {
                        cb(index, kWide, format);
                        setup_.operands[index] = {format, format, format, format, 32, 32};
                    }
                    start();
                    std::mt19937 random(block);
                    for (uint32_t i = 0; i < kWide * 1024; ++i) {
                        const uint32_t every = block * kWide * 1024 + i;
                        const uint32_t word = format == DataFormat::Float32 ? random_word(random) : every;
                        const uint32_t size = core_.cbs[kSticks].page_bytes / 1024;
                        std::memcpy(page(kSticks) + size * i, &word, size);
                    }
                    std::memset(page(kTiles), 0xEE, core_.cbs[kTiles].bytes);
                    std::memset(page(kRows), 0xEE, core_.cbs[kRows].bytes);
                    compute_kernel_hw_startup(kSticks, kSticks, kTiles);
                    tilize_init(kSticks, kWide, kTiles);
                    tilize_block(kSticks, kWide, kTiles);
                    tilize_uninit(kSticks, kTiles);
                    pack_untilize_init<2, kWide>(kTiles, kRows);
                    for (uint32_t part = 0; part < kWide / 2; ++part) {
                        pack_untilize_block<2, kWide>(kTiles, 1, kRows, part);
                        fiber_.views[kTiles].fifo_rd_ptr += 2 * fiber_.views[kTiles].fifo_page_size;
                    }
                    pack_untilize_uninit(kRows);
                    EXPECT_EQ(0u, core_.tensix().dst.math_section) << "sections are exchanged an even number of times";
                    const uint8_t* begin = core_.l1() + kFirstAddress;
                    seen[plain].assign(begin, begin + (next_address_ - kFirstAddress));
                }
                ASSERT_EQ(seen[0], seen[1]) << "block " << block << ", 32-bit DST " << fp32_dst;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Numerics, ShortWays, ::testing::Values(tile::Numerics::Float, tile::Numerics::Card),
                         [](const auto& info) { return info.param == tile::Numerics::Float ? "Float" : "Card"; });

}  // namespace
}  // namespace tilewright::testing
