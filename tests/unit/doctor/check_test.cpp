// The static half agrees with the real run, and the report on a hang is complete, quick and the same as data.
#include "doctor/check.hpp"

#include <chrono>
#include <nlohmann/json.hpp>

#include "hangs/faulty.hpp"

namespace tilewright::testing {
namespace {

using ::testing::HasSubstr;

void loopback(TestProgram& program, uint32_t pages, uint32_t depth, const CoreRanges& cores = kCore00,
              uint32_t taken = 0) {
    program.name = "loopback";
    program.cb(0, depth, 2048, cores).formats[0].name = "cb_in";
    program.cb(8, 1, 2048, cores).formats[0].name = "cb_constant";
    program.reader(dm("  cb_reserve_back(8, 1);\n  cb_push_back(8, 1);\n  for (uint32_t i = 0; i < "
                      "get_arg_val<uint32_t>(0); ++i) {\n    cb_reserve_back(0, 2);\n    cb_push_back(0, 2);\n  }\n"),
                   cores);
    program.writer(dm("  cb_wait_front(8, 1);\n  for (uint32_t i = 0; i < get_arg_val<uint32_t>(0); ++i) {\n    "
                      "cb_wait_front(0, 3);\n    cb_pop_front(0, 3);\n  }\n"),
                   cores);
    for (const LogicalCore& core : cores_of(cores)) {
        program.kernels[0].runtime_args[core] = {pages / 2};
        program.kernels[1].runtime_args[core] = {(taken == 0 ? pages : taken) / 3};
    }
}

TEST(Check, TableAndLeastCapacities) {
    auto card = open_card();
    TestProgram program;
    loopback(program, 12, 6);
    const doctor::CheckReport report = doctor::check(*card, program);
    ASSERT_EQ(report.cbs.size(), 2u);
    const doctor::CheckedCb& in = report.cbs[0];
    EXPECT_EQ(in.name, "cb_in");
    EXPECT_EQ(in.pushed, 12u);
    EXPECT_EQ(in.popped, 12u);
    EXPECT_EQ(in.waited, 12u);
    EXPECT_TRUE(in.balanced);
    EXPECT_EQ(in.least_pages, 4u);  // 3 are waited for, 2 come at a time
    EXPECT_TRUE(report.cbs[1].persistent);
    EXPECT_EQ(report.cbs[1].least_pages, 1u);
    EXPECT_EQ(report.l1_used_bytes, 7u * 2048);
    EXPECT_THAT(report.to_text(), HasSubstr("persistent"));
    EXPECT_EQ(report.to_json()["cbs"][0]["least_pages"], 4);
}

TEST(Check, LeastCapacityIsTheOneWithWhichTheRunFinishes) {
    auto card = open_card();
    for (uint32_t depth : {4u, 3u}) {
        TestProgram program;
        loopback(program, 12, depth);
        const std::string ended = outcome(*card, program, fast());
        if (depth == 4) {
            EXPECT_EQ(ended, "finished");
        } else {
            EXPECT_THAT(ended, HasSubstr("TW1001"));
            EXPECT_THROW(doctor::check(*card, program), engine::HangError);
        }
    }
}

// Let past its wait, the writer would go on for hours: the verdict does not wait for that.
TEST(Check, AReplayThatGoesOnIsLeft) {
    auto card = open_card();
    TestProgram program;
    program.cb(0, 2).formats[0].name = "cb_in";
    program.cb(1, 2);
    program.writer(
        dm("  cb_wait_front(0, 1);\n  for (uint32_t i = 0; i < 4000000000u; ++i) {\n    "
           "cb_reserve_back(1, 1);\n    cb_push_back(1, 1);\n    cb_wait_front(1, 1);\n    "
           "cb_pop_front(1, 1);\n  }\n"));
    const std::string ended = outcome(*card, program, fast());
    EXPECT_THAT(ended, HasSubstr("error[TW100"));
    EXPECT_THAT(ended, HasSubstr("cb_in"));
}

TEST(Check, WritesNothing) {
    auto card = open_card();
    card::Buffer out(card, {.bytes = 2048, .page_bytes = 2048});
    std::vector<uint8_t> before(2048, 7), after(2048);
    out.write(before);
    TestProgram program;
    program.cb(0, 1);
    program
        .writer(dm("  const InterleavedAddrGen<true> out = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size "
                   "= 2048};\n  cb_reserve_back(0, 1);\n"
                   "  for (uint32_t i = 0; i < 512; ++i) {\n    reinterpret_cast<volatile "
                   "uint32_t*>(get_write_ptr(0))[i] = i;\n  }\n"
                   "  noc_async_write(get_write_ptr(0), get_noc_addr(0, out), 2048);\n  noc_async_write_barrier();\n"))
        .runtime_args[{0, 0}] = {static_cast<uint32_t>(out.address())};
    doctor::check(*card, program);
    out.read(after);
    EXPECT_EQ(before, after);
    engine::run(*card, program, fast());
    out.read(after);
    EXPECT_NE(before, after);
}

TEST(Report, FoldsIdenticalCoresAndIsThereAtOnce) {
    auto card = open_card();
    const CoreRanges all = {{{0, 0}, {7, 7}}};
    TestProgram program;
    loopback(program, 12, 6, all, 15);
    auto prepared = engine::prepare(*card, program, strict());
    for (int round = 0; round < 2; ++round) {
        const auto start = std::chrono::steady_clock::now();
        try {
            engine::launch(*prepared);
            FAIL() << "finished";
        } catch (const engine::HangError& error) {
            const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            EXPECT_EQ(error.code(), "TW1002") << error.what();
            EXPECT_EQ(error.blocked().size(), 64u);
            EXPECT_EQ(error.finding().also_on.size(), 63u);
            EXPECT_THAT(error.what(), HasSubstr("on     cores (0,0)-(7,7), "));
            ASSERT_NE(error.details(), nullptr);
            const nlohmann::json& json = *error.details();
            EXPECT_EQ(json["verdict"]["kind"], "starved");
            EXPECT_EQ(json["verdict"]["cb"], 0);
            EXPECT_EQ(json["threads"].size(), 64u);
            EXPECT_EQ(json["ledger"].size(), 128u);
            EXPECT_EQ(json["schedule_independent"], true);
            if (round == 1) {
#ifdef TILEWRIGHT_SANITIZED
                EXPECT_LT(seconds, 20.0);
#else
                EXPECT_LT(seconds, 1.0);  // 0.1 s on a quiet machine
#endif
            }
        }
    }
}

}  // namespace
}  // namespace tilewright::testing
