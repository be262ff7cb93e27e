// Settings that change while a process runs: programs that were kept follow them as programs that are made anew do.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/paths.hpp"
#include "tilewright/device.hpp"
#include "tt-metalium/tensor_accessor_args.hpp"
#include "ttnn/device.hpp"
#include "ttnn/device_operation.hpp"

using namespace ttnn;
using namespace tt::tt_metal;

namespace {

namespace fs = std::filesystem;

// Writes one word, VALUE, which is whatever the settings make of it.
std::string kernel_text(const std::string& value) {
    return R"(
#include "api/dataflow/dataflow_api.h"
)" + value +
           R"(
void kernel_main() {
    constexpr auto to_args = TensorAccessorArgs<0>();
    const auto to = TensorAccessor(to_args, get_arg_val<uint32_t>(0));
    cb_reserve_back(0, 1);
    const uint32_t at = get_write_ptr(0);
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(at) = VALUE;
    noc_async_write(at, to.get_noc_addr(0), 64);
    noc_async_write_barrier();
}
)";
}

struct WriteParams {
    std::string kernel;
    bool is_path = false;
};
struct WriteInputs {
    const Tensor& input;
};

struct Write {
    using operation_attributes_t = WriteParams;
    using tensor_args_t = WriteInputs;
    using spec_return_value_t = TensorSpec;
    using tensor_return_value_t = Tensor;
    struct Factory {
        static ProgramDescriptor create_descriptor(const WriteParams& params, const WriteInputs&, Tensor& output) {
            ProgramDescriptor program;
            const CoreRangeSet core(CoreRange({0, 0}, {0, 0}));
            CBDescriptor cb;
            cb.total_size = 64;
            cb.core_ranges = core;
            cb.format_descriptors.push_back(
                {.buffer_index = 0, .data_format = tt::DataFormat::UInt32, .page_size = 64});
            program.cbs.push_back(cb);
            KernelDescriptor kernel;
            kernel.kernel_source = params.kernel;
            kernel.source_type =
                params.is_path ? KernelDescriptor::SourceType::FILE_PATH : KernelDescriptor::SourceType::SOURCE_CODE;
            kernel.core_ranges = core;
            TensorAccessorArgs(*output.buffer()).append_to(kernel.compile_time_args);
            kernel.runtime_args.push_back({CoreCoord{0, 0}, {output.buffer()->address()}});
            kernel.config = ReaderConfigDescriptor{};
            program.kernels.push_back(kernel);
            return program;
        }
    };
    using program_factory_t = std::variant<Factory>;
    static void validate_on_program_cache_miss(const WriteParams&, const WriteInputs&) {}
    static Tensor create_output_tensors(const WriteParams&, const WriteInputs& inputs) {
        return create_device_tensor(inputs.input.tensor_spec(), inputs.input.device());
    }
};

// A variable of the environment, as it was before at the end.
class Variable {
public:
    explicit Variable(const char* name) : name_(name) {
        if (const char* value = std::getenv(name)) before_ = value;
    }
    ~Variable() { set(before_); }
    void set(const std::string& value) const {
        if (value.empty()) {
            ::unsetenv(name_);
        } else {
            ::setenv(name_, value.c_str(), 1);
        }
    }

private:
    const char* name_;
    std::string before_;
};

class Settings : public testing::Test {
protected:
    void SetUp() override {
        folder = fs::temp_directory_path() / ("tilewright_settings_" + std::to_string(::getpid()));
        fs::create_directories(folder);
    }
    void TearDown() override { fs::remove_all(folder); }

    void write(const std::string& name, const std::string& text) const {
        fs::create_directories((folder / name).parent_path());
        std::ofstream(folder / name) << text;
    }
    uint32_t value(const WriteParams& params) {
        if (!device) device = open_mesh_device(0);
        const TensorSpec spec(Shape({1, 16}),
                              TensorLayout(DataType::UINT32, PageConfig(Layout::ROW_MAJOR), DRAM_MEMORY_CONFIG));
        const Tensor input = Tensor::from_vector<uint32_t>(std::vector<uint32_t>(16), spec, device.get());
        return device_operation::launch<Write>(params, WriteInputs{input}).to_vector<uint32_t>()[0];
    }
    // Another device of the same process, which finds every kernel that was built in memory.
    uint32_t value_anew(const WriteParams& params) {
        device.reset();
        return value(params);
    }

    fs::path folder;
    std::shared_ptr<MeshDevice> device;
};

TEST_F(Settings, TheEraIsPartOfTheKey) {
    const WriteParams era{kernel_text("#define VALUE TW_ERA")};
    const Variable variable("TILEWRIGHT_ERA");
    for (const char* one : {"202608", "202603", "202608", "202603"}) {
        variable.set(one);
        EXPECT_EQ(value(era), static_cast<uint32_t>(std::atoi(one)));
    }
    EXPECT_EQ(device->num_program_cache_entries(), 2u);  // and the two are kept
}

TEST_F(Settings, TheRootFolderIsPartOfTheKey) {
    write("one/settings_number.h", "#define VALUE 1\n");
    write("two/settings_number.h", "#define VALUE 2\n");
    const WriteParams of_root{kernel_text("#include \"settings_number.h\"")};
    const Variable variable("TT_METAL_HOME");
    for (const char* one : {"one", "two", "one"}) {
        variable.set((folder / one).string());
        EXPECT_EQ(value(of_root), one == std::string("one") ? 1u : 2u);
    }
    EXPECT_EQ(device->num_program_cache_entries(), 2u);
}

TEST_F(Settings, TheKernelPathIsPartOfTheKey) {
    write("one/settings_kernel.cpp", kernel_text("#define VALUE 1"));
    write("two/settings_kernel.cpp", kernel_text("#define VALUE 2"));
    const WriteParams file{"settings_kernel.cpp", true};
    const Variable variable("TT_METAL_KERNEL_PATH");
    for (const char* one : {"one", "two", "one"}) {
        variable.set((folder / one).string());
        EXPECT_EQ(value(file), one == std::string("one") ? 1u : 2u);
    }
    EXPECT_EQ(device->num_program_cache_entries(), 2u);
}

TEST_F(Settings, KernelHeadersArePartOfTheKey) {
    fs::copy(tilewright::shipped_folder("kernel_api"), folder / "kernel_api", fs::copy_options::recursive);
    std::ofstream(folder / "kernel_api" / "api" / "dataflow" / "dataflow_api.h", std::ios::app)
        << "\n#define SETTINGS_MARK 7\n";
    const WriteParams marked{
        kernel_text("#ifndef SETTINGS_MARK\n#define SETTINGS_MARK 3\n#endif\n#define VALUE SETTINGS_MARK")};
    const Variable variable("TILEWRIGHT_KERNEL_API");
    EXPECT_EQ(value(marked), 3u);
    variable.set((folder / "kernel_api").string());
    EXPECT_EQ(value(marked), 7u);  // the same program, kept
    variable.set("");
    EXPECT_EQ(value(marked), 3u);
    EXPECT_EQ(device->num_program_cache_entries(), 1u);
}

TEST_F(Settings, LlkHoldsForADeviceAndChangesWithTheNextOne) {
    const WriteParams llk{kernel_text("#ifdef TW_LLK\n#define VALUE TW_LLK\n#else\n#define VALUE 202608\n#endif")};
    const Variable variable("TILEWRIGHT_LLK");
    EXPECT_EQ(value(llk), 202608u);
    variable.set("202604");
    EXPECT_EQ(value(llk), 202608u);                                    // kept, and
    EXPECT_EQ(value({llk.kernel + "// another program\n"}), 202608u);  // made anew
    EXPECT_EQ(value_anew(llk), 202604u);
    tilewright::engine::RunOptions options = tilewright::run_options(*device);
    options.generation = tilewright::tile::LlkGeneration::Aug2026;
    tilewright::set_run_options(*device, options);
    EXPECT_EQ(value(llk), 202608u);
    options.generation = tilewright::tile::LlkGeneration::Apr2026;
    tilewright::set_run_options(*device, options);
    EXPECT_EQ(value(llk), 202604u);
    variable.set("");
    EXPECT_EQ(value_anew(llk), 202608u);
}

TEST_F(Settings, TheLowLevelLibraryFollowsTheCheckout) {
    const std::string base =
        kernel_text("#ifndef TW_LLK\n#define TW_LLK 202608\n#endif\n#define VALUE (TW_ERA * 100 + TW_LLK % 100)");
    const WriteParams age{base};
    const Variable root("TT_METAL_HOME"), era("TILEWRIGHT_ERA"), llk("TILEWRIGHT_LLK");
    write("spring/ttnn/cpp/ttnn/kernel_lib/l1_helpers.hpp", "");
    write("today/ttnn/cpp/ttnn/kernel_lib/dfb_helpers_compute.hpp", "");
    for (const char* one : {"spring", "today", "spring"}) {  // and a program that was kept follows
        root.set((folder / one).string());
        EXPECT_EQ(value(age), one == std::string("spring") ? 20260304u : 20260808u) << one;
    }
    era.set("202608");
    EXPECT_EQ(value(age), 20260808u);
    root.set("");
    era.set("202601");
    EXPECT_EQ(value(age), 20260104u);
    llk.set("202608");  // the override, for the next device
    EXPECT_EQ(value_anew(age), 20260108u);
    llk.set("202607");
    EXPECT_EQ(value_anew(age), 20260107u);
}

TEST_F(Settings, RunOptionsChangeWithTheNextDevice) {
    const WriteParams plain{kernel_text("#define VALUE 1; cb_push_back(0, 1)")};  // a page that stays
    const auto result = [&] {
        EXPECT_EQ(value_anew(plain), 1u);
        return tilewright::take_results(*device);
    };
    const auto codes = [](const tilewright::engine::RunResult& ran) {
        std::string all;
        for (const tilewright::Finding& finding : ran.findings) all += finding.code + " ";
        return all;
    };
    EXPECT_EQ(result().timing, nullptr);
    {
        const Variable variable("TILEWRIGHT_MODE");
        for (const char* mode : {"fast", "strict", "fast"}) {
            variable.set(mode);
            EXPECT_EQ(codes(result()), mode == std::string("strict") ? "TW2008 " : "") << mode;
        }
    }
    {
        const Variable variable("TILEWRIGHT_TIMED");
        variable.set("1");
        EXPECT_NE(result().timing, nullptr);
    }
    EXPECT_EQ(result().timing, nullptr);
    // Each of the others is a member that is compared before a prepared program is used again.
    using tilewright::engine::RunOptions;
    const auto differs = [](auto change) {
        RunOptions options;
        change(options);
        return options != RunOptions();
    };
    EXPECT_TRUE(differs([](RunOptions& o) { o.numerics = tilewright::tile::Numerics::Float; }));
    EXPECT_TRUE(differs([](RunOptions& o) { o.host_threads = 3; }));
    EXPECT_TRUE(differs([](RunOptions& o) { o.schedule = tilewright::engine::Schedule::Random; }));
    EXPECT_TRUE(differs([](RunOptions& o) { o.seed = 3; }));
    EXPECT_TRUE(differs([](RunOptions& o) { o.asserts = false; }));
    EXPECT_TRUE(differs([](RunOptions& o) { o.timed_llk = 202604; }));
    EXPECT_TRUE(differs([](RunOptions& o) { o.trace.file = "x"; }));
    EXPECT_TRUE(differs([](RunOptions& o) { o.timed_report = "x"; }));
}

}  // namespace
