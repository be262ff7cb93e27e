// Exported ops: whole texts without a word of ours, the bits of the op they came from, and a check that blames the op
// for its own errors only.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "ttnn/device.hpp"
#include "workshop/export/check_compiler.hpp"
#include "workshop/export/check_tree.hpp"
#include "workshop/export/folders.hpp"
#include "workshop/export/load_back.hpp"
#include "workshop/export/source.hpp"
#include "workshop/export/template.hpp"
#include "workshop/gen/folder.hpp"

using namespace tilewright;
namespace rows = tilewright::workshop::rows;
using namespace tilewright::workshop::exported;
using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

namespace {

fs::path tree_root() { return shipped_folder("kernel_api").parent_path(); }

std::vector<fs::path> specs() {
    std::vector<fs::path> all;
    for (const auto& entry : fs::directory_iterator(tree_root() / "examples/specs")) {
        if (entry.path().extension() == ".toml") all.push_back(entry.path());
    }
    for (const char* op : {"centralize_w_rm", "variance_w_rm", "layernorm_fused_rm"}) {
        all.push_back(tree_root() / "ops" / op / "spec.toml");
    }
    return all;
}

std::string code_of(const std::function<void()>& what) {
    try {
        what();
    } catch (const Error& error) {
        return error.finding().code;
    }
    return "nothing thrown";
}

}  // namespace

TEST(Template, FillsGapsInLinesAndWholeLines) {
    EXPECT_EQ(filled("a @x@ b\n    @y@\n@none@\nend\n", {{"x", "1"}, {"y", "p\nq\n"}, {"none", ""}}),
              "a 1 b\n    p\n    q\nend\n");
    EXPECT_EQ(filled("@pytest.mark\nmail@x, y@z\n", {}), "@pytest.mark\nmail@x, y@z\n");
    EXPECT_THROW(filled("@missing@\n", {}), InternalError);
}

TEST(Export, TextsAreWholeAndSayNothingOfUs) {
    const std::regex ours("tilewright|workshop|virtual card", std::regex::icase);
    const std::regex gap("@[a-z_]+@");
    for (const fs::path& file : specs()) {
        const rows::Plan plan = rows::make_plan(rows::read_spec(file));
        for (const Form form : {Form::Cpp, Form::Python}) {
            const Files files = exported_files({plan, form});
            EXPECT_GE(files.size(), form == Form::Cpp ? 20u : 10u) << file;
            for (const auto& [name, text] : files) {
                std::smatch found;
                EXPECT_FALSE(std::regex_search(text, found, ours)) << name << ": " << found.str();
                EXPECT_FALSE(std::regex_search(text, found, gap)) << name << ": " << found.str();
            }
            EXPECT_EQ(files, exported_files({plan, form}));
        }
    }
}

TEST(Export, LoadedBackItGivesTheSameBitsAndPlans) {
    const auto device = ttnn::open_mesh_device(0);
    std::vector<fs::path> files = {tree_root() / "ops/layernorm_fused_rm/spec.toml",
                                   tree_root() / "examples/specs/layer_norm_stats.toml"};
    if (std::getenv("TILEWRIGHT_DEEP") != nullptr) files = specs();
    for (const fs::path& file : files) {
        const rows::Plan plan = rows::make_plan(rows::read_spec(file));
        const LoadedBack back = load_back(plan, exported_files({plan}), *device);
        EXPECT_TRUE(back.ok()) << file << ": " << ::testing::PrintToString(back.different);
        EXPECT_GE(back.cases, 8u);
        EXPECT_GE(back.plans, 56u);
    }
}

// A plan that is not the op's own is noticed.
TEST(Export, LoadedBackWithAnotherPlanIsToldApart) {
    const auto device = ttnn::open_mesh_device(0);
    const rows::Plan plan = rows::make_plan(rows::read_spec(tree_root() / "examples/specs/sum_w.toml"));
    Files files = exported_files({plan});
    std::string& text = files["ttnn/cpp/ttnn/operations/sum_w/device/sum_w_plan.cpp"];
    const std::string before = "depth * tiles";
    ASSERT_NE(text.find(before), std::string::npos);
    text.replace(text.find(before), before.size(), "(depth + 1) * tiles");
    const LoadedBack back = load_back(plan, files, *device, /*run=*/false);
    EXPECT_FALSE(back.ok());
    EXPECT_LT(back.equal_plans, back.plans);
}

TEST(ExportSource, EditedKernelsGoAlongAndEditedHostFilesAreRefused) {
    const TemporaryFolder folder;
    const rows::Plan plan = rows::make_plan(rows::read_spec(tree_root() / "examples/specs/max_w.toml"));
    rows::write_folder(plan, folder.path() / "max_w", false);
    const std::string name = (folder.path() / "max_w").string();
    EXPECT_TRUE(find_source(name, std::nullopt, false).kernels.empty());

    const fs::path kernel = folder.path() / "max_w/device/kernels/compute/max_w_compute.cpp";
    std::ofstream(kernel, std::ios::app) << "// edited\n";
    ExportSource source = find_source(name, std::nullopt, false);
    ASSERT_EQ(source.kernels.count("compute/max_w_compute.cpp"), 1u);
    Files files = exported_files({source.plan, Form::Cpp, source.kernels});
    EXPECT_THAT(files["ttnn/cpp/ttnn/operations/max_w/device/kernels/compute/max_w_compute.cpp"],
                HasSubstr("// edited"));

    std::ofstream(folder.path() / "max_w/max_w.cpp", std::ios::app) << "// edited\n";
    EXPECT_EQ(code_of([&] { find_source(name, std::nullopt, false); }), "TW4132");
    EXPECT_THAT(find_source(name, std::nullopt, true).notes, ::testing::Contains(HasSubstr("max_w.cpp")));
}

TEST(ExportSource, WhatHasNoSpecIsRefused) {
    const TemporaryFolder folder;
    EXPECT_EQ(code_of([] { find_source("no_such_op", std::nullopt, false); }), "TW4131");
    EXPECT_EQ(code_of([&] { find_source(folder.path().string(), std::nullopt, false); }), "TW4131");
    EXPECT_EQ(code_of([] { find_source("no_such.toml", std::nullopt, false); }), "TW4131");
    EXPECT_EQ(find_source((tree_root() / "examples/specs/max_w.toml").string(), "other_name", false).plan.spec.name,
              "other_name");
}

TEST(ExportSource, WhatCannotBeWrittenIsSaid) {
    EXPECT_EQ(code_of([] { write_all("/proc/tree", {{"a.cpp", "text"}}); }), "TW4133");
}

TEST(ExportCheck, AFolderThatIsNoCheckoutIsRefused) {
    const auto device = ttnn::open_mesh_device(0);
    const TemporaryFolder folder;
    const rows::Plan plan = rows::make_plan(rows::read_spec(tree_root() / "examples/specs/max_w.toml"));
    const ExportRequest request{plan};
    TreeOptions options;
    options.tree = folder.path();
    EXPECT_EQ(code_of([&] { check_tree(request, exported_files(request), options, *device); }), "TW4134");
    // One from before the calls that kernels make.
    write_text(folder.path() / "tt_metal/hw/inc/x.h", "");
    write_text(folder.path() / "ttnn/cpp/ttnn/operations/x.hpp", "");
    EXPECT_EQ(code_of([&] { check_tree(request, exported_files(request), options, *device); }), "TW4134");
}

// Headers with an error of their own, and a file with and without one.
TEST(ExportCheck, OnlyTheFilesOwnErrorsAreBlamedOnIt) {
    const TemporaryFolder tree, headers;
    write_text(headers.path() / "broken.h",
               "inline int broken() { return nowhere; }\ntemplate <typename T> int of() { return T::size; }\n");
    write_text(headers.path() / "unit.cc", "#include \"broken.h\"\n#include \"part.h\"\n");
    write_text(headers.path() / "empty/part.h", "");
    const auto outcome = [&](const std::string& text) {
        write_text(tree.path() / "part.h", text);
        Compiler compiler(tree.path());
        Compiler::Unit unit;
        unit.source = headers.path() / "unit.cc";
        unit.with = {"-I" + tree.path().string()};
        unit.without = {"-I" + (headers.path() / "empty").string()};
        return compiler.compile(unit);
    };
    EXPECT_TRUE(outcome("inline int fine() { return 1; }\n").own.empty());
    EXPECT_EQ(outcome("inline int fine() { return 1; }\n").theirs, 1u);
    EXPECT_THAT(outcome("inline int bad() { return not_there_; }\n").own,
                ::testing::ElementsAre(HasSubstr("not_there_")));
    // An error in a header that only the file brings about is the file's.
    EXPECT_EQ(outcome("inline int bad() { return of<int>(); }\n").own.size(), 1u);
}
