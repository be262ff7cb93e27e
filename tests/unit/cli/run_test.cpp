// tilewright run on an op folder whose kernels are at fault: a wrong result, and one that depends on the schedule.
#if TILEWRIGHT_HAVE_OPS
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "unit/cli/ran.hpp"

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// A copy of a shipped op; kernels are read when they are built, so they can be changed after it was loaded.
class FaultyKernels : public testing::Test {
protected:
    FaultyKernels() {
        fs::remove_all(folder_.parent_path());
        fs::create_directories(folder_.parent_path());
        fs::copy(fs::path(TILEWRIGHT_SOURCE_DIR) / "ops/centralize_w_rm", folder_, fs::copy_options::recursive);
    }
    ~FaultyKernels() override { fs::remove_all(folder_.parent_path()); }

    // Puts a text in place of another in the reader or the writer.
    void edit(const std::string& role, const std::string& from, const std::string& to) const {
        const fs::path file = folder_ / "device/kernels/dataflow" / (role + "_centralize_w_rm.cpp");
        std::stringstream before;
        before << std::ifstream(file).rdbuf();
        std::string all = before.str();
        const size_t at = all.find(from);
        ASSERT_NE(at, std::string::npos) << file << " has no " << from;
        std::ofstream(file) << all.replace(at, from.size(), to);
    }
    Ran run_op(const std::vector<std::string>& options) const {
        std::vector<std::string> arguments = {"run", folder_.string(), "--shape", "32,64"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run(arguments);
    }

private:
    fs::path folder_ = fs::temp_directory_path() / ("tilewright_run_" + std::to_string(::getpid())) / "centralize_w_rm";
};

TEST_F(FaultyKernels, AWrongResultIsNamed) {
    edit("reader", "(scaler_bits)", "(0)");  // the mean is 0
    const Ran ran = run_op({});
    EXPECT_EQ(ran.status, 1);
    EXPECT_THAT(ran.err, HasSubstr("error[TW2702]"));
    EXPECT_THAT(ran.err, HasSubstr("the result is wrong: row "));
    EXPECT_THAT(ran.out, HasSubstr("WRONG"));
}

// The mean is right only where the reader looks at the word before the writer has begun. Nothing orders the two.
TEST_F(FaultyKernels, AResultThatDependsOnTheScheduleIsNamed) {
    const std::string word = "*reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0))";
    edit("writer", "void kernel_main() {", "void kernel_main() {\n    " + word + " = 7;");
    edit("reader", "(scaler_bits)", "(" + word + " == 7 ? 0 : scaler_bits)");
    EXPECT_EQ(run_op({}).status, 0);
    const Ran ran = run_op({"--schedules", "20"});
    EXPECT_EQ(ran.status, 1);
    EXPECT_THAT(ran.err, HasSubstr("error[TW2701]"));
    EXPECT_THAT(ran.err, HasSubstr("gives other bits"));
}

}  // namespace
}  // namespace tilewright::cli
#endif
