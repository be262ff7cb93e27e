// Faulty specs: each must be refused with the error, position and suggestion of its golden file (tests/spec_bad).
// TILEWRIGHT_UPDATE_GOLDENS=1 rewrites them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "workshop/plan/plan.hpp"

using namespace tilewright;
using namespace tilewright::workshop::rows;

namespace {

std::string read(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
}

}  // namespace

TEST(SpecBad, EveryFaultIsRefusedWhereItIs) {
    const std::filesystem::path folder = std::filesystem::path(TILEWRIGHT_TEST_DIR) / "spec_bad";
    size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".toml") continue;
        ++count;
        const std::string name = entry.path().filename().string();
        std::string text = "accepted\n";
        try {
            make_plan(parse_spec({name, read(entry.path())}));
        } catch (const Error& error) {
            text = error.finding().to_text();
            EXPECT_EQ(error.exit_status(), Exit::Usage) << name;
            EXPECT_EQ(error.code().substr(0, 4), "TW41") << name;
            ASSERT_FALSE(error.finding().place.stack.empty()) << name << ": no position";
            EXPECT_GT(error.finding().place.stack.front().column, 0u) << name;
            EXPECT_FALSE(error.finding().fix.empty()) << name;
        }
        EXPECT_NE(text, "accepted\n") << name;
        std::filesystem::path golden = entry.path();
        golden.replace_extension(".txt");
        if (std::getenv("TILEWRIGHT_UPDATE_GOLDENS") != nullptr) std::ofstream(golden, std::ios::binary) << text;
        EXPECT_EQ(text, read(golden)) << name;
    }
    EXPECT_GE(count, 50u);
}
