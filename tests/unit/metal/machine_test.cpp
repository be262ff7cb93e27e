// A machine is its file: one that only tests/data/machines knows, from its name to kernels that ran on it; and files
// that are wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "base/error.hpp"
#include "card/arch.hpp"
#include "metal/environment.hpp"

using namespace tt;
using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using testing::ElementsAre;
using testing::HasSubstr;
using tilewright::card::find_arch;

namespace {

namespace fs = std::filesystem;

class Machine : public testing::Test {
protected:
    fs::path folder_ = fs::temp_directory_path() / ("tilewright_machines_" + std::to_string(::getpid()));

    void SetUp() override {
        fs::create_directories(folder_);
        use(TILEWRIGHT_SOURCE_DIR "/tests/data/machines");
    }
    void TearDown() override {
        fs::remove_all(folder_);
        ::unsetenv("TILEWRIGHT_MACHINES");
        ::unsetenv("TILEWRIGHT_ARCH");
    }
    static void use(const fs::path& folder) { ::setenv("TILEWRIGHT_MACHINES", folder.c_str(), 1); }

    // The made-up machine's file under another name, with one piece of text replaced.
    void write(const std::string& name, const std::string& from, const std::string& to) const {
        std::ifstream made_up(TILEWRIGHT_SOURCE_DIR "/tests/data/machines/pebble.toml");
        std::string text((std::istreambuf_iterator<char>(made_up)), std::istreambuf_iterator<char>());
        const std::string old_name = "name = { value = \"pebble\"";
        text.replace(text.find(old_name), old_name.size(), "name = { value = \"" + name + "\"");
        const size_t at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        std::ofstream(folder_ / (name + ".toml")) << text.replace(at, from.size(), to);
    }
    template <typename Action>
    static std::string refusal(const char* code, Action action) {
        try {
            action();
        } catch (const tilewright::Error& error) {
            EXPECT_EQ(error.code(), code);
            return error.finding().message;
        }
        return "accepted";
    }
    std::string refusal_of(const std::string& name) const {
        return refusal("TW3900", [&] { find_arch(name); });
    }
};

const char* const kReader = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto input = TensorAccessor(args, get_arg_val<uint32_t>(0), 2048);
    cb_reserve_back(0, 1);
    noc_async_read_page(get_arg_val<uint32_t>(1), input, get_write_ptr(0));
    noc_async_read_barrier();
    cb_push_back(0, 1);
}
)";
const char* const kCompute = R"(
#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/eltwise_unary/negative.h"
#include "compute_kernel_api/tile_move_copy.h"
namespace NAMESPACE {
void MAIN {
    init_sfpu(0, 16);
    cb_wait_front(0, 1);
    tile_regs_acquire();
    copy_tile_init(0);
    copy_tile(0, 0, 0);
    negative_tile_init();
    negative_tile(0);
    tile_regs_commit();
    tile_regs_wait();
    cb_reserve_back(16, 1);
    pack_tile(0, 16);
    cb_push_back(16, 1);
    tile_regs_release();
    cb_pop_front(0, 1);
}
}
)";
const char* const kWriter = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto output = TensorAccessor(args, get_arg_val<uint32_t>(0), 2048);
    cb_wait_front(16, 1);
    noc_async_write_page(get_arg_val<uint32_t>(1), output, get_read_ptr(16));
    noc_async_write_barrier();
    cb_pop_front(16, 1);
}
)";

// What the headers say about the card, in the words kernels use.
const char* const kFigures = R"(
#include "api/dataflow/dataflow_api.h"
#if !defined(ARCH_PEBBLE) || defined(ARCH_WORMHOLE) || defined(ARCH_BLACKHOLE)
#error "compiled for another machine"
#endif
void kernel_main() {
    volatile uint32_t* out = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_arg_val<uint32_t>(0));
    out[0] = MEM_L1_SIZE;
    out[1] = MEM_ZEROS_SIZE;
    out[2] = NOC_MAX_BURST_SIZE;
    out[3] = DRAM_ALIGNMENT;
    out[4] = LOG_BASE_2_OF_DRAM_ALIGNMENT;
    out[5] = NUM_CIRCULAR_BUFFERS;
    out[6] = VIRTUAL_TENSIX_START_X * 100 + VIRTUAL_TENSIX_START_Y;
    out[7] = PEBBLE_NAME[0];
}
)";

}  // namespace

TEST_F(Machine, MadeUpRunsAProgramOnEveryCore) {
    ::setenv("TILEWRIGHT_ARCH", "gravel", 1);
    auto device = MeshDevice::create_unit_mesh(0);
    const CoreCoord grid = device->compute_with_storage_grid_size();
    ASSERT_EQ(grid, CoreCoord(3, 2));
    EXPECT_EQ(device->arch(), tt::ARCH::QUASAR);
    EXPECT_EQ(device->num_dram_channels(), 5);
    EXPECT_EQ(device->worker_core_from_logical_core({2, 1}), CoreCoord(6, 4));
    EXPECT_EQ(hal::get_arch_name(), "pebble");
    EXPECT_EQ(hal::get_dram_alignment(), 128u);
    EXPECT_EQ(hal::get_pcie_alignment(), 256u);
    EXPECT_FLOAT_EQ(hal::get_eps(), 1e-6f);

    constexpr uint32_t kTile = 2048, kTiles = 6;
    auto input = Buffer::create(device.get(), kTiles * kTile, kTile, BufferType::DRAM);
    auto output = Buffer::create(device.get(), kTiles * kTile, kTile, BufferType::DRAM);
    std::vector<uint32_t> values(kTiles * kTile / 4);
    for (size_t i = 0; i < values.size(); ++i) values[i] = 0x3f803f80 + static_cast<uint32_t>(i / 512);
    tt::tt_metal::detail::WriteToBuffer(*input, values);

    Program program = CreateProgram();
    const CoreRange all({0, 0}, {2, 1});
    for (uint32_t cb : {0u, 16u}) {
        CreateCircularBuffer(program, all,
                             CircularBufferConfig(kTile, {{cb, tt::DataFormat::Float16_b}}).set_page_size(cb, kTile));
    }
    std::vector<uint32_t> in_args, out_args;
    TensorAccessorArgs(*input).append_to(in_args);
    TensorAccessorArgs(*output).append_to(out_args);
    const auto reader = CreateKernelFromString(program, kReader, all, ReaderDataMovementConfig(in_args));
    const auto writer = CreateKernelFromString(program, kWriter, all, WriterDataMovementConfig(out_args));
    CreateKernelFromString(program, kCompute, all, ComputeConfig{});
    for (uint32_t i = 0; i < kTiles; ++i) {
        const CoreCoord core(i % 3, i / 3);
        SetRuntimeArgs(program, reader, core, {input->address(), i});
        SetRuntimeArgs(program, writer, core, {output->address(), i});
    }
    tt::tt_metal::detail::LaunchProgram(device.get(), program);
    std::vector<uint32_t> results;
    tt::tt_metal::detail::ReadFromBuffer(*output, results);
    for (uint32_t& value : values) value ^= 0x80008000;
    EXPECT_EQ(results, values);
}

TEST_F(Machine, KernelsSeeItsFigures) {
    ::setenv("TILEWRIGHT_ARCH", "pebble", 1);
    auto device = MeshDevice::create_unit_mesh(0);
    Program program = CreateProgram();
    const CoreCoord core(0, 0);
    const uint32_t address = static_cast<uint32_t>(device->allocator()->get_base_allocator_addr(HalMemType::L1));
    EXPECT_EQ(address, 65536u);
    const auto kernel = CreateKernelFromString(program, kFigures, core, ReaderDataMovementConfig());
    SetRuntimeArgs(program, kernel, core, {address});
    tt::tt_metal::detail::LaunchProgram(device.get(), program);
    std::vector<uint32_t> words;
    tt::tt_metal::detail::ReadFromDeviceL1(device.get(), core, address, 32, words);
    EXPECT_THAT(words, ElementsAre(524288, 1024, 4096, 128, 7, 48, 203, 'p'));
}

TEST_F(Machine, UnknownIsRefusedWithWhatThereIs) {
    ::setenv("TILEWRIGHT_ARCH", "grayskull", 1);
    const std::string said = refusal("TW3901", [] { MeshDevice::create_unit_mesh(0); });
    EXPECT_THAT(said, HasSubstr("\"grayskull\""));
    EXPECT_THAT(said, HasSubstr("blackhole (also p150), pebble (also gravel), wormhole_b0 (also wormhole, n150)"));
    ::unsetenv("TILEWRIGHT_MACHINES");
    EXPECT_THAT(refusal("TW3901", [] { find_arch("pebble"); }), HasSubstr("\"pebble\""));
}

TEST_F(Machine, DamagedFilesAreNamedWithTheirKey) {
    use(folder_);
    write("dust", "aiclk_ghz", "clock_ghz");
    EXPECT_EQ(refusal_of("dust"), (folder_ / "dust.toml").string() + ": clock.aiclk_ghz is missing");
    write("sand", "value = 48,", "value = \"many\",");
    EXPECT_EQ(refusal_of("sand"),
              (folder_ / "sand.toml").string() + ": limits.circular_buffers must be a whole number");
    EXPECT_THAT(refusal_of("gravel"), HasSubstr("dust.toml: clock.aiclk_ghz"));  // an alias: every file is asked
    EXPECT_EQ(find_arch("wormhole_b0").name, "wormhole_b0");                     // by its name: no other file matters
    fs::remove(folder_ / "dust.toml");
    write("sand", "ARCH_PEBBLE = 1", "ARCH_PEBBLE = 1.5");
    EXPECT_THAT(refusal_of("sand"), HasSubstr("kernel_defines.ARCH_PEBBLE must be a whole number or a string"));
    write("sand", "[\"gravel\"]", "\"gravel\"");
    EXPECT_THAT(refusal_of("sand"), HasSubstr("aliases must be a list of strings"));
    write("sand", "value = 48,", "value = 65,");
    EXPECT_THAT(refusal_of("sand"), HasSubstr("limits.circular_buffers is 65; 1 to 64 are possible"));
    write("sand", "value = 128,", "value = 96,");
    EXPECT_THAT(refusal_of("sand"), HasSubstr("alignment.dram_read is 96, which is no power of two"));
    write("sand", "value = 65536,", "value = 40000,");
    EXPECT_THAT(refusal_of("sand"), HasSubstr("l1.first_free must lie 16384 bytes behind l1.map_end"));
    write("sand", "value = \"sand\"", "value = \"silt\"");
    EXPECT_THAT(refusal_of("sand"), HasSubstr("name is \"silt\", but the file is named sand"));
    write("sand", "value = \"QUASAR\"", "value = \"GRANITE\"");
    EXPECT_THAT(refusal("TW3900", [] { tilewright::metal::host_arch(find_arch("sand")); }),
                HasSubstr("host_arch is \"GRANITE\", which tt::ARCH has not; it has WORMHOLE_B0, BLACKHOLE, QUASAR"));
}

TEST_F(Machine, NamesAreUnique) {
    use(TILEWRIGHT_SOURCE_DIR "/tests/data/machines:" + folder_.string());
    write("sand", "made up", "made up");
    EXPECT_THAT(refusal_of("gravel"), HasSubstr("both have the alias \"gravel\""));
    fs::rename(folder_ / "sand.toml", folder_ / "blackhole.toml");
    EXPECT_THAT(refusal_of("blackhole"), HasSubstr("two files describe the machine blackhole"));
    use(folder_ / "nowhere");
    EXPECT_THAT(refusal_of("blackhole"), HasSubstr("nowhere"));
}
