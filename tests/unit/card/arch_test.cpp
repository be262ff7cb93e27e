// Machines as data: the figures that programs rely on, and damaged files that must be refused by file and key.
#include "card/arch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "base/error.hpp"

namespace tilewright::card {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST(Arch, Wormhole) {
    const Arch& arch = find_arch("wormhole_b0");
    EXPECT_EQ(&arch, &find_arch("n150"));
    EXPECT_EQ(&arch, &find_arch("wormhole"));
    EXPECT_EQ(arch.num_workers(), 64u);
    EXPECT_EQ(arch.virtual_core(0, 0), (NocXy{18, 18}));
    EXPECT_EQ(arch.virtual_core(7, 7), (NocXy{25, 25}));
    EXPECT_EQ(arch.l1_bytes, 1464u * 1024);
    EXPECT_EQ(arch.l1_bytes - arch.l1_first_free, 1393472u);
    ASSERT_EQ(arch.dram_banks.size(), 12u);
    for (size_t bank = 0; bank < 12; ++bank)
        EXPECT_EQ(arch.dram_banks[bank].offset, bank % 2 ? arch.dram_bank_bytes : 0u);
    EXPECT_EQ(arch.dram_banks[11].endpoint[1], (NocXy{5, 7}));
    EXPECT_EQ(arch.dram_read_alignment, 32u);
    EXPECT_EQ(arch.num_cbs, 32u);
}

TEST(Arch, Blackhole) {
    const Arch& arch = find_arch("blackhole");
    EXPECT_EQ(&arch, &find_arch("p150"));
    EXPECT_EQ(arch.num_workers(), 130u);
    EXPECT_EQ(arch.virtual_core(0, 0), (NocXy{1, 2}));
    EXPECT_EQ(arch.virtual_core(6, 0), (NocXy{7, 2}));
    EXPECT_EQ(arch.virtual_core(7, 9), (NocXy{10, 11}));
    EXPECT_EQ(arch.l1_bytes - arch.l1_first_free, 1461248u);
    ASSERT_EQ(arch.dram_banks.size(), 8u);
    EXPECT_EQ(arch.dram_banks[1].endpoint[0], (NocXy{0, 2}));
    EXPECT_EQ(arch.dram_banks[1].endpoint[1], (NocXy{0, 10}));
    EXPECT_EQ(arch.dram_bank_bytes, 4278190080u);
    EXPECT_EQ(arch.num_cbs, 64u);
}

TEST(Arch, EndpointsAreDistinctAndNoWorkerSitsThere) {
    for (const std::string& name : arch_names()) {
        const Arch& arch = find_arch(name);
        for (int noc = 0; noc < 2; ++noc) {
            std::set<std::pair<uint32_t, uint32_t>> seen;
            for (const DramBank& bank : arch.dram_banks) {
                EXPECT_TRUE(seen.emplace(bank.endpoint[noc].x, bank.endpoint[noc].y).second) << name;
            }
            for (uint32_t y = 0; y < arch.grid_y; ++y) {
                for (uint32_t x = 0; x < arch.grid_x; ++x) {
                    const NocXy core = arch.virtual_core(x, y);
                    EXPECT_FALSE(seen.count({core.x, core.y})) << name << " " << core.x << "-" << core.y;
                }
            }
        }
    }
}

TEST(Arch, UnknownName) {
    try {
        find_arch("grayskull");
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW3901");
        EXPECT_EQ(error.exit_status(), Exit::Usage);
    }
}

// The shipped Wormhole file with one piece of text replaced.
class DamagedFile : public testing::Test {
protected:
    fs::path folder_ = fs::temp_directory_path() / ("tilewright_arch_" + std::to_string(::getpid()));
    std::string path_ = (folder_ / "wormhole_b0.toml").string();

    void SetUp() override { fs::create_directories(folder_); }
    void TearDown() override { fs::remove_all(folder_); }

    std::string refusal(const std::string& from, const std::string& to) {
        std::ifstream shipped(TILEWRIGHT_SOURCE_DIR "/data/wormhole_b0.toml");
        std::string text((std::istreambuf_iterator<char>(shipped)), std::istreambuf_iterator<char>());
        const size_t at = text.find(from);
        if (at == std::string::npos) return "the text to damage is not there: " + from;
        text.replace(at, from.size(), to);
        std::ofstream(path_) << text;
        try {
            load_arch(path_);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), "TW3900");
            EXPECT_EQ(error.exit_status(), Exit::Environment);
            EXPECT_THAT(error.what(), HasSubstr(path_));
            return error.what();
        }
        return "accepted";
    }
};

TEST_F(DamagedFile, IsRefusedByKey) {
    EXPECT_THAT(refusal("zeros_bytes = ", "zero_bytes = "), HasSubstr("l1.zeros_bytes is missing"));
    EXPECT_THAT(refusal("value = 1499136", "value = \"many\""), HasSubstr("l1.bytes must be a whole number"));
    EXPECT_THAT(refusal("value = 1499136", "value = -1"), HasSubstr("l1.bytes is -1"));
    EXPECT_THAT(refusal("value = 1499136", "value = 4294967296"), HasSubstr("l1.bytes is 4294967296"));
    EXPECT_THAT(refusal("value = 1499136,", ""), HasSubstr("l1.bytes has no value"));
    EXPECT_THAT(refusal("aiclk_ghz = { value = 1.0", "aiclk_ghz = { value = 0.0"),
                HasSubstr("clock.aiclk_ghz must be a number"));
    EXPECT_THAT(refusal("[18, 19,", "[19,"), HasSubstr("grid.worker_columns has 7 entries for 8 columns"));
    EXPECT_THAT(refusal("noc1 = [0, 1]", "noc1 = [0]"), HasSubstr("dram.banks[1].noc1 must be [x, y]"));
    EXPECT_THAT(refusal("offset = 1073741824", "offest = 1"), HasSubstr("dram.banks[1].offset is missing"));
    EXPECT_THAT(refusal("value = 105664", "value = 10"), HasSubstr("l1.first_free must lie between"));
    // What the NoC cannot address would be looked up beyond the card's tables.
    EXPECT_THAT(refusal("[18, 19,", "[18, 64,"), HasSubstr("lies outside the NoC"));
    EXPECT_THAT(refusal("[18, 18]", "[18, 60]"), HasSubstr("lies outside the NoC"));
    EXPECT_THAT(refusal("[18, 18]", "[18, 4294967295]"), HasSubstr("lies outside the NoC"));
    EXPECT_THAT(refusal("[18, 19,", "[18, 18,"), HasSubstr("names a column twice"));
    EXPECT_THAT(refusal("noc0 = [0, 11]", "noc0 = [0, 64]"), HasSubstr("dram.banks[0] is [0, 64]"));
    EXPECT_THAT(refusal("noc1 = [0, 11], offset = 0", "noc1 = [0, 11], offset = 1073741824"),
                HasSubstr("dram.banks[0].offset must be"));
    EXPECT_THAT(refusal("offset = 1073741824", "offset = 5"), HasSubstr("dram.banks[1].offset must be"));
    EXPECT_THAT(refusal("value = 1073741824", "value = 0"), HasSubstr("dram.bank_bytes is 0"));
    EXPECT_THAT(refusal("value = 13312", "value = 4294967295"), HasSubstr("l1.zeros_address must lie below"));
    EXPECT_THAT(refusal("dram = { value = 32", "dram = { value = 2147483648"),
                HasSubstr("alignment.dram is 2147483648"));
    EXPECT_THAT(refusal("[dram]", "[dram"), HasSubstr("error[TW3900]"));
    EXPECT_EQ(refusal("value = 8192", "value = 8192"), "accepted");
}

TEST(Arch, EveryFigureHasASource) {
    for (const std::string& name : arch_names()) {
        for (const auto& [figure, source] : find_arch(name).sources)
            EXPECT_GE(source.size(), 10u) << name << " " << figure;
    }
}

}  // namespace
}  // namespace tilewright::card
