// Every name of the data-movement API compiles: all sample kernels, for both architectures, fast and strict, in the
// eras they are written for; and what cannot work is refused by name.
#include "engine/build/kernel_build.hpp"
#include "engine/prologue.hpp"
#include "support.hpp"

namespace tilewright::testing {
namespace {

using ::testing::HasSubstr;

std::string build(const std::string& source, engine::KernelThread thread, bool strict, const char* arch,
                  program::Era era, std::vector<uint32_t> compile_time_args) {
    engine::KernelBuildRequest request;
    if (source.ends_with(".cpp")) {
        request.source_path = shipped_folder("tests/kernels") / source;
    } else {
        request.source_text = source;
        request.display_name = "sample.cpp";
    }
    request.thread = thread;
    request.strict = strict;
    request.arch = &card::find_arch(arch);
    request.era = era;
    request.compile_time_args = std::move(compile_time_args);
    program::OperandFormats formats;
    for (auto& format : formats) {
        format.unpack_src = format.unpack_dst = format.pack_src = format.pack_dst = program::DataFormat::Float16_b;
        format.page_bytes = 2048;
    }
    program::KernelDescriptor kernel;
    if (thread != engine::KernelThread::DataMovement0 && thread != engine::KernelThread::DataMovement1) {
        kernel.config = program::ComputeConfig{};
    }
    request.prologue = engine::kernel_prologue(kernel, formats);
    try {
        engine::build_kernel(request);
        return "";
    } catch (const Error& error) {
        return error.finding().to_text();
    }
}

struct Sample {
    const char* file;
    program::Era era;
    std::vector<uint32_t> compile_time_args;
};

using program::Era;
// Sharded [4, 6] pages in shards of [2, 2] over 3 banks, then all of it at run time, then interleaved DRAM.
const std::vector<uint32_t> kAccessorsNow = {1, 1, 64, 2, 3, 4, 6, 2, 2, 0x12131212, 0x1412, 0x7d, 64, 2, 64};
const std::vector<uint32_t> kAccessorsJanuary = {1, 1, 2, 3, 4, 6, 2, 2, 0x12131212, 0x1412, 0x7d, 2, 64};

class Surface : public ::testing::TestWithParam<Sample> {};

TEST_P(Surface, Compiles) {
    const Sample& s = GetParam();
    EXPECT_EQ(build(s.file, engine::KernelThread::DataMovement0, false, "wormhole_b0", s.era, s.compile_time_args), "");
    EXPECT_EQ(build(s.file, engine::KernelThread::DataMovement1, true, "blackhole", s.era, s.compile_time_args), "");
}

INSTANTIATE_TEST_SUITE_P(Samples, Surface,
                         ::testing::Values(Sample{"dataflow_slice.cpp", Era::Aug2026, {0, 2, 2048, 2, 2048}},
                                           Sample{"dataflow_slice.cpp", Era::Jan2026, {0, 2, 2}},
                                           Sample{"dataflow_classic_surface.cpp", Era::Aug2026, {1}},
                                           Sample{"dataflow_objects_surface.cpp", Era::Aug2026, {1, 2, 2048}},
                                           Sample{"dataflow_accessor_surface.cpp", Era::Aug2026, kAccessorsNow},
                                           Sample{"dataflow_accessor_surface.cpp", Era::Jan2026, kAccessorsJanuary},
                                           Sample{"dataflow_debug_surface.cpp", Era::Aug2026, {}},
                                           Sample{"dataflow_debug_surface.cpp", Era::Jan2026, {}},
                                           Sample{"dataflow_helpers_surface.cpp", Era::Aug2026, {1, 2, 2048}},
                                           Sample{"dataflow_helpers_surface.cpp", Era::Mar2026, {1, 2, 2048}}),
                         [](const auto& info) {
                             std::string name = info.param.file;
                             return name.substr(0, name.find('.')) + "_" +
                                    std::to_string(static_cast<uint32_t>(info.param.era));
                         });

TEST(Surface, ObjectsCompileOnEveryComputeThread) {
    using engine::KernelThread;
    const std::string text = "dataflow_compute_objects.cpp";
    EXPECT_EQ(build(text, KernelThread::Fused, false, "wormhole_b0", Era::Aug2026, {}), "");
    for (const KernelThread thread : {KernelThread::Unpack, KernelThread::Math, KernelThread::Pack}) {
        EXPECT_EQ(build(text, thread, true, "wormhole_b0", Era::Aug2026, {}), "");
    }
}

TEST(Surface, RefusesByName) {
    const auto refused = [](const std::string& text) {
        return build(text, engine::KernelThread::DataMovement0, false, "wormhole_b0", Era::Aug2026, {2, 64});
    };
    // What one card does not have is refused where it is used, not where it is named.
    const auto used = [&](const std::string& header, const std::string& call, const std::string& says) {
        const std::string include = "#include \"" + header + "\"\nvoid kernel_main() {";
        EXPECT_EQ(refused(include + "}"), "") << header;
        EXPECT_EQ(refused(include + " if constexpr (false) {" + call + "} if (sizeof(int) == 8) {" + call + "} }"), "");
        EXPECT_THAT(refused(include + call + "}"), HasSubstr(says)) << header;
    };
    used("api/socket_api.h", "SocketSenderInterface s{}; socket_reserve_pages(s, 1);", "no sockets between cards");
    used("api/remote_circular_buffer.h", "experimental::remote_cb_wait_front(31, 1);", "no circular buffers across");
    used("api/remote_circular_buffer.h", "experimental::RemoteCircularBuffer(31).barrier();", "no circular buffers");
    used("tt_metal/fabric/hw/inc/edm_fabric/fabric_connection_manager.hpp",
         "uint32_t at = 0; FabricConnectionManager::build_from_args(at).open();", "fabric between cards is not");
    used("internal/ethernet/dataflow_api.h", "eth_send_bytes(0, 0, 16);", "no ethernet cores");
    EXPECT_THAT(refused("void kernel_main() { get_semaphore<ProgrammableCoreType::ACTIVE_ETH>(0); }"),
                HasSubstr("only worker (TENSIX) cores"));
    EXPECT_THAT(refused("void kernel_main() { TensorAccessor(TensorAccessorArgs<0>(), 0).is_local_page(1); }"),
                HasSubstr("is_local_page: sharded tensors only"));
    EXPECT_THAT(refused(dm_kernel("int x = 0; Noc().async_read(x, x, 4, {}, {});")),
                HasSubstr("no operand of a NoC transfer"));
}

}  // namespace
}  // namespace tilewright::testing
