// Same bits whatever the number of host threads and the mode: 64 cores, three kernels each, 10,000 tiles.
#include <random>

#include "harness.hpp"

namespace tilewright::testing::determinism {
namespace {

constexpr uint32_t kTiles = 10'000;
constexpr uint32_t kTileBytes = 2048;

constexpr const char* kReader = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    const InterleavedAddrGenFast<true> a = {.bank_base_address = get_arg_val<uint32_t>(0),
                                             .page_size = 2048,
                                             .data_format = DataFormat::Float16_b};
    const InterleavedAddrGenFast<true> b = {.bank_base_address = get_arg_val<uint32_t>(1),
                                             .page_size = 2048,
                                             .data_format = DataFormat::Float16_b};
    uint32_t first = get_arg_val<uint32_t>(2), count = get_arg_val<uint32_t>(3);
    for (uint32_t i = first; i < first + count; ++i) {
        cb_reserve_back(0, 1);
        cb_reserve_back(1, 1);
        noc_async_read_tile(i, a, get_write_ptr(0));
        noc_async_read_tile(i, b, get_write_ptr(1));
        noc_async_read_barrier();
        cb_push_back(0, 1);
        cb_push_back(1, 1);
    }
}
)";

constexpr const char* kCompute = R"(
#include "api/compute/eltwise_binary.h"
#include "api/compute/tile_move_copy.h"
void kernel_main() {
    uint32_t count = get_arg_val<uint32_t>(0);
    binary_op_init_common(0, 1, 16);
    mul_tiles_init(0, 1);
    for (uint32_t i = 0; i < count; ++i) {
        cb_wait_front(0, 1);
        cb_wait_front(1, 1);
        tile_regs_acquire();
        mul_tiles(0, 1, 0, 0, 0);
        tile_regs_commit();
        cb_reserve_back(16, 1);
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_push_back(16, 1);
        cb_pop_front(0, 1);
        cb_pop_front(1, 1);
    }
}
)";

constexpr const char* kWriter = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    const InterleavedAddrGenFast<true> out = {.bank_base_address = get_arg_val<uint32_t>(0),
                                             .page_size = 2048,
                                             .data_format = DataFormat::Float16_b};
    uint32_t first = get_arg_val<uint32_t>(1), count = get_arg_val<uint32_t>(2);
    for (uint32_t i = first; i < first + count; ++i) {
        cb_wait_front(16, 1);
        noc_async_write_tile(i, out, get_read_ptr(16));
        noc_async_write_barrier();
        cb_pop_front(16, 1);
    }
}
)";

TEST(Determinism, SameBitsWithOneAndTwoHostThreadsInBothModes) {
    auto card = open_card();
    card::Buffer a(card, {.bytes = kTiles * kTileBytes, .page_bytes = kTileBytes});
    card::Buffer b(card, {.bytes = kTiles * kTileBytes, .page_bytes = kTileBytes});
    card::Buffer out(card, {.bytes = kTiles * kTileBytes, .page_bytes = kTileBytes});
    std::mt19937 random(7);
    std::vector<uint8_t> data(kTiles * kTileBytes);
    auto* words = reinterpret_cast<uint16_t*>(data.data());
    for (card::Buffer* buffer : {&a, &b}) {
        for (size_t i = 0; i < data.size() / 2; ++i)
            words[i] = static_cast<uint16_t>(0x3F00 + random() % 0x200 + (random() % 2) * 0x8000);
        buffer->write(data);
    }

    const CoreRanges all = {{{0, 0}, {7, 7}}};
    TestProgram program;
    program.cb(0, 2, kTileBytes, all);
    program.cb(1, 2, kTileBytes, all);
    program.cb(16, 2, kTileBytes, all);
    program.reader(kReader, all);
    program.compute(kCompute, all);
    program.writer(kWriter, all);
    uint32_t first = 0;
    uint32_t index = 0;
    for (const LogicalCore& core : cores_of(all)) {
        const uint32_t count = kTiles / 64 + (index++ < kTiles % 64 ? 1 : 0);
        program.kernels[0].runtime_args[core] = {static_cast<uint32_t>(a.address()), static_cast<uint32_t>(b.address()),
                                                 first, count};
        program.kernels[1].runtime_args[core] = {count};
        program.kernels[2].runtime_args[core] = {static_cast<uint32_t>(out.address()), first, count};
        first += count;
    }
    ASSERT_EQ(first, kTiles);

    std::vector<uint8_t> expected;
    std::vector<uint8_t> zeros(data.size());
    for (const auto& options : {strict(1), strict(2), fast(1), fast(2)}) {
        auto prepared = engine::prepare(*card, program, options);
        for (int run = 0; run < 5; ++run) {
            out.write(zeros);
            const engine::RunResult result = engine::launch(*prepared);
            EXPECT_TRUE(result.findings.empty()) << result.findings.front().to_text();
            out.read(data);
            if (expected.empty()) expected = data;
            ASSERT_EQ(data, expected) << "mode " << int(options.mode) << ", " << options.host_threads
                                      << " threads, run " << run;
        }
    }
    EXPECT_NE(expected, zeros);
}

}  // namespace
}  // namespace tilewright::testing::determinism
