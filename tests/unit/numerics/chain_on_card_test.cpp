// The golden chains as programs on the virtual card: sticks in DRAM, three kernels, circular buffers; every
// intermediate circular buffer must hold the golden bytes. tests/unit/tile checks the arithmetic alone; here it is
// unpacker, math unit, packer and their configuration as kernels program them.
#include <sstream>

#include "unit/engine/harness.hpp"
#include "unit/tile/golden.hpp"

namespace tilewright::testing {
namespace {

using tile::DataFormat;
using tile::test::golden;
using tile::test::GoldenCase;
using tile::test::GoldenTensor;

// c_0 sticks and c_2 scaler: one page after the other from DRAM.
constexpr const char* kReader = R"(
#include "api/dataflow/dataflow_api.h"
void load(uint32_t cb, uint32_t from, uint32_t pages) {
    const InterleavedAddrGen<true> source = {.bank_base_address = from, .page_size = get_tile_size(cb)};
    cb_reserve_back(cb, pages);
    for (uint32_t i = 0; i < pages; ++i)
        noc_async_read(get_noc_addr(i, source), get_write_ptr(cb) + i * get_tile_size(cb), get_tile_size(cb));
    noc_async_read_barrier();
    cb_push_back(cb, pages);
}
void kernel_main() {
    load(2, get_arg_val<uint32_t>(2), 1);
    load(0, get_arg_val<uint32_t>(1), get_arg_val<uint32_t>(0));
}
)";

// What the circular buffers hold when the chain is through. None wraps, so popped pages are still there.
constexpr const char* kWriter = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    const uint32_t width = get_arg_val<uint32_t>(0), target = get_arg_val<uint32_t>(1);
    cb_wait_front(6, 1);
    cb_wait_front(16, width);
    const uint32_t cbs[] = {1, 3, 4, 16, 5, 6};
    const InterleavedAddrGen<true> out = {.bank_base_address = target, .page_size = get_tile_size(1)};
    uint32_t page = 0;
    for (uint32_t cb : cbs)
        for (uint32_t i = 0; i < (cb == 3 || cb == 6 ? 1 : width); ++i)
            noc_async_write(get_read_ptr(cb) + i * get_tile_size(cb), get_noc_addr(page++, out), get_tile_size(cb));
    noc_async_write_barrier();
    cb_pop_front(6, 1);
    cb_pop_front(16, width);
}
)";

constexpr const char* kCompute = R"(
#include "api/compute/bcast.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/pack_untilize.h"
#include "api/compute/reduce.h"
#include "api/compute/tilize.h"

constexpr bool scaler_in_srca = get_compile_time_arg_val(0) != 0;

void row_sum(uint32_t in, uint32_t out, uint32_t width) {
    reconfig_data_format(scaler_in_srca ? 2 : in, scaler_in_srca ? in : 2);
    reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(in, 2, out);
    tile_regs_acquire();
    for (uint32_t i = 0; i < width; ++i) reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(in, 2, i, 0, 0);
    tile_regs_commit();
    cb_reserve_back(out, 1);
    tile_regs_wait();
    pack_tile(0, out);
    tile_regs_release();
    cb_push_back(out, 1);
    reduce_uninit();
    cb_wait_front(out, 1);
}
template <typename Call>
void each_tile(uint32_t out, uint32_t width, Call call) {
    cb_reserve_back(out, width);
    for (uint32_t i = 0; i < width; ++i) {
        tile_regs_acquire();
        call(i);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, out);
        tile_regs_release();
    }
    cb_push_back(out, width);
    cb_wait_front(out, width);
}
template <uint32_t width>
void untilize_row() {
    pack_untilize_init<1, width>(4, 16);
    cb_reserve_back(16, width);
    for (uint32_t i = 0; i < width; ++i) {
        pack_untilize_block<1, width>(4, 1, 16, i);
        cb_pop_front(4, 1);
    }
    cb_push_back(16, width);
    pack_untilize_uninit(16);
}
void kernel_main() {
    const uint32_t width = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(0, 2, 1);
    cb_wait_front(2, 1);
    cb_wait_front(0, width);
    cb_reserve_back(1, width);
    tilize_init(0, width, 1);
    tilize_block(0, width, 1);
    tilize_uninit(0, 1);
    cb_push_back(1, width);
    cb_pop_front(0, width);
    cb_wait_front(1, width);

    row_sum(1, 3, width);
    reconfig_data_format(1, 3);
    sub_bcast_cols_init_short(1, 3);
    each_tile(4, width, [](uint32_t i) { sub_tiles_bcast_cols(1, 3, i, 0, 0); });
    reconfig_data_format(4, 4);
    mul_tiles_init(4, 4);
    each_tile(5, width, [](uint32_t i) { mul_tiles(4, 4, i, i, 0); });
    row_sum(5, 6, width);

    reconfig_data_format(4, 4);
    switch (width) {
        case 1: untilize_row<1>(); break;
        case 2: untilize_row<2>(); break;
        case 3: untilize_row<3>(); break;
        case 4: untilize_row<4>(); break;
        default: untilize_row<8>(); break;
    }
}
)";

// The first difference, in words; empty if there is none.
std::string run_chain(const GoldenCase& one) {
    const uint32_t width = one.tensors.at("in_sticks").tiles, size = tile::tile_bytes(one.in_format);
    auto card = open_card();
    const auto buffer = [&](uint64_t bytes, uint32_t page_bytes) {
        card::BufferConfig config;
        config.bytes = bytes;
        config.page_bytes = page_bytes;
        return std::make_unique<card::Buffer>(card, config);
    };
    const auto in_dram = [&](const char* role, uint32_t page_bytes) {
        const std::vector<uint8_t> bytes = bytes_of(one.tensors.at(role));
        auto filled = buffer(bytes.size(), page_bytes);
        filled->write(bytes);
        return filled;
    };
    const auto sticks = in_dram("in_sticks", size), scaler = in_dram("scaler", 2048);
    const uint32_t pages = 4 * width + 2;
    const auto out = buffer(pages * size, size);

    TestProgram program;
    for (const uint32_t cb : {0u, 1u, 4u, 5u, 16u}) program.cb(cb, width, size, kCore00, one.in_format);
    for (const uint32_t cb : {3u, 6u}) program.cb(cb, 1, size, kCore00, one.in_format);
    program.cb(2, 1);
    program.reader(kReader).runtime_args[{0, 0}] = {width, static_cast<uint32_t>(sticks->address()),
                                                    static_cast<uint32_t>(scaler->address())};
    program.writer(kWriter).runtime_args[{0, 0}] = {width, static_cast<uint32_t>(out->address())};
    program::ComputeConfig config;
    config.fp32_dest_acc_en = one.dst == "fp32";
    const bool august = one.llk == "aug";
    auto& compute = program.compute(kCompute, kCore00, config);
    compute.compile_time_args = {august};
    compute.runtime_args[{0, 0}] = {width};

    engine::RunOptions options = fast();
    options.numerics = tile::Numerics::Card;
    options.generation = august ? tile::LlkGeneration::Aug2026 : tile::LlkGeneration::Apr2026;
    if (const std::string end = outcome(*card, program, options); end != "finished") return end;

    std::vector<uint8_t> got(pages * size);
    out->read(got);
    size_t at = 0;
    for (const char* role : {"tilized", "mean", "centered", "out_sticks", "squared", "variance"}) {
        const std::vector<uint8_t> want = bytes_of(one.tensors.at(role));
        for (size_t i = 0; i < want.size(); ++i)
            if (want[i] != got[at + i]) {
                std::ostringstream text;
                text << role << " differs from byte " << i << " on: " << int(got[at + i]) << ", not " << int(want[i]);
                return text.str();
            }
        at += want.size();
    }
    return "";
}

TEST(ChainOnCard, EveryIntermediateCbIsGolden) {
    uint32_t count = 0, failed = 0;
    for (const GoldenCase& one : golden().cases) {
        if (one.op != "chain") continue;
        ++count;
        const std::string difference = run_chain(one);
        if (difference.empty()) continue;
        ADD_FAILURE() << one.id << ": " << difference;
        if (++failed == 5) return;
    }
    EXPECT_EQ(count, 96u);
}

// The comparison above can fail: other arithmetic and the other generation of kernels give other means.
TEST(ChainOnCard, OtherSettingsGiveOtherBytes) {
    for (GoldenCase one : golden().cases) {
        if (one.id != "chain.Float16_b.apr.wt8.fp32.mean1000") continue;
        EXPECT_EQ(run_chain(one), "");
        one.llk = "aug";
        EXPECT_NE(run_chain(one), "");
        one.llk = "apr";
        one.dst = "16bit";
        EXPECT_NE(run_chain(one), "");
        return;
    }
    FAIL() << "the case is missing";
}

}  // namespace
}  // namespace tilewright::testing
