// What a run has overwritten, and that it can be taken back.
#include "engine/undo_log.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace tilewright::testing::undo_log {
namespace {

constexpr size_t kBlock = 64, kBlocks = 4, kRows = 32, kRow = kBlock * kBlocks;

struct Bank : ::testing::Test {
    std::vector<uint8_t> bytes = std::vector<uint8_t>(kRows * 2 * kRow);  // a row of ours, one of somebody else's ...
    engine::UndoLog log;

    Bank() {
        log.one_thread = true;
        log.set_fresh({{0, bytes.size()}});
    }
    // Rows are written block by block, as the tiles of a row come.
    void write_rows() {
        for (size_t block = 0; block < kBlocks; ++block) {
            for (size_t row = 0; row < kRows; ++row) write(row * 2 * kRow + block * kBlock, 7);
        }
    }
    void write(size_t at, uint8_t value) {
        log.save_dram(bytes.data() + at, kBlock, at);
        std::fill_n(bytes.begin() + static_cast<ptrdiff_t>(at), kBlock, value);
    }
};

TEST_F(Bank, BlocksOfARowAreOneEntry) {
    write_rows();
    EXPECT_EQ(log.bytes(), kRows * kRow);
    std::vector<engine::UndoLog::Range> ranges = log.ranges();
    EXPECT_EQ(ranges.size(), kRows);
    for (const engine::UndoLog::Range& range : ranges) EXPECT_EQ(range.bytes, kRow);
    log.restore();
    EXPECT_EQ(std::accumulate(bytes.begin(), bytes.end(), 0), 0);
}

TEST_F(Bank, OneThatIsReadMeansSomething) {
    write(0, 7);
    log.reads_dram(0, 1);
    write(kBlock, 8);  // follows, but is kept
    write(0, 9);
    EXPECT_EQ(log.ranges().size(), 3u);
    bytes[kBlock + 1] = 1;
    log.restore();
    EXPECT_EQ(std::accumulate(bytes.begin(), bytes.end(), 0), 0);
}

TEST_F(Bank, AnEntryOfAnEarlierRunIsNotMadeLonger) {
    write(0, 7);
    log.restore();
    write(kBlock, 8);
    ASSERT_EQ(log.ranges().size(), 1u);
    EXPECT_EQ(log.ranges().front().at, bytes.data() + kBlock);
}

}  // namespace
}  // namespace tilewright::testing::undo_log
