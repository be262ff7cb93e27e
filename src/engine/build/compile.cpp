// Runs clang on a wrapped kernel, with a precompiled header shared by all kernels of its kind.
#include "engine/build/compile.hpp"

#include <fmt/format.h>

#include <sstream>

#include "base/error.hpp"
#include "base/files.hpp"
#include "engine/build/cache.hpp"
#include "engine/build/limits.hpp"
#include "engine/build/process.hpp"
#include "engine/build/refusal.hpp"
#include "engine/build/stored.hpp"
#include "engine/build/wrapper.hpp"
#include "engine/isolate/isolated.hpp"

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {

// Temporary files of one build.
struct Cleanup {
    std::vector<fs::path> paths;
    ~Cleanup() {
        std::error_code ignored;
        for (const fs::path& path : paths) fs::remove(path, ignored);
    }
};

void add_include_folders(std::vector<std::string>& command, const KernelBuildRequest& request) {
    for (const fs::path& folder : include_folders(request)) command.push_back("-I" + folder.string());
    command.push_back("-I" + toolchain().kernel_api.string());
    command.push_back("-I" + toolchain().kernel_forwards.string());
}

// The compiler with its limits; for an isolated program it may read what the kernel may, and write to our folder of
// temporary files.
ProcessResult run_compiler(const KernelBuildRequest& request, const std::vector<std::string>& command) {
    if (!request.isolated) return run_process(command, build_limits());
    const Toolchain& tools = toolchain();
    std::error_code ignored;
    std::vector<fs::path> read = {tools.kernel_api,
                                  tools.kernel_forwards,
                                  tools.plugin,
                                  tools.library.parent_path(),
                                  KernelCache::directory(),
                                  fs::canonical(tools.compiler, ignored).parent_path()};
    if (!request.source_path.empty()) read.push_back(request.source_path.parent_path());
    for (const fs::path& folder : include_folders(request)) read.push_back(folder);
    const ProcessLimits limits = build_limits();
    return run_process(confined(command, read, {KernelCache::temporary("here").parent_path()}, limits), limits);
}

[[noreturn]] void fail_to_start(const ProcessResult& result) {
    throw Error("TW3102", fmt::format("{} could not be started: {}", toolchain().compiler.string(), result.output),
                "install the packages clang-19 and lld-19, or set TILEWRIGHT_CLANG", Exit::Environment);
}

// The precompiled header for this kind of thread; nothing if there is none. Built by the first who needs it; the others
// wait for that. `key`: to forget it by.
Stored precompiled_header(const KernelBuildRequest& request, std::string& key) {
    const fs::path header =
        toolchain().kernel_api / "tw" / (is_data_movement(request.thread) ? "pch_dm.h" : "pch_compute.h");
    std::error_code error;
    if (!fs::exists(header, error)) return {};
    std::vector<std::string> command = {toolchain().compiler.string()};
    for (const std::string& flag : common_flags(request)) command.push_back(flag);
    ContentHash hash;
    hash.add(toolchain().stamp);
    for (const std::string& part : command) hash.add(part);
    key = "pch-" + hash.text();
    if (Stored known = find_stored(key)) return known;
    const BuildLock lock("p" + hash.text());
    if (Stored known = find_stored(key)) return known;
    const fs::path temporary = KernelCache::temporary("pch");
    const Cleanup cleanup{{temporary}};
    // Without times: the stamp in the key stands for the headers' state.
    command.insert(command.end(),
                   {"-I" + toolchain().kernel_api.string(), "-I" + toolchain().kernel_forwards.string(), "-Xclang",
                    "-fno-pch-timestamp", "-x", "c++-header", header.string(), "-o", temporary.string()});
    const ProcessResult result = run_compiler(request, command);
    if (result.status < 0) fail_to_start(result);
    check_build_limits("kernel " + shown_name(request), result);
    if (result.status != 0) {
        refuse_full_cache(result.output, KernelCache::directory());
        throw Error("TW3101",
                    fmt::format("the platform's own header {} does not compile:\n{}", header.string(), result.output),
                    "this is a fault of Tilewright", Exit::Bug);
    }
    return store(temporary, key, ".pch", {}, true, "pch-");
}

// What clang said, without the wrapper around the kernel: where the kernel is included, and errors of the wrapper's own
// lines that follow from the kernel's. Without any error of the kernel's, everything stays.
std::string kernel_diagnostics(const std::string& output) {
    const std::string wrapper = fmt::format("{}:", kWrapperName);
    std::istringstream in(output);
    std::string text;
    std::string line;
    bool dropping = false, has_error = false;
    while (std::getline(in, line)) {
        if (line.starts_with("In file included from " + wrapper) ||
            line.find("linker command failed") != std::string::npos)
            continue;
        // Source lines and carets belong to the message above them; they are indented.
        if (!line.starts_with(' ')) dropping = line.starts_with(wrapper) && line.find(": error:") != std::string::npos;
        if (dropping) continue;
        has_error |= line.find("error:") != std::string::npos;
        text += line + "\n";
    }
    return has_error ? text : output;
}

// A checkout with helper headers of its own that lacks one the kernel includes: ours takes its place, and seldom fits.
std::string missing_helper(const KernelBuildRequest& request, const std::string& output) {
    const fs::path helpers = fs::path("ttnn") / "cpp" / "ttnn" / "kernel_lib";
    for (const fs::path& shipped : {toolchain().kernel_forwards, toolchain().kernel_api}) {
        const std::string ours = (shipped / helpers).string() + "/";
        for (size_t at = output.find(ours); at != std::string::npos; at = output.find(ours, at + 1)) {
            const size_t name_at = at + ours.size();
            const std::string name = output.substr(name_at, output.find_first_of(":\n", name_at) - name_at);
            for (const fs::path& root : request.include_roots) {
                std::error_code error;
                if (!fs::is_directory(root / helpers, error) || fs::exists(root / helpers / name, error)) continue;
                return fmt::format(
                    "the checkout {} has helper headers of its own, but no {}; the one that ships with "
                    "Tilewright took its place and does not fit. A build for the card stops at that include",
                    root.string(), (helpers / name).string());
            }
        }
    }
    return {};
}

[[noreturn]] void fail_to_compile(const KernelBuildRequest& request, const std::string& output) {
    if (output.find("invalid linker name") != std::string::npos) {
        throw Error("TW3102", "the linker lld-19 is not installed; kernels cannot be built",
                    "install the package lld-19", Exit::Environment);
    }
    if (std::optional<Finding> refused = refused_by_gate(request, output)) throw Error(std::move(*refused));
    if (const std::string file = foreign_file(request, files_in(output)); !file.empty())
        throw Error(refused_file(request, file));
    Finding finding;
    finding.code = "TW3101";
    finding.place.kernel = shown_name(request);
    if (output.find("undeclared identifier 'kernel_main'") != std::string::npos) {
        finding.message = fmt::format("kernel {} defines no entry point", shown_name(request));
        finding.fix = is_data_movement(request.thread)
                          ? "define void kernel_main() at global scope"
                          : "define void kernel_main() at global scope, or namespace NAMESPACE { void MAIN { ... } }";
        if (output.find(": error:") != output.rfind(": error:")) finding.message += ":\n" + kernel_diagnostics(output);
    } else {
        finding.message =
            fmt::format("kernel {} does not compile:\n{}", shown_name(request), kernel_diagnostics(output));
        finding.why = missing_helper(request, output);
        if (!finding.why.empty())
            finding.fix = "include what the checkout has, or give a checkout that fits the kernel";
    }
    throw Error(std::move(finding));
}

}  // namespace

std::string shown_name(const KernelBuildRequest& request) {
    if (!request.source_path.empty()) return request.source_path.string();
    return request.display_name.empty() ? "inline_kernel.cpp" : request.display_name;
}

Compiled compile_kernel(const KernelBuildRequest& request, const std::string& kernel_text) {
    const Toolchain& tools = toolchain();
    const fs::path wrapper = KernelCache::temporary("kernel.cpp");
    const fs::path depfile = KernelCache::temporary("kernel.d");
    Compiled compiled{KernelCache::temporary("kernel.so"), {}, false};
    const Cleanup cleanup{{wrapper, depfile}};
    write_file(wrapper, wrapper_source(request, kernel_text), "TW3103",
               "check free space and permissions, or set TILEWRIGHT_CACHE");
    const int64_t start_ns = now_ns();

    ProcessResult result;
    for (int attempt = 0; attempt < 2; ++attempt) {
        std::vector<std::string> command = {tools.compiler.string()};
        for (const std::string& flag : common_flags(request)) command.push_back(flag);
        std::string header_key;
        const Stored header = precompiled_header(request, header_key);
        if (header) command.insert(command.end(), {"-include-pch", header.path.string()});
        add_include_folders(command, request);
        command.insert(command.end(),
                       {"-fpass-plugin=" + tools.plugin.string(), "-MD", "-MF", depfile.string(), "-shared",
                        "-fuse-ld=lld", "-nostdlib", "-Wl,--build-id=none", "-Wl,--no-undefined", "-Wl,-init=tw_none",
                        "-Wl,-fini=tw_none", wrapper.string(), tools.library.string(), "-lc", "-lm", "-Wl,--as-needed",
                        "-lstdc++", "-o", compiled.object.string()});
        result = run_compiler(request, command);
        if (result.status < 0) fail_to_start(result);
        check_build_limits("kernel " + shown_name(request), result);
        // A precompiled header made from system headers that have changed since: once more from scratch.
        if (result.status == 0 || !header || result.output.find(header.path.string()) == std::string::npos) break;
        forget_stored(header_key);
    }
    if (result.status != 0) {
        std::error_code ignored;
        fs::remove(compiled.object, ignored);
        refuse_full_cache(result.output, KernelCache::directory());
        fail_to_compile(request, result.output);
    }
    compiled.dependencies = read_dependency_file(depfile, wrapper);
    std::vector<std::string> files;
    for (const Dependency& d : compiled.dependencies) files.push_back(d.path);
    if (const std::string file = foreign_file(request, files); !file.empty()) {
        std::error_code ignored;
        fs::remove(compiled.object, ignored);
        throw Error(refused_file(request, file));
    }
    compiled.uncertain = !older_than(compiled.dependencies, start_ns);
    return compiled;
}

}  // namespace tilewright::engine
