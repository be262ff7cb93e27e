// Reports of what a process has timed: launches are folded by what they did, and a damaged report is refused.
#include "clock/timed_report.hpp"

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "clock/change.hpp"
#include "clock/tape_file.hpp"
#include "unit/clock/tapes.hpp"

namespace tilewright::clock {
namespace {

class Report : public ::testing::Test {
protected:
    Report() {
        folder_ = std::filesystem::path(::testing::TempDir()) /
                  ::testing::UnitTest::GetInstance()->current_test_info()->name();
        std::filesystem::create_directories(folder_);
        file = (folder_ / "report").string();
    }
    ~Report() override { std::filesystem::remove_all(folder_); }

    // One page from a bank of DRAM.
    void launch(uint32_t bank, uint32_t bytes) const {
        HandTape hand;
        hand.tape.program = "copy";
        hand.tape.cores[0].cb_pages[0] = 2;
        hand.tape.cores[0].cb_page_bytes[0] = bytes;
        hand.tape.cores[0].l1_free_bytes = 1000;
        add_page_in(hand.thread(0, TW_NCRISC), hand.in_bank(bank), bytes);
        note_program(file, hand.tape, Figures::kNewestLlk, hand.time());
    }
    std::string file;

private:
    std::filesystem::path folder_;
};

TEST_F(Report, FoldsLaunchesThatDidTheSame) {
    launch(0, 2048);
    launch(5, 2048);  // elsewhere, but the same program
    launch(0, 1024);
    const std::vector<TimedPrograms> found = read_report(file);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].program, "copy");
    EXPECT_EQ(found[0].launches, 2u);
    EXPECT_EQ(found[1].launches, 1u);
    EXPECT_LT(found[1].ns(), found[0].ns());
    const LoadedTape loaded = load_tape(found[1].tape);
    EXPECT_EQ(time_of(*loaded.tape, found[1].llk).ns(), found[1].ns());
    EXPECT_EQ(loaded.tape->cores[0].cb_page_bytes.at(0), 1024u);
    EXPECT_EQ(loaded.tape->cores[0].l1_free_bytes, 1000u);
}

TEST_F(Report, OfNothingIsEmpty) { EXPECT_TRUE(read_report(file).empty()); }

TEST_F(Report, ADamagedOneIsRefused) {
    std::ofstream(file) << "{\"program\":\n";
    try {
        read_report(file);
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW3903");
        EXPECT_EQ(error.finding().message, file + " is not a report of timed programs");
    }
}

TEST_F(Report, AFolderThatIsNotThereIsRefused) {
    file = "/no/such/folder/report";
    EXPECT_THROW(launch(0, 2048), Error);
}

}  // namespace
}  // namespace tilewright::clock
