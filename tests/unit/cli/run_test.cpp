// tilewright run on an op folder whose kernels are at fault: a wrong result, and one that depends on the schedule.
#if TILEWRIGHT_HAVE_OPS
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "unit/cli/ran.hpp"

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using namespace nlohmann::literals;

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
        std::vector<std::string> arguments = {"run", folder_.string()};
        if (std::find(options.begin(), options.end(), "--shape") == options.end())
            arguments.insert(arguments.end(), {"--shape", "32,64"});
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
    EXPECT_THAT(ran.err, HasSubstr("suspect 1: looks like: each row is off by an offset of its own"));
}

// The right suspect comes first, in text and as data.
TEST_F(FaultyKernels, AWrongResultHasSuspects) {
    const auto suspect = [&](const std::string& shape) {
        const Ran ran = run_op({"--shape", shape, "--json"});
        EXPECT_EQ(ran.status, 1);
        const nlohmann::json told = nlohmann::json::parse(ran.out, nullptr, false);
        const nlohmann::json none = {{"code", ran.err}, {"proven", ""}, {"what", ""}};
        return told.is_discarded() ? none : told.value("/diagnosis/suspects/0"_json_pointer, none);
    };
    const auto and_back = [&](const std::string& role, const std::string& from, const std::string& to,
                              const std::string& shape) {
        edit(role, from, to);
        const nlohmann::json first = suspect(shape);
        edit(role, to, from);
        return first;
    };
    // The end of each stick is not read, and zeros stand there.
    const nlohmann::json rest = and_back("reader", "sticks, stick_bytes,", "sticks, stick_bytes - 32,", "64,50");
    EXPECT_EQ(rest.value("kind", ""), "end_left_out") << rest;
    EXPECT_THAT(rest.value("what", ""), HasSubstr("the last 16 columns of input_tensor"));
    // Each core writes where the first one does.
    const nlohmann::json nobody = and_back("writer", "(target, first_stick,", "(target, 0,", "96,64");
    EXPECT_EQ(nobody.value("code", ""), "TW2704") << nobody;
    // Each core reads what the first one does.
    const nlohmann::json start = and_back("reader", "source, first_stick,", "source, 0,", "96,64");
    EXPECT_THAT(start.value("what", ""), HasSubstr("the tiles of the first row are taken in every row")) << start;
}

// The mean is right only where the reader looks at the word before the writer has begun. Nothing orders the two.
TEST_F(FaultyKernels, AResultThatDependsOnTheScheduleIsNamed) {
    const std::string word = "*reinterpret_cast<volatile tt_l1_ptr uint32_t*>(0x160000)";
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
