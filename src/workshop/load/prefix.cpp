// The precompiled header of host code, and the command line it shares with what is compiled on it.
#include "workshop/load/prefix.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/paths.hpp"
#include "engine/build/cache.hpp"
#include "engine/build/kernel_build.hpp"
#include "engine/build/limits.hpp"
#include "engine/build/process.hpp"

namespace tilewright::workshop {

namespace fs = std::filesystem;
using engine::KernelCache;

namespace {

// Headers that every op's host code includes.
constexpr const char* kPrefix = R"(// What host code of ops includes, precompiled.
#include "ttnn/decorators.hpp"
#include "ttnn/device_operation.hpp"
#include "ttnn/op_registry.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/tensor/tensor_spec.hpp"
#include "ttnn/types.hpp"
#include "tt-metalium/constants.hpp"
#include "tt-metalium/host_api.hpp"
#include "tt-metalium/tensor_accessor_args.hpp"
#include "tt-metalium/work_split.hpp"
#include "tt_stl/assert.hpp"
#include "tt_stl/fmt.hpp"
#include "workshop/op/op_case.hpp"
#include "workshop/op/row_program.hpp"
#include "workshop/op/row_statistics.hpp"
#include "workshop/op/validate.hpp"
)";

// Where the host headers lie: in the source tree, or in an installed prefix.
std::vector<fs::path> header_folders() {
    const fs::path root = shipped_folder("kernel_api").parent_path();
    std::error_code ignored;
    if (fs::is_directory(root / "src" / "metal" / "include", ignored)) {
        const fs::path source = root / "src";
        return {source, source / "metal" / "include", source / "ttnn" / "include", root};
    }
    const fs::path installed = root.parent_path().parent_path() / "include" / "tilewright";
    if (!fs::is_directory(installed, ignored)) {
        throw Error("TW3300", fmt::format("the host headers are not in {}", installed.string()),
                    "install Tilewright with its headers (cmake --install)", Exit::Environment);
    }
    return {installed, installed / "api" / "metal", installed / "api" / "ttnn", root};
}

void add_stamp(engine::ContentHash& hash, const fs::path& path) {
    std::error_code ignored;
    hash.add(path.string());
    hash.add(uint64_t{fs::file_size(path, ignored)});
    hash.add(static_cast<uint64_t>(fs::last_write_time(path, ignored).time_since_epoch().count()));
}

std::string prefix_key() { return "host_prefix_" + host_stamp(); }

}  // namespace

// Host code is not optimised: compiling it takes longer than anything it does.
std::vector<std::string> host_command(const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {
        engine::toolchain().compiler.string(), "-std=gnu++20", "-O0", "-fPIC", "-fno-color-diagnostics",
        "-Wno-unused-command-line-argument"};
    for (const fs::path& folder : header_folders()) arguments.push_back("-I" + folder.string());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

std::string host_stamp() {
    engine::ContentHash hash;
    hash.add(kPrefix);
    add_stamp(hash, engine::toolchain().compiler);
    add_stamp(hash, engine::toolchain().library);
    for (const fs::path& folder : header_folders()) hash.add(folder.string());
    return hash.text();
}

engine::Stored find_prefix() { return engine::find_stored(prefix_key()); }
void forget_prefix() { engine::forget_stored(prefix_key()); }

void make_prefix() {
    const engine::BuildLock lock(prefix_key());
    if (find_prefix()) return;
    // The compiler looks at the header again whenever it uses what it made from it, so this stays: in a folder, which
    // is never evicted.
    const fs::path folder = KernelCache::path_of("prefix");
    const fs::path header = folder / (prefix_key() + ".hpp");
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    if (engine::read_file(header) != kPrefix) {
        write_file(header, kPrefix, "TW3103", "check free space and permissions, or set TILEWRIGHT_CACHE");
    }
    const fs::path made = KernelCache::temporary("host_prefix.pch"), depfile = KernelCache::temporary("host_prefix.d");
    const int64_t start_ns = engine::now_ns();
    const auto built =
        engine::run_process(host_command({"-x", "c++-header", "-fpch-instantiate-templates", "-MD", "-MF",
                                          depfile.string(), header.string(), "-o", made.string()}),
                            engine::build_limits());
    if (built.status == 0) {
        std::vector<engine::Dependency> from = engine::read_dependency_file(depfile, {});
        const bool certain = engine::older_than(from, start_ns);
        engine::store(made, prefix_key(), ".pch", std::move(from), certain, "host_prefix_");
    }
    fs::remove(made, ignored);
    fs::remove(depfile, ignored);
}

}  // namespace tilewright::workshop
