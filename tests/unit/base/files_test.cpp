// Files that are written whole or not at all.
#include "base/files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/error.hpp"

using namespace tilewright;
namespace fs = std::filesystem;

namespace {

class Files : public testing::Test {
protected:
    void SetUp() override {
        folder = fs::temp_directory_path() / ("tilewright_files_" + std::to_string(::getpid()));
        fs::create_directories(folder);
    }
    void TearDown() override { fs::remove_all(folder); }
    std::string read(const fs::path& file) const {
        std::ifstream stream(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    fs::path folder;
};

TEST_F(Files, AreReplacedWithWhatTheyAreLike) {
    const fs::path file = folder / "file", link = folder / "link";
    write_file(file, "one", "TW3310", "");
    fs::permissions(file, fs::perms::owner_all);
    fs::create_symlink(file, link);
    write_file(link, std::string("two\0", 4), "TW3310", "");
    EXPECT_EQ(read(file), std::string("two\0", 4));
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_all);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 2);  // nothing is left beside them
    const fs::path long_name = folder / std::string(250, 'n');        // a neighbour's name would be too long
    write_file(long_name, "three", "TW3310", "");
    EXPECT_EQ(read(long_name), "three");
}

TEST_F(Files, SayWhyTheyCannotBeWritten) {
    for (const auto& [file, reason] : {std::pair{folder / "none" / "file", std::strerror(ENOENT)},
                                       std::pair{fs::path("/dev/full"), std::strerror(ENOSPC)}}) {
        if (file == "/dev/full" && !fs::exists(file)) continue;
        try {
            write_file(file, "text", "TW3310", "the fix");
            FAIL() << file;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), "TW3310");
            EXPECT_EQ(error.exit_status(), Exit::Environment);
            EXPECT_THAT(error.finding().message, testing::EndsWith(std::string(" cannot be written: ") + reason));
            EXPECT_EQ(error.finding().fix, "the fix");
        }
    }
}

TEST_F(Files, AFullDiskIsNoFaultOfWhatIsCompiled) {
    refuse_full_cache("kernel.cpp:3: error: use of undeclared identifier", folder);  // somebody else's business
    try {
        refuse_full_cache(std::string("fatal error: IO failure on output stream: ") + std::strerror(ENOSPC), folder);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW3103");
        EXPECT_THAT(error.finding().message, testing::HasSubstr(std::strerror(ENOSPC)));
    }
}

}  // namespace
