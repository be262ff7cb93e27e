// Programs that must be refused, each with the culprit named, and the L1 layout of those that may run.
#include "program/layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace tilewright::program {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Limits wormhole() {
    const card::Arch& arch = card::find_arch("wormhole_b0");
    return {&arch, arch.grid_x, arch.grid_y, arch.l1_first_free, arch.l1_bytes, false};
}

CbDescriptor cb(uint32_t index, uint32_t pages, uint32_t page_bytes = 2048, CoreRanges cores = {{{0, 0}, {0, 0}}}) {
    CbDescriptor descriptor;
    descriptor.total_bytes = pages * page_bytes;
    descriptor.cores = std::move(cores);
    descriptor.formats = {
        {.index = index, .format = DataFormat::Float16_b, .page_bytes = page_bytes, .tile = {}, .name = {}}};
    return descriptor;
}

KernelDescriptor kernel(const std::string& name, DataMovementProcessor processor, uint32_t noc,
                        CoreRanges cores = {{{0, 0}, {0, 0}}}) {
    KernelDescriptor descriptor;
    descriptor.source.text = name;
    descriptor.cores = std::move(cores);
    descriptor.config = DataMovementConfig{processor, noc, false};
    return descriptor;
}

std::string refusal(const ProgramDescriptor& program, const Limits& limits = wormhole()) {
    try {
        validate(program, limits);
    } catch (const Error& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Layout, CbsArePackedUpwardsAtOneAddressOnAllTheirCores) {
    ProgramDescriptor program;
    program.cbs = {cb(0, 2, 2048, {{{0, 0}, {0, 0}}}), cb(1, 1, 2048, {{{0, 0}, {1, 0}}}),
                   cb(2, 1, 2048, {{{1, 0}, {1, 0}}})};
    const Layout layout = validate(program, wormhole());
    const uint32_t begin = wormhole().l1_begin;
    EXPECT_EQ(layout.cb_address, (std::vector<uint32_t>{begin, begin + 4096, begin + 6144}));
    EXPECT_EQ(layout.l1_peak_bytes, 8192u);
}

TEST(Layout, PlacedCbsTakeTheBuffersAddress) {
    ProgramDescriptor program;
    program.cbs = {cb(0, 2)};
    program.cbs[0].placed = CbPlacement{0x100000, 4096};
    EXPECT_EQ(validate(program, wormhole()).cb_address[0], 0x100000u);
    program.cbs[0].placed->bytes = 2048;
    EXPECT_THAT(refusal(program), HasSubstr("TW3211"));
    program.cbs[0].placed = CbPlacement{0xFFFFF000, 0};
    EXPECT_THAT(refusal(program), AllOf(HasSubstr("TW3211"), HasSubstr("L1 ends at")));
}

TEST(Refused, TilesThatDoNotExist) {
    ProgramDescriptor program;
    program.cbs = {cb(0, 2)};
    for (const TileShape tile : {TileShape{64, 32}, TileShape{32, 48}, TileShape{0, 32}, TileShape{24, 16}}) {
        program.cbs[0].formats[0].tile = tile;
        EXPECT_THAT(refusal(program), AllOf(HasSubstr("TW3217"), HasSubstr("do not exist")));
    }
    program.cbs[0].formats[0].tile = {16, 32};
    EXPECT_EQ(validate(program, wormhole()).cb_address.size(), 1u);
}

TEST(Refused, CbIndexOutOfRange) {
    ProgramDescriptor program;
    program.cbs = {cb(32, 2)};
    EXPECT_THAT(refusal(program), AllOf(HasSubstr("TW3201"), HasSubstr("index 32"), HasSubstr("c_31")));
}

TEST(Refused, PageSizeThatDoesNotDivide) {
    ProgramDescriptor program;
    program.cbs = {cb(0, 2)};
    program.cbs[0].total_bytes = 5000;
    EXPECT_THAT(refusal(program), AllOf(HasSubstr("TW3202"), HasSubstr("5000"), HasSubstr("4096 B (2 pages)"),
                                        HasSubstr("6144 B (3 pages)"), HasSubstr("c_0")));
    program.cbs[0].formats[0].page_bytes = 0;
    EXPECT_THAT(refusal(program), HasSubstr("TW3202"));
}

TEST(Refused, CbsOverL1PrintTheTable) {
    ProgramDescriptor program;
    program.cbs = {cb(0, 400), cb(16, 400)};
    EXPECT_THAT(refusal(program), AllOf(HasSubstr("TW3203"), HasSubstr("beyond max L1 size (1499136 B)"),
                                        HasSubstr("c_16"), HasSubstr("819200")));
    Limits limits = wormhole();
    limits.l1_end = 1'000'000;
    limits.l1_end_is_buffer = true;
    program.cbs = {cb(0, 440)};
    EXPECT_THAT(refusal(program, limits), HasSubstr("on cores (0,0) and clash with L1 buffers"));
}

TEST(Refused, CbsOverL1AllCountAndWhatWouldFitIsSaid) {
    const Limits limits = wormhole();
    const uint64_t room = limits.l1_end - limits.l1_begin;
    ProgramDescriptor program;
    program.cbs = {cb(0, 400), cb(1, 400), cb(16, 400)};  // the second is beyond, the third even more
    const std::string text = refusal(program, limits);
    EXPECT_THAT(text, AllOf(HasSubstr(std::to_string(3 * 400 * 2048 - room) + " B too many"),
                            HasSubstr("what would fit: blocks of a half of the width"),
                            HasSubstr("1/2 of the pages of c_0, c_1 and c_16")));
    program.cbs = {cb(0, 400), cb(1, 4), cb(16, 400)};  // one alone can give enough
    EXPECT_THAT(refusal(program, limits), AllOf(HasSubstr("what would fit: c_0 with "), HasSubstr(" instead of 400"),
                                                HasSubstr("; or blocks of a half of the width")));
    // What is said fits, and a page more does not.
    const std::string said = refusal(program, limits);
    const auto pages = static_cast<uint32_t>(std::stoul(said.substr(said.find("c_0 with ") + 9)));
    program.cbs[0] = cb(0, pages);
    EXPECT_EQ(refusal(program, limits), "accepted");
    program.cbs[0] = cb(0, pages + 1);
    EXPECT_THAT(refusal(program, limits), HasSubstr("TW3203"));
    // Float32 only, on different cores: the fullest core counts.
    program.cbs = {cb(0, 300), cb(1, 300)};
    for (CbDescriptor& one : program.cbs) {
        one.formats[0].format = tile::DataFormat::Float32;
        one.formats[0].page_bytes = 4096;
        one.total_bytes = 300 * 4096;
    }
    EXPECT_THAT(refusal(program, limits), HasSubstr("Float16_b instead of Float32 in c_0 and c_1"));
    program.cbs[1].cores = {{{1, 0}, {1, 0}}};
    EXPECT_EQ(refusal(program, limits), "accepted");
}

TEST(Refused, TwoKernelsOnOneProcessor) {
    ProgramDescriptor program;
    program.kernels = {kernel("a.cpp", DataMovementProcessor::RiscV0, 0),
                       kernel("b.cpp", DataMovementProcessor::RiscV0, 1)};
    EXPECT_THAT(refusal(program), AllOf(HasSubstr("TW3204"), HasSubstr("a.cpp"), HasSubstr("b.cpp"),
                                        HasSubstr("RISCV_0"), HasSubstr("(0,0)")));
    program.kernels[1].cores = {{{1, 0}, {1, 0}}};
    EXPECT_EQ(refusal(program), "accepted");
}

TEST(Refused, TwoKernelsOnOneNoc) {
    ProgramDescriptor program;
    program.kernels = {kernel("a.cpp", DataMovementProcessor::RiscV0, 1),
                       kernel("b.cpp", DataMovementProcessor::RiscV1, 1)};
    EXPECT_THAT(refusal(program), AllOf(HasSubstr("TW3210"), HasSubstr("Illegal NOC usage"),
                                        HasSubstr("a.cpp and b.cpp both use NoC 1 on core (0,0)")));
    for (KernelDescriptor& each : program.kernels) std::get<DataMovementConfig>(each.config).dynamic_noc = true;
    EXPECT_EQ(refusal(program), "accepted");
}

TEST(Refused, RuntimeArguments) {
    ProgramDescriptor program;
    program.kernels = {kernel("a.cpp", DataMovementProcessor::RiscV0, 0)};
    program.kernels[0].runtime_args[{3, 3}] = {1};
    EXPECT_THAT(refusal(program), AllOf(HasSubstr("TW3205"), HasSubstr("(3,3)")));
    program.kernels[0].runtime_args = {{{0, 0}, std::vector<uint32_t>(342)}};
    EXPECT_THAT(refusal(program), AllOf(HasSubstr("342"), HasSubstr("341")));
}

TEST(Refused, CoresOutsideTheGrid) {
    ProgramDescriptor program;
    program.kernels = {kernel("a.cpp", DataMovementProcessor::RiscV0, 0, {{{0, 0}, {8, 0}}})};
    EXPECT_THAT(refusal(program), AllOf(HasSubstr("TW3207"), HasSubstr("(0,0)-(8,0)"), HasSubstr("8 x 8")));
}

TEST(Refused, SemaphoresAndDoubleIndices) {
    ProgramDescriptor program;
    program.semaphores = {{16, {{{0, 0}, {0, 0}}}, 0}};
    EXPECT_THAT(refusal(program), HasSubstr("TW3206"));
    program.semaphores = {{3, {{{0, 0}, {1, 1}}}, 0}, {3, {{{1, 1}, {1, 1}}}, 0}};
    EXPECT_THAT(refusal(program), AllOf(HasSubstr("semaphore 3"), HasSubstr("(1,1)")));
    program.semaphores.clear();
    program.cbs = {cb(4, 1), cb(4, 1)};
    EXPECT_THAT(refusal(program), HasSubstr("TW3208"));
    program.cbs = {cb(4, 70'000, 16)};
    EXPECT_THAT(refusal(program), HasSubstr("65,535"));
}

TEST(Refused, NocThatDoesNotExist) {
    ProgramDescriptor program;
    program.kernels = {kernel("a.cpp", DataMovementProcessor::RiscV0, 2)};
    EXPECT_THAT(refusal(program), AllOf(HasSubstr("TW3210"), HasSubstr("NoC 2")));
}

}  // namespace
}  // namespace tilewright::program
