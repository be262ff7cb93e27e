// Op folders outside the tree: a copy of a shipped op is loaded, staged and analysed; one fault for every word that a
// failure can be called by.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "ops/common/seed_ops.hpp"
#include "report/analysis.hpp"
#include "cli/ops/stage_run.hpp"
#include "report/text.hpp"
#include "ttnn/device.hpp"
#include "workshop/load/load.hpp"

namespace tilewright::cli {
namespace {

using namespace report;
namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using workshop::Classification;

const std::string kOp = "centralize_w_rm";
const std::string kReader = "device/kernels/dataflow/reader_centralize_w_rm.cpp";
const std::string kWriter = "device/kernels/dataflow/writer_centralize_w_rm.cpp";
const std::string kCompute = "device/kernels/compute/centralize_w_rm_compute.cpp";

// A folder of its own with a copy of the op.
fs::path copy_of_op(const std::string& name) {
    const fs::path folder = fs::temp_directory_path() / ("tilewright_folder_" + name) / kOp;
    fs::remove_all(folder.parent_path());
    fs::create_directories(folder.parent_path());
    fs::copy(fs::path(TILEWRIGHT_SOURCE_DIR) / "ops" / kOp, folder, fs::copy_options::recursive);
    return folder;
}

void edit(const fs::path& file, const std::string& from, const std::string& to) {
    std::string text = read_text(file.string());
    const size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << file << " has no " << from;
    text.replace(at, from.size(), to);
    std::ofstream(file) << text;
}

std::string load_error(const fs::path& folder) {
    try {
        workshop::load_folder(folder);
    } catch (const Error& error) {
        return error.finding().to_text();
    }
    return "";
}

// A copy of the op, loaded. Kernels are read when they are built, so one loaded folder serves many faults in them.
class Loaded {
public:
    explicit Loaded(const std::string& name) : folder(copy_of_op(name)), op(workshop::load_folder(folder)) {}

    // The stage with this text in a kernel in place of another, as it is left behind.
    StageRun staged(int stage, const std::string& kernel, const std::string& from, const std::string& to) const {
        const std::string before = read_text((folder / kernel).string());
        edit(folder / kernel, from, to);
        StageRunOptions options;
        options.from = options.to = stage;
        options.out = folder.parent_path() / "reports";
        const auto device = ttnn::open_mesh_device(0);
        StageRun run = run_stages(op, *device, options);
        std::ofstream(folder / kernel) << before;
        return run;
    }

    const fs::path folder;
    const workshop::Op op;
};

struct KernelFault {
    Classification kind;
    std::string kernel, from, to, words;
    Exit exit = Exit::Finding;
};

void expect_red(const Loaded& loaded, int stage, const KernelFault& fault) {
    SCOPED_TRACE(workshop::classification_name(fault.kind));
    const StageRun run = loaded.staged(stage, fault.kernel, fault.from, fault.to);
    ASSERT_NE(run.report.first_failure(), nullptr);
    const workshop::Failure& failure = *run.report.first_failure();
    EXPECT_STREQ(workshop::classification_name(failure.kind), workshop::classification_name(fault.kind))
        << failure.text();
    EXPECT_THAT(failure.summary + failure.details, HasSubstr(fault.words));
    EXPECT_EQ(run.exit_status, fault.exit);
    EXPECT_THAT(read_text((run.folder / "implementation_report.md").string()),
                HasSubstr(workshop::classification_words(fault.kind)));
}

TEST(KernelFaults, OneForEveryWord) {
    const Loaded loaded("words");
    const std::string begin = "void kernel_main() {";
    for (const KernelFault& fault : std::vector<KernelFault>{
             {Classification::CompilationError, kCompute, "compute_kernel_hw_startup(", "no_such_call(",
              "centralize_w_rm_compute.cpp:2"},
             {Classification::HangCbDeadlock, kWriter, begin, begin + "\n    cb_wait_front(16, 3);\n", "writer",
              Exit::Hang},
             {Classification::HangUnknown, kReader, begin,
              begin + "\n    auto* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(0));\n"
                      "    *word = 1;\n    while (*word != 7) {}\n",
              "reader", Exit::Hang},
             {Classification::HangNocError, kWriter, begin,
              begin + "\n    const uint32_t at = get_read_ptr(16);\n"
                      "    const uint64_t to = get_noc_multicast_addr(my_x[0], my_y[0], my_x[0], my_y[0], at);\n"
                      "    noc_async_write_multicast_loopback_src(at, to, 32, 3);\n    noc_async_write_barrier();\n",
              "barrier", Exit::Hang},
             {Classification::WatcherAssert, kReader, begin, begin + "\n    ASSERT(get_arg_val<uint32_t>(2) == 77);\n",
              "reader"},
             // One page of the mean is left over.
             {Classification::RuntimeError, kCompute, "        cb_pop_front(cb_mean, 1);\n", "", "c_3"},
         }) {
        expect_red(loaded, 6, fault);
    }
    // A kernel that is not there.
    fs::remove(loaded.folder / kCompute);
    StageRunOptions options;
    options.from = options.to = 6;
    options.out = loaded.folder.parent_path() / "reports";
    const auto device = ttnn::open_mesh_device(0);
    const StageRun run = run_stages(loaded.op, *device, options);
    ASSERT_NE(run.report.first_failure(), nullptr);
    EXPECT_EQ(run.report.first_failure()->kind, Classification::SetupError) << run.report.first_failure()->text();
    EXPECT_EQ(run.exit_status, Exit::Environment);
}

// Red, then green: the second run knows of the first.
TEST(KernelFaults, NumericalMismatchThenGreen) {
    const Loaded loaded("values");
    expect_red(loaded, 7,
               {Classification::NumericalMismatch, kReader, "(scaler_bits);", "(scaler_bits + 0x00800000);",  // 2/W
                "times what is allowed"});
    const StageRun mended = loaded.staged(7, kReader, "constexpr uint32_t passes", "constexpr uint32_t  passes");
    EXPECT_TRUE(mended.report.passed());
    ASSERT_TRUE(mended.report.before.front().has_value());
    EXPECT_EQ(mended.report.before.front()->classification, "numerical_mismatch");
    EXPECT_TRUE(mended.report.stages.front().expected_red.has_value());
    EXPECT_EQ(mended.exit_status, Exit::Ok);
    EXPECT_THAT(read_text((mended.folder / "implementation_report.md").string()), HasSubstr("green at "));
}

TEST(OpFolder, GreenStagesLeaveTheArtefactsAndTheAnalysis) {
    const Loaded loaded("green");
    StageRunOptions options;
    options.to = 6;
    options.out = loaded.folder.parent_path() / "reports";
    const auto device = ttnn::open_mesh_device(0);
    const StageRun run = run_stages(loaded.op, *device, options);
    for (const workshop::StageResult& stage : run.report.stages) {
        for (const workshop::Failure& failure : stage.failures) ADD_FAILURE() << failure.text() << failure.details;
    }
    EXPECT_EQ(run.report.stages.size(), 6u);
    for (const char* name : {"breadcrumbs.jsonl", "execution_log.md", "cb_sync.md", "cb_sync.json",
                             "implementation_report.md", "report.html", "stubs/stub_compute.cpp"}) {
        EXPECT_FALSE(read_text((run.folder / name).string()).empty()) << name;
    }
    const nlohmann::json sync = nlohmann::json::parse(read_text((run.folder / "cb_sync.json").string()));
    EXPECT_EQ(sync["all_balanced"], true);
    // 2x2x40x65: 5 tile-rows on 5 cores, 3 tiles each; the scaler stays.
    const nlohmann::json& cbs = sync["cases"][2]["cbs"];
    EXPECT_EQ(cbs[0]["pushes"]["pages"], 3);
    EXPECT_EQ(cbs[0]["pops"]["pages"], 3);
    EXPECT_EQ(cbs[0]["pushes"]["thread"], "NCRISC reader");
    EXPECT_EQ(cbs[2]["persistent"], true);
    EXPECT_EQ(cbs[2]["pops"]["pages"], 0);
    EXPECT_THAT(cbs[0]["pushes"]["places"][0].get<std::string>(), HasSubstr("stick_blocks.hpp:"));

    const Analysis analysis = analyse(workshop::trace_call(workshop::make_case(loaded.op, {2, 40, 65}), *device));
    const nlohmann::json json = analysis.to_json();
    ASSERT_EQ(json["kernels"].size(), 3u);
    const nlohmann::json& reader = json["kernels"][0];
    EXPECT_EQ(reader["role"], "reader");
    EXPECT_EQ(reader["compile_time_args"][2]["name"], "block_tiles");
    EXPECT_EQ(reader["compile_time_args"][2]["value"], "3");
    EXPECT_EQ(reader["runtime_args"][0]["name"], "first_stick");
    EXPECT_EQ(reader["runtime_args"][0]["value"], "0 to 64");
    EXPECT_EQ(json["kernels"][1]["runtime_args"][0]["name"], "tile_rows");
    EXPECT_EQ(json["work_unit"]["tile_rows"], 3);
    EXPECT_EQ(json["cores"]["used"], 3);
    EXPECT_EQ(json["cbs"][0]["peak_pages"], 3);
    const std::string text = analysis.to_markdown();
    for (const char* section : {"## Overview", "## Work unit definition", "## Tensor format and layout",
                                "## Data flow pattern", "## Circular buffer configuration",
                                "## Core distribution strategy", "## Arguments", "## Kernel implementations"})
        EXPECT_THAT(text, HasSubstr(section));
}

TEST(OpFolder, ACopyLeavesTheShippedOpItsKernels) {
    const workshop::Op shipped = ops::seed_op(kOp);
    const Loaded copy("twin");
    const auto device = ttnn::open_mesh_device(0);
    const auto kernel_of = [&](workshop::Op op) {
        const workshop::OpCase request = workshop::make_case(op, {32, 32}, ttnn::DataType::BFLOAT16);
        return fs::path(
            workshop::describe(op, workshop::make_call(request, *device)).program.kernels.at(0).source.text);
    };
    EXPECT_EQ(kernel_of(copy.op), copy.folder / kReader);
    EXPECT_EQ(kernel_of(shipped), fs::path(TILEWRIGHT_SOURCE_DIR) / "ops" / kOp / kReader);
    EXPECT_EQ(workshop::kernel_path(kOp, "dataflow/reader_centralize_w_rm.cpp"), kernel_of(shipped));
}

TEST(HostFaults, CompilationErrorIsTheCompilersText) {
    const fs::path folder = copy_of_op("compile");
    edit(folder / "device" / "centralize_w_rm_plan.cpp", "const bool two_parts", "const boolean two_parts");
    StageRunOptions options;
    options.out = folder.parent_path() / "reports";
    try {
        workshop::load_folder(folder);
        FAIL() << "it compiles";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW3301");
        EXPECT_THAT(error.finding().message, HasSubstr("centralize_w_rm_plan.cpp:"));
        EXPECT_THAT(error.finding().message, HasSubstr("error: unknown type name 'boolean'"));
        const StageRun run = record_load_failure(folder, error, options);
        EXPECT_EQ(run.report.op, kOp);
        EXPECT_EQ(run.report.first_failure()->kind, Classification::CompilationError);
        EXPECT_THAT(read_text((run.folder / "breadcrumbs.jsonl").string()), HasSubstr("compile_error"));
    }
}

TEST(HostFaults, ShapeMismatchAndMissingRefusal) {
    const auto device = ttnn::open_mesh_device(0);
    StageRunOptions options;
    const fs::path without = copy_of_op("refusal");
    edit(without / "device" / "centralize_w_rm_device_operation.cpp", "ws::check_grid(", "if (false) ws::check_grid(");
    options.out = without.parent_path() / "reports";
    const StageRun refused = run_stages(workshop::load_folder(without), *device, options);
    ASSERT_NE(refused.report.first_failure(), nullptr);
    EXPECT_EQ(refused.report.last_stage(), 2) << "it stops at the first red";
    EXPECT_EQ(refused.report.first_failure()->kind, Classification::RuntimeError);
    EXPECT_THAT(refused.report.first_failure()->text(), HasSubstr("grid too large"));
    const fs::path folder = copy_of_op("shape");
    edit(folder / "device" / "centralize_w_rm_device_operation.cpp", "return TensorSpec(args.input.logical_shape(),",
         "auto shape = args.input.logical_shape();\n    shape[-1] = 1;\n    return TensorSpec(shape,");
    const workshop::Op op = workshop::load_folder(folder);
    options.out = folder.parent_path() / "reports";
    options.from = 4;
    const StageRun shape = run_stages(op, *device, options);
    ASSERT_NE(shape.report.first_failure(), nullptr);
    EXPECT_EQ(shape.report.first_failure()->kind, Classification::ShapeMismatch);
    EXPECT_EQ(shape.report.last_stage(), 4);
}

TEST(HostFaults, FoldersThatAreNoOpFolders) {
    const fs::path folder = copy_of_op("bad");
    EXPECT_THAT(load_error(folder / "nowhere"), HasSubstr("no such folder"));
    fs::rename(folder / "device" / (kOp + "_program_factory.hpp"), folder / "moved.hpp");
    EXPECT_THAT(load_error(folder), HasSubstr("device/centralize_w_rm_program_factory.hpp"));
    fs::rename(folder / "moved.hpp", folder / "device" / (kOp + "_program_factory.hpp"));
    std::ofstream(folder / "other_entry.cpp") << "\n";
    EXPECT_THAT(load_error(folder), HasSubstr("2 entries"));
    fs::remove(folder / "other_entry.cpp");
    fs::rename(folder / (kOp + "_entry.cpp"), folder / "kept.txt");
    EXPECT_THAT(load_error(folder), HasSubstr("no <op>_entry.cpp"));
    fs::rename(folder / "kept.txt", folder / (kOp + "_entry.cpp"));
    edit(folder / (kOp + "_entry.cpp"), ".name = \"centralize_w_rm\"", ".name = \"centralise\"");
    EXPECT_THAT(load_error(folder), AllOf(HasSubstr("TW3302"), HasSubstr("registers \"centralise\"")));
}

}  // namespace
}  // namespace tilewright::cli
