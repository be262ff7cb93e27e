// The table of functions (kernel_api/tw/sfpu) against what docs/sfpu.md says, and its own rules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "tile/sfpu/sfpu.hpp"

namespace tilewright::tile::test {
namespace {

std::string documentation() {
    std::ifstream in(TILEWRIGHT_SOURCE_DIR "/docs/sfpu.md");
    return {std::istreambuf_iterator<char>(in), {}};
}

// The names in the first column of the table under a heading.
std::set<std::string> listed_under(const std::string& heading) {
    const std::string text = documentation();
    const size_t begin = text.find(heading);
    const std::string section = text.substr(begin, text.find("\n#", begin + 1) - begin);
    std::set<std::string> names;
    const std::regex row("\\n\\| ([^|]*) \\|"), name("`(\\w+)`");
    for (std::sregex_iterator it(section.begin(), section.end(), row), end; it != end; ++it) {
        const std::string cell = (*it)[1];
        for (std::sregex_iterator word(cell.begin(), cell.end(), name); word != end; ++word) names.insert((*word)[1]);
    }
    return names;
}

bool is_called(const SfpuInfo& row, const std::string& name) { return name == row.call; }

TEST(SfpuTable, TheDocumentedSequencesAreTheRowsThatHaveTheCardsBits) {
    const std::set<std::string> documented = listed_under("## Sequences known to the bit");
    ASSERT_GE(documented.size(), 10u);
    for (const std::string& name : documented) {
        EXPECT_TRUE(std::any_of(
            std::begin(kSfpuTable), std::end(kSfpuTable),
            [&](const SfpuInfo& row) { return is_called(row, name) && row.exactness == SfpuExactness::Card; }))
            << "docs/sfpu.md lists " << name << ", which no row calls Card";
    }
    for (const SfpuInfo& row : kSfpuTable) {
        if (row.exactness != SfpuExactness::Card || row.init == TW_SFPU_ANY || row.store == SfpuStore::Raw) continue;
        EXPECT_TRUE(documented.count(row.call)) << row.name << " has a sequence of the card's that docs/sfpu.md lacks";
    }
}

TEST(SfpuTable, AnInitIsThatOfARowWithItsOwn) {
    for (const SfpuInfo& row : kSfpuTable) {
        if (row.init == TW_SFPU_ANY) continue;
        EXPECT_EQ(kSfpuTable[row.init].init, row.init)
            << row.name << " shares the init of " << kSfpuTable[row.init].name << ", which has none of its own";
    }
}

TEST(SfpuTable, NamesAreUnique) {
    std::set<std::string> names;
    for (const SfpuInfo& row : kSfpuTable) EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(names.size(), size_t{TW_SFPU_COUNT});
}

}  // namespace
}  // namespace tilewright::tile::test
