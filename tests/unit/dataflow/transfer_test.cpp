// Data-movement kernels on the card: pages, objects, transaction ids, zeros, several cores.
#include "support.hpp"

namespace tilewright::testing {
namespace {

std::vector<uint8_t> pattern(size_t bytes) {
    std::vector<uint8_t> data(bytes);
    for (size_t i = 0; i < bytes; ++i) data[i] = static_cast<uint8_t>(i * 13 + i / 257);
    return data;
}

class Transfer : public ::testing::TestWithParam<engine::Mode> {};

TEST_P(Transfer, ClassicSampleAddsOneToTheFirstWordOfEveryTile) {
    constexpr uint32_t kTiles = 9;
    auto card = open_card();
    card::Buffer in(card, pages(kTiles, 2048));
    card::Buffer out(card, pages(kTiles, 2048));
    std::vector<uint8_t> data = pattern(kTiles * 2048);
    in.write(data);
    TestProgram program;
    program.cb(0, 2);
    auto& kernel = program.reader(sample("dataflow_slice.cpp"));
    kernel.compile_time_args = {0, 2, 2048, 2, 2048};
    kernel.runtime_args[{0, 0}] = {static_cast<uint32_t>(in.address()), static_cast<uint32_t>(out.address()), kTiles};
    ASSERT_EQ(outcome(*card, program, with(GetParam())), "finished");
    for (uint32_t tile = 0; tile < kTiles; ++tile) {
        uint32_t word;
        std::memcpy(&word, &data[tile * 2048], 4);
        ++word;
        std::memcpy(&data[tile * 2048], &word, 4);
    }
    std::vector<uint8_t> back(data.size());
    out.read(back);
    EXPECT_EQ(back, data);
}

TEST_P(Transfer, ObjectsMovePagesWithOffsetsAndIds) {
    auto card = open_card();
    card::Buffer in(card, pages(4, 256));
    card::Buffer out(card, pages(4, 256));
    const std::vector<uint8_t> data = pattern(4 * 256);
    in.write(data);
    TestProgram program;
    program.cb(0, 4, 256);
    auto& kernel = program.reader(dm_kernel(R"(
        Noc noc;
        CircularBuffer cb(0);
        const auto from = TensorAccessor(TensorAccessorArgs<0>(), get_arg_val<uint32_t>(0));
        const auto to = TensorAccessor(TensorAccessorArgs<2>(), get_arg_val<uint32_t>(1));
        cb.reserve_back(4);
        noc.async_read<NocOptions::TXN_ID>(from, cb, 256, {.page_id = 0}, {}, NocOptVals{.trid = 1});
        noc.async_read<NocOptions::TXN_ID>(from, cb, 256, {.page_id = 1}, {.offset_bytes = 256}, NocOptVals{.trid = 2});
        noc.async_read_barrier<NocOptions::TXN_ID>(NocOptVals{.trid = 1});
        noc.async_read_barrier<NocOptions::TXN_ID>(NocOptVals{.trid = 2});
        noc.async_write_zeros(cb, 256, {.offset_bytes = 512});
        noc.write_zeros_l1_barrier();
        noc.async_read(from, cb, 128, {.page_id = 3, .offset_bytes = 128}, {.offset_bytes = 768});
        noc.async_read(from, cb, 128, {.page_id = 2}, {.offset_bytes = 896});
        noc.async_read_barrier();
        cb.push_back(4);
        cb.wait_front(4);
        for (uint32_t i = 0; i < 4; ++i) noc.async_write(cb, to, 256, {.offset_bytes = 256 * i}, {.page_id = i});
        noc.async_write_barrier();
        cb.pop_front(4);)"));
    kernel.compile_time_args = {2, 256, 2, 256};
    kernel.runtime_args[{0, 0}] = {static_cast<uint32_t>(in.address()), static_cast<uint32_t>(out.address())};
    ASSERT_EQ(outcome(*card, program, with(GetParam())), "finished");
    std::vector<uint8_t> expected(data.begin(), data.begin() + 512);
    expected.resize(768, 0);
    expected.insert(expected.end(), data.begin() + 3 * 256 + 128, data.begin() + 4 * 256);
    expected.insert(expected.end(), data.begin() + 2 * 256, data.begin() + 2 * 256 + 128);
    std::vector<uint8_t> back(expected.size());
    out.read(back);
    EXPECT_EQ(back, expected);
}

TEST_P(Transfer, StatePairsKeepCoordinatesAndSize) {
    auto card = open_card();
    TestProgram program;
    program.cb(0, 4, 256);
    program.reader(dm_kernel(R"(
        volatile tt_l1_ptr uint32_t* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(0x80000);
        for (uint32_t i = 0; i < 16; ++i) word[i] = 100 + i;
        cb_reserve_back(0, 4);
        const uint32_t l1 = get_write_ptr(0);
        noc_async_read_one_packet_set_state(get_noc_addr(0x80000), 16);
        noc_async_read_one_packet_with_state(0x80010, l1);
        noc_async_read_one_packet_with_state(get_noc_addr(0x80030), l1 + 16);
        noc_async_read_barrier();
        noc_async_write_one_packet_set_state(get_noc_addr(0x80100), 32);
        noc_async_write_one_packet_with_state(l1, 0x80100);
        noc_inline_dw_write(get_noc_addr(0x80120), 7);
        noc_inline_dw_write_set_state<false, true>(get_noc_addr(0x80124), 9);
        noc_inline_dw_write_with_state<true>(0, 0x80128);
        noc_async_write_barrier();)"));
    ASSERT_EQ(outcome(*card, program, with(GetParam())), "finished");
    std::vector<uint32_t> got;
    for (uint32_t i = 0; i < 11; ++i) got.push_back(l1_word(*card, {0, 0}, 0x80100 + 4 * i));
    EXPECT_EQ(got, (std::vector<uint32_t>{104, 105, 106, 107, 112, 113, 114, 115, 7, 0, 9}));
}

TEST_P(Transfer, PipesAndSemaphoresBetweenCores) {
    auto card = open_card();
    const CoreRanges all = {{{0, 0}, {2, 0}}};
    TestProgram program;
    program.semaphores = {{0, all, 0}, {1, all, 0}, {2, all, 0}};
    const auto first = card->virtual_core({0, 0});
    const auto last = card->virtual_core({2, 0});
    const std::string kernel = dm_kernel(R"(
        using namespace dataflow_kernel_lib;
        volatile tt_l1_ptr uint32_t* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(0x80000);
        const uint32_t x0 = get_arg_val<uint32_t>(0), y0 = get_arg_val<uint32_t>(1);
        Noc noc;
        Semaphore done(2);
        if (get_absolute_logical_x() == 0) {
            SenderPipe<noc_index, 0, true, 1> pipe(noc, McastRect<noc_index>(x0, y0, get_arg_val<uint32_t>(2), y0));
            for (uint32_t round = 1; round <= 3; ++round) {
                for (uint32_t i = 0; i < 8; ++i) word[i] = 10 * round + i;
                pipe.send(0x80000, 0x80000, 32);
                done.wait_min(2 * round);
            }
        } else {
            ReceiverPipe<0, true, 1> pipe(noc);
            for (uint32_t round = 1; round <= 3; ++round) {
                pipe.receive(x0, y0);
                word[8 + round] = word[7];
                done.up(noc, x0, y0, 1);
            }
            noc.async_atomic_barrier();
        })",
                                         "#include \"ttnn/cpp/ttnn/kernel_lib/mcast_pipe.hpp\"");
    auto& descriptor = program.writer(kernel, all);
    for (uint32_t x = 0; x < 3; ++x) descriptor.runtime_args[{x, 0}] = {first.x, first.y, last.x};
    ASSERT_EQ(outcome(*card, program, with(GetParam())), "finished");
    for (uint32_t x = 1; x < 3; ++x) {
        for (uint32_t round = 1; round <= 3; ++round) {
            EXPECT_EQ(l1_word(*card, {x, 0}, 0x80000 + 4 * (8 + round)), 10 * round + 7) << x << " " << round;
        }
    }
}

TEST_P(Transfer, SticksThroughTheHelpersComeBack) {
    constexpr uint32_t kRows = 70, kRowBytes = 96;
    auto card = open_card();
    card::Buffer in(card, pages(kRows, kRowBytes));
    card::Buffer out(card, pages(kRows, kRowBytes));
    const std::vector<uint8_t> data = pattern(kRows * kRowBytes);
    in.write(data);
    const std::string include = "#include \"ttnn/cpp/ttnn/kernel_lib/tilize_helpers_dataflow.hpp\"";
    TestProgram program;
    program.cb(0, 4);  // a row of 48 datums is two tiles wide
    auto& reader =
        program.reader(dm_kernel("dataflow_kernel_lib::read_sticks_for_tilize<0>(TensorAccessor("
                                 "TensorAccessorArgs<0>(), get_arg_val<uint32_t>(0)), 70, 96);",
                                 include));
    reader.compile_time_args = interleaved_dram(kRowBytes);
    reader.runtime_args[{0, 0}] = {static_cast<uint32_t>(in.address())};
    auto& writer =
        program.writer(dm_kernel("dataflow_kernel_lib::write_sticks_after_untilize<0>(TensorAccessor("
                                 "TensorAccessorArgs<0>(), get_arg_val<uint32_t>(0)), 70, 96);",
                                 include));
    writer.compile_time_args = interleaved_dram(kRowBytes);
    writer.runtime_args[{0, 0}] = {static_cast<uint32_t>(out.address())};
    ASSERT_EQ(outcome(*card, program, with(GetParam())), "finished");
    std::vector<uint8_t> back(data.size());
    out.read(back);
    EXPECT_EQ(back, data);
}

INSTANTIATE_TEST_SUITE_P(Modes, Transfer, ::testing::ValuesIn(kModes),
                         [](const auto& info) { return info.param == engine::Mode::Fast ? "Fast" : "Strict"; });

}  // namespace
}  // namespace tilewright::testing
