// How old a checkout is: every file that tells it, alone and beside others.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "metal/checkout.hpp"

using tilewright::metal::Age;
using tilewright::metal::age_of_checkout;
using tilewright::program::Era;
using Llk = tilewright::tile::LlkGeneration;

namespace {

namespace fs = std::filesystem;

class Checkout : public testing::Test {
protected:
    void SetUp() override {
        root = fs::temp_directory_path() / ("tilewright_checkout_" + std::to_string(::getpid()));
        fs::remove_all(root);
        fs::create_directories(root);
    }
    void TearDown() override { fs::remove_all(root); }

    void write(const std::string& name, const std::string& text = "") const {
        fs::create_directories((root / name).parent_path());
        std::ofstream(root / name) << text;
    }
    void library(const std::string& text, const std::string& folder = "tt_metal/tt-llk") const {
        write(folder + "/tt_llk_wormhole_b0/llk_lib/llk_math_reduce.h", text);
    }
    void age(Era era, Llk llk) const {
        const Age found = age_of_checkout(root);
        EXPECT_EQ(static_cast<uint32_t>(found.era), static_cast<uint32_t>(era));
        EXPECT_EQ(tilewright::tile::llk_number(found.llk), tilewright::tile::llk_number(llk));
    }

    const std::string helpers = "ttnn/cpp/ttnn/kernel_lib/";
    const std::string calls = "tt_metal/hw/inc/api/compute/reduce.h";
    fs::path root;
};

TEST_F(Checkout, WithoutFilesItIsOfToday) { age(Era::Aug2026, Llk::Aug2026); }

TEST_F(Checkout, HelpersAlone) {
    write(helpers + "reduce_helpers_compute.hpp");
    age(Era::Jan2026, Llk::Apr2026);
    write(helpers + "l1_helpers.hpp");
    age(Era::Mar2026, Llk::Apr2026);
    write(helpers + "dfb_helpers_compute.hpp");
    age(Era::Aug2026, Llk::Aug2026);
    // June: helpers of today's look that still tell row sums to keep 32 bits.
    write(helpers + "reduce_helpers_compute.inl", "reduce_tile<t, d, enforce_fp32_accumulation>");
    age(Era::Aug2026, Llk::Apr2026);
}

TEST_F(Checkout, CallsTellWhereTheLibraryIsASubmoduleThatWasNotFetched) {
    write(helpers + "dfb_helpers_compute.hpp");
    write(calls, "template <bool enforce_fp32_accumulation = false>");
    age(Era::Aug2026, Llk::Apr2026);
    write(calls, "template <PoolType type>");
    age(Era::Aug2026, Llk::Aug2026);
}

TEST_F(Checkout, TheLibraryItselfCountsMost) {
    write(helpers + "l1_helpers.hpp");
    write(calls, "template <bool enforce_fp32_accumulation = false>");
    library("TTI_GAPOOL");
    age(Era::Mar2026, Llk::Apr2026);
    library("TTI_MVMUL ... && tensor_shape.total_num_faces() == 4),");
    age(Era::Mar2026, Llk::Jul2026);
    library("if (tensor_shape.total_num_faces() == 4)\n{ TTI_MVMUL }");
    age(Era::Mar2026, Llk::Aug2026);
    library("TTI_GAPOOL", "tt_metal/third_party/tt_llk");  // left behind by an older clone
    age(Era::Mar2026, Llk::Aug2026);
}

TEST_F(Checkout, AccessorsOfJanuary) {
    write("tt_metal/hw/inc/api/tensor/tensor_accessor_args.h", "struct ArgsLayout {};");
    age(Era::Jan2026, Llk::Apr2026);
    write("tt_metal/hw/inc/api/tensor/tensor_accessor_args.h", "uint32_t page_size;");
    age(Era::Aug2026, Llk::Aug2026);
}

}  // namespace
