// What is expected after reads of a bank.
#include "card/read_ahead.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace tilewright::card {
namespace {

constexpr uint32_t kPage = 4096, kPart = 1024;

struct Guesses : ::testing::Test {
    std::vector<uint8_t> bank = std::vector<uint8_t>(64 * kPage);
    std::unique_ptr<ReadAhead> ahead = std::make_unique<ReadAhead>();

    // What the read of a part lets expect, as an offset in the bank; -1: nothing.
    ptrdiff_t after(size_t page, size_t part, uint32_t bytes = kPart) {
        while (ahead->next() != nullptr) ahead->fetch();
        const size_t at = page * kPage + part * kPart;
        ahead->saw(3, bank.data() + at, bytes, bank.size() - at, 2);
        return ahead->next() != nullptr ? ahead->next() - bank.data() : -1;
    }
};

TEST_F(Guesses, PartsOfPages) {
    // Three pages of a tile-row, part after part, and the next three.
    for (size_t first = 0; first < 9; first += 3) {
        for (size_t part = 0; part < 4; ++part) {
            for (size_t page = first; page < first + 3; ++page) {
                const ptrdiff_t expected = after(page, part);
                const bool known = first != 0 || part != 0 || page == 2;
                EXPECT_EQ(expected, static_cast<ptrdiff_t>((page + (known ? 2 : 0)) * kPage + part * kPart))
                    << "page " << page << ", part " << part;
            }
        }
    }
}

TEST_F(Guesses, WholePages) {
    after(0, 0, kPage);
    after(1, 0, kPage);
    EXPECT_EQ(after(2, 0, kPage), 4 * kPage);
    EXPECT_EQ(after(3, 0, kPage), 5 * kPage);
}

TEST_F(Guesses, NothingBeyondTheBank) {
    for (size_t page = 59; page < 62; ++page) after(page, 0);
    EXPECT_EQ(after(62, 0), -1);
    EXPECT_EQ(after(63, 3), -1);
}

TEST_F(Guesses, TooManyForgetTheOldest) {
    for (int round = 0; round < 3; ++round) {
        for (size_t page = 0; page < 60; ++page) {
            for (size_t part = 0; part < 4; ++part) {
                const size_t at = page * kPage + part * kPart;
                ahead->saw(3, bank.data() + at, kPart, bank.size() - at, 2);
            }
        }
    }
    EXPECT_GE(ahead->next(), bank.data() + 12 * kPage) << "the first of 720 are gone";
    int fetches = 0;
    for (; ahead->next() != nullptr; ++fetches) ahead->fetch();
    EXPECT_LE(fetches, 206) << "512 guesses of 16 lines, at least 40 at a time";
}

}  // namespace
}  // namespace tilewright::card
