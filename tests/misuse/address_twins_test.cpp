// Uses of addresses that look odd and are right: nothing may be said about them.
#include "misuse.hpp"

namespace tilewright::testing {
namespace {

void expect_no_finding(Bench& bench, const ProgramDescriptor& program) {
    const engine::RunResult result = engine::run(*bench.card, program, strict());
    EXPECT_TRUE(result.findings.empty()) << all_text(result.findings);
}

// A reader with this body (c_0 and c_1 of four pages, `in` at argument 0) and a writer that takes `pages` of c_0.
void read_with(TestProgram& program, std::vector<uint32_t> arguments, const std::string& body, uint32_t pages = 1) {
    program.cb(0, 4);
    program.cb(1, 4);
    program.reader(dm(kIn + body)).runtime_args[k00] = std::move(arguments);
    const std::string n = std::to_string(pages);
    program.writer(dm("  cb_wait_front(0, " + n + ");\n  cb_pop_front(0, " + n + ");\n"));
}

TEST(AddressTwins, PartsOfPages) {
    Bench bench;
    TestProgram program;
    read_with(
        program, {bench.dram(24)},
        "  cb_reserve_back(0, 1);\n  for (uint32_t i = 0; i < 32; ++i) {\n    noc_async_read(get_noc_addr(23, in) "
        "+ 64 * i, get_write_ptr(0) + 64 * i, 64);\n  }\n  noc_async_read(get_noc_addr(20, in, 1024), "
        "get_write_ptr(0) + 1024, 1024);\n  noc_async_read_barrier();\n  cb_push_back(0, 1);\n");
    // Reads that overlap others before the barrier are another matter: a barrier between them.
    std::string& text = program.kernels[0].source.text;
    text.replace(text.find("  noc_async_read(get_noc_addr(20"), 0, "  noc_async_read_barrier();\n");
    expect_no_finding(bench, program);
}

TEST(AddressTwins, PaddedPages) {
    Bench bench;
    TestProgram program;
    program.cb(0, 2, 128);
    program
        .reader(dm("  const InterleavedAddrGen<true> in = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = "
                   "100};\n  for (uint32_t i = 0; i < 30; ++i) {\n    cb_reserve_back(0, 1);\n    "
                   "noc_async_read(get_noc_addr(i, in), get_write_ptr(0), 100);\n    noc_async_read_barrier();\n    "
                   "cb_push_back(0, 1);\n  }\n"))
        .runtime_args[k00] = {bench.dram(30, 100)};
    program.writer(
        dm("  for (uint32_t i = 0; i < 30; ++i) {\n    cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n  }\n"));
    expect_no_finding(bench, program);
}

TEST(AddressTwins, SeveralPagesOfOneBankAtOnce) {
    Bench bench;
    TestProgram program;
    read_with(program, {bench.dram(48)},
              "  cb_reserve_back(0, 4);\n  noc_async_read(get_noc_addr(3, in), get_write_ptr(0), 4 * 2048);\n"
              "  noc_async_read_barrier();\n  cb_push_back(0, 4);\n",
              4);
    expect_no_finding(bench, program);
}

TEST(AddressTwins, AccessorInTheMiddleOfATensor) {
    Bench bench;
    TestProgram program;
    const uint32_t gone = bench.dram(12);
    bench.buffers.pop_back();
    const uint32_t address = bench.dram(36);
    EXPECT_EQ(gone, address);
    read_with(program, {address + 2048},
              "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(13, in), get_write_ptr(0), 2048);\n"
              "  noc_async_read_barrier();\n  cb_push_back(0, 1);\n");
    expect_no_finding(bench, program);
}

TEST(AddressTwins, AddressOfTheNextPageThatIsNeverUsed) {
    // The address behind the last page is that of the neighbour's first one, which is read by an address of its own,
    // computed long before.
    Bench bench;
    TestProgram program;
    const uint32_t first = bench.dram(12), second = bench.dram(12);
    ASSERT_EQ(second, first + 2048);
    read_with(program, {first, second},
              "  const InterleavedAddrGen<true> other = {.bank_base_address = get_arg_val<uint32_t>(1), .page_size = "
              "2048};\n  const uint64_t scalar = get_noc_addr(0, other);\n  uint64_t next = get_noc_addr(0, in);\n"
              "  for (uint32_t i = 0; i < 12; ++i) {\n    cb_reserve_back(1, 1);\n    noc_async_read(next, "
              "get_write_ptr(1), 2048);\n    noc_async_read_barrier();\n    next = get_noc_addr(i + 1, in);\n  }\n"
              "  cb_reserve_back(0, 1);\n  noc_async_read(scalar, get_write_ptr(0), 2048);\n  "
              "noc_async_read_barrier();\n  cb_push_back(0, 1);\n");
    expect_no_finding(bench, program);
}

TEST(AddressTwins, OnlyTheFrontOfALonePageIsRead) {
    // A table of one long page through an accessor made for its first entries.
    Bench bench;
    TestProgram program;
    program.cb(0, 2, 64);
    program
        .reader(dm("  const InterleavedAddrGen<true> in = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = "
                   "64};\n  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 64);\n  "
                   "noc_async_read_barrier();\n  cb_push_back(0, 1);\n"))
        .runtime_args[k00] = {bench.dram(1, 4096)};
    program.writer(dm(kTake));
    expect_no_finding(bench, program);
}

TEST(AddressTwins, HalvesOfPagesThroughAnAccessorForHalves) {
    Bench bench;
    TestProgram program;
    read_with(program, {bench.dram(4, 4096)},
              "  cb_reserve_back(0, 2);\n  noc_async_read(get_noc_addr(2, in), get_write_ptr(0), 2048);\n"
              "  noc_async_read(get_noc_addr(2, in, 2048), get_write_ptr(0) + 2048, 2048);\n"
              "  noc_async_read_barrier();\n  cb_push_back(0, 2);\n",
              2);
    expect_no_finding(bench, program);
}

TEST(AddressTwins, PointersThatStayAtHome) {
    // Rounded up, counted down, chosen at run time, taken from another CB by their distance.
    Bench bench;
    TestProgram program;
    read_with(
        program, {bench.dram(4), 1},
        "  cb_reserve_back(0, 1);\n  cb_reserve_back(1, 1);\n  const uint32_t home = get_write_ptr(0);\n"
        "  uint32_t rounded = (home + 31) & ~31u;\n  noc_async_read(get_noc_addr(0, in), rounded, 2048);\n"
        "  noc_async_read_barrier();\n  for (uint32_t at = home + 2044; at > home; at -= 4) {\n"
        "    *reinterpret_cast<volatile uint32_t*>(at) = at;\n  }\n"
        "  uint32_t either = get_arg_val<uint32_t>(1) == 1 ? get_write_ptr(1) : home;\n"
        "  *reinterpret_cast<volatile uint32_t*>(either) = 1;\n  const uint32_t distance = either - home;\n"
        "  for (uint32_t i = 0; i < 4; ++i) {\n    *reinterpret_cast<volatile uint32_t*>(home + distance + 4 * i) "
        "= i;\n  }\n  cb_push_back(0, 1);\n");
    expect_no_finding(bench, program);
}

TEST(AddressTwins, CbsThatShareTheirBytes) {
    Bench bench;
    TestProgram program;
    program.cb(0, 4).formats.push_back({1, tile::DataFormat::Float16_b, 1024, {}, {}});
    program
        .reader(dm(kIn +
                   "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(1) + 6144, 2048);\n"
                   "  noc_async_read_barrier();\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 2048);\n"
                   "  noc_async_read_barrier();\n  cb_push_back(0, 1);\n"))
        .runtime_args[k00] = {bench.dram(4)};
    program.writer(dm(kTake));
    expect_no_finding(bench, program);
}

}  // namespace
}  // namespace tilewright::testing
