// One compiler run for all host files of an op: most of the time goes into headers, so the files are compiled as one,
// on a precompiled header that all ops share. Files that cannot be compiled together (two use a name for different
// things) are compiled one by one, and that is where errors come from: they are the files' own.
#include "workshop/load/compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <sstream>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/paths.hpp"
#include "engine/build/cache.hpp"
#include "engine/build/kernel_build.hpp"
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
    return {installed, installed / "metal", installed / "ttnn", root};
}

// Host code is not optimised: compiling it takes longer than anything it does.
std::vector<std::string> command(const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {
        engine::toolchain().compiler.string(), "-std=gnu++20", "-O0", "-fPIC", "-fno-color-diagnostics",
        "-Wno-unused-command-line-argument"};
    for (const fs::path& folder : header_folders()) arguments.push_back("-I" + folder.string());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

void add_stamp(engine::ContentHash& hash, const fs::path& path) {
    std::error_code ignored;
    hash.add(path.string());
    hash.add(uint64_t{fs::file_size(path, ignored)});
    hash.add(static_cast<uint64_t>(fs::last_write_time(path, ignored).time_since_epoch().count()));
}

// Changes when the library or a header of it does.
std::string library_stamp() {
    static const std::string stamp = [] {
        engine::ContentHash hash;
        hash.add(kPrefix);
        add_stamp(hash, engine::toolchain().compiler);
        add_stamp(hash, engine::toolchain().library);
        const std::vector<fs::path> folders = header_folders();
        for (const fs::path& part : {folders[0] / "workshop" / "op", folders[1], folders[2]}) {
            std::vector<fs::path> headers;
            std::error_code error;
            for (fs::recursive_directory_iterator it(part, error), end; !error && it != end; it.increment(error)) {
                if (it->path().extension() == ".hpp") headers.push_back(it->path());
            }
            std::sort(headers.begin(), headers.end());
            for (const fs::path& header : headers) add_stamp(hash, header);
        }
        return hash.text();
    }();
    return stamp;
}

constexpr const char* kFix = "check free space and permissions, or set TILEWRIGHT_CACHE";

std::string prefix_key() { return "host_prefix_" + library_stamp(); }
fs::path prefix_file() { return KernelCache::path_of(prefix_key() + ".pch"); }

// Makes the precompiled header. That it cannot be made costs time and nothing else.
void precompile_prefix() {
    const fs::path final = prefix_file();
    std::error_code ignored;
    const engine::BuildLock lock(prefix_key());
    if (fs::exists(final, ignored)) return;
    const fs::path header = KernelCache::path_of(prefix_key() + ".hpp");
    write_file(header, kPrefix, "TW3103", kFix);
    const fs::path temporary = KernelCache::temporary(prefix_key() + ".pch");
    const auto built = engine::run_process(
        command({"-x", "c++-header", "-fpch-instantiate-templates", header.string(), "-o", temporary.string()}));
    if (built.status == 0) KernelCache::publish(temporary, final);
}

std::string key_of(const OpFolder& folder) {
    engine::ContentHash hash;
    hash.add(library_stamp());
    hash.add(folder.path.string());
    for (const auto* list : {&folder.sources, &folder.headers}) {
        for (const fs::path& file : *list) {
            hash.add(file.string());
            hash.add(engine::read_file(file));
        }
    }
    return "op_" + folder.op + "_" + hash.text();
}

[[noreturn]] void refuse(const OpFolder& folder, const std::string& output) {
    refuse_full_cache(output, KernelCache::directory());
    Finding finding;
    finding.code = "TW3301";
    std::istringstream lines(output);
    std::string first;
    for (std::string line; std::getline(lines, line);) {
        if (first.empty() && line.find("error:") != std::string::npos) first = line;
        if (finding.seen.size() < 60) finding.seen.push_back(line);
    }
    finding.message =
        fmt::format("the host code of {} does not compile: {}", folder.op, first.empty() ? output : first);
    finding.fix = "mend the first error; the lines above are the compiler's own";
    throw Error(std::move(finding), Exit::Finding);
}

}  // namespace

fs::path compile_folder(const OpFolder& folder) {
    const std::string key = key_of(folder);
    const fs::path final = KernelCache::path_of(key + ".so");
    std::error_code ignored;
    if (fs::exists(final, ignored)) {
        KernelCache::touch(final);
        return final;
    }
    const engine::BuildLock lock(key);
    if (fs::exists(final, ignored)) return final;

    // The first op of all does not wait for the precompiled header; it is made beside it, for the next.
    std::vector<std::string> common;
    std::future<void> making;
    if (const fs::path prefix = prefix_file(); fs::exists(prefix, ignored)) {
        KernelCache::touch(prefix);
        common = {"-include-pch", prefix.string()};
    } else {
        making = std::async(std::launch::async, [] {
            try {
                precompile_prefix();
            } catch (const Error&) {  // whoever needs the cache says so
            }
        });
    }
    const std::vector<std::string> link = {
        "-shared", "-fuse-ld=lld", "-Wl,-z,defs", "-Wl,--build-id=none", engine::toolchain().library.string(), "-lfmt"};
    const fs::path object = KernelCache::temporary(key + ".so");
    const fs::path together = KernelCache::temporary(key + ".cpp");
    std::string text = fmt::format("// All host files of {}.\n", folder.op);
    for (const fs::path& source : folder.sources) text += fmt::format("#include \"{}\"\n", source.string());
    write_file(together, text, "TW3103", kFix);
    std::vector<std::string> arguments = common;
    arguments.insert(arguments.end(), {together.string(), "-o", object.string()});
    arguments.insert(arguments.end(), link.begin(), link.end());
    const bool done = engine::run_process(command(arguments)).status == 0;
    fs::remove(together, ignored);
    if (!done) {
        std::vector<std::future<engine::ProcessResult>> running;
        std::vector<fs::path> parts;
        for (size_t i = 0; i < folder.sources.size(); ++i) {
            parts.push_back(KernelCache::temporary(fmt::format("{}_{}.o", key, i)));
            std::vector<std::string> one = common;
            one.insert(one.end(), {"-c", folder.sources[i].string(), "-o", parts.back().string()});
            running.push_back(std::async(std::launch::async, [one] { return engine::run_process(command(one)); }));
        }
        std::string errors;
        for (auto& result : running) {
            const engine::ProcessResult outcome = result.get();
            if (outcome.status != 0) errors += outcome.output;
        }
        engine::ProcessResult linked{0, ""};
        if (errors.empty()) {
            std::vector<std::string> all = {"-o", object.string()};
            for (const fs::path& part : parts) all.push_back(part.string());
            all.insert(all.end(), link.begin(), link.end());
            linked = engine::run_process(command(all));
        }
        for (const fs::path& part : parts) fs::remove(part, ignored);
        if (!errors.empty()) refuse(folder, errors);
        if (linked.status != 0) refuse(folder, linked.output);
    }
    KernelCache::publish(object, final);
    KernelCache::evict();
    return final;
}

}  // namespace tilewright::workshop
