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
#include "engine/build/cache.hpp"
#include "engine/build/kernel_build.hpp"
#include "engine/build/limits.hpp"
#include "engine/build/process.hpp"
#include "workshop/load/prefix.hpp"

namespace tilewright::workshop {

namespace fs = std::filesystem;
using engine::KernelCache;

namespace {

constexpr const char* kFix = "check free space and permissions, or set TILEWRIGHT_CACHE";

// What the object is found by; its manifest has the contents of every file that was read for it.
std::string key_of(const OpFolder& folder) {
    engine::ContentHash hash;
    hash.add(host_stamp());
    hash.add(folder.path.string());
    for (const fs::path& file : folder.sources) hash.add(file.string());
    return "op_" + folder.op + "_" + hash.text();
}

// Temporary files of one build.
struct Parts {
    std::vector<fs::path> paths;
    fs::path add(const std::string& name) { return paths.emplace_back(KernelCache::temporary(name)); }
    ~Parts() {
        std::error_code ignored;
        for (const fs::path& path : paths) fs::remove(path, ignored);
    }
};

struct Attempt {
    bool done = false;
    std::string output;
    std::vector<engine::Dependency> dependencies;
};

void add_dependencies(Attempt& attempt, const fs::path& depfile, const fs::path& but) {
    for (engine::Dependency& d : engine::read_dependency_file(depfile, but)) {
        const auto same = [&](const engine::Dependency& known) { return known.path == d.path; };
        if (std::none_of(attempt.dependencies.begin(), attempt.dependencies.end(), same))
            attempt.dependencies.push_back(std::move(d));
    }
}

std::vector<std::string> link_arguments() {
    return {"-shared", "-fuse-ld=lld", "-Wl,-z,defs", "-Wl,--build-id=none", engine::toolchain().library.string(),
            "-lfmt"};
}

std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& more) {
    first.insert(first.end(), more.begin(), more.end());
    return first;
}

// All files as one.
Attempt compile_together(const OpFolder& folder, const std::vector<std::string>& common, const fs::path& object) {
    Parts parts;
    const fs::path together = parts.add("together.cpp"), depfile = parts.add("together.d");
    std::string text = fmt::format("// All host files of {}.\n", folder.op);
    for (const fs::path& source : folder.sources) text += fmt::format("#include \"{}\"\n", source.string());
    write_file(together, text, "TW3103", kFix);
    const auto arguments = joined(common, {"-MD", "-MF", depfile.string(), together.string(), "-o", object.string()});
    const engine::ProcessResult ran =
        engine::run_process(host_command(joined(arguments, link_arguments())), engine::build_limits());
    engine::check_build_limits("the host code of " + folder.op, ran);
    if (ran.status < 0) {
        throw Error("TW3102",
                    fmt::format("{} could not be started: {}", engine::toolchain().compiler.string(), ran.output),
                    "install the packages clang-19 and lld-19, or set TILEWRIGHT_CLANG", Exit::Environment);
    }
    Attempt attempt{ran.status == 0, ran.output, {}};
    if (attempt.done) add_dependencies(attempt, depfile, together);
    return attempt;
}

// Each by itself.
Attempt compile_apart(const OpFolder& folder, const std::vector<std::string>& common, const fs::path& object) {
    Parts parts;
    std::vector<std::future<engine::ProcessResult>> running;
    std::vector<std::string> linked = {"-o", object.string()};
    std::vector<fs::path> depfiles;
    for (size_t i = 0; i < folder.sources.size(); ++i) {
        const fs::path made = parts.add(fmt::format("{}.o", i));
        depfiles.push_back(parts.add(fmt::format("{}.d", i)));
        linked.push_back(made.string());
        const auto one = joined(
            common, {"-MD", "-MF", depfiles.back().string(), "-c", folder.sources[i].string(), "-o", made.string()});
        running.push_back(std::async(std::launch::async,
                                     [one] { return engine::run_process(host_command(one), engine::build_limits()); }));
    }
    Attempt attempt{true, "", {}};
    for (auto& result : running) {
        const engine::ProcessResult outcome = result.get();
        if (outcome.status == 0) continue;
        engine::check_build_limits("the host code of " + folder.op, outcome);
        attempt.done = false;
        attempt.output += outcome.output;
    }
    if (!attempt.done) return attempt;
    const engine::ProcessResult ran =
        engine::run_process(host_command(joined(linked, link_arguments())), engine::build_limits());
    attempt.done = ran.status == 0;
    attempt.output = ran.output;
    for (const fs::path& depfile : depfiles) add_dependencies(attempt, depfile, {});
    return attempt;
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

std::vector<std::string> host_file_command(const fs::path& file) { return host_command({"-c", file.string()}); }

engine::Stored compile_folder(const OpFolder& folder) {
    const std::string key = key_of(folder);
    if (engine::Stored known = engine::find_stored(key)) return known;
    const engine::BuildLock lock(key);
    if (engine::Stored known = engine::find_stored(key)) return known;

    Parts parts;
    const fs::path object = parts.add("op.so");
    const int64_t start_ns = engine::now_ns();
    Attempt attempt;
    std::future<void> making;
    for (int i = 0; i < 2 && !attempt.done; ++i) {
        // The first op of all does not wait for the precompiled header; it is made beside it, for the next.
        const engine::Stored prefix = i == 0 ? find_prefix() : engine::Stored{};
        std::vector<std::string> common;
        if (prefix) {
            common = {"-include-pch", prefix.path.string()};
        } else if (!making.valid()) {
            making = std::async(std::launch::async, [] {
                try {
                    make_prefix();
                } catch (const Error&) {  // whoever needs the cache says so
                }
            });
        }
        attempt = compile_together(folder, common, object);
        if (!attempt.done) attempt = compile_apart(folder, common, object);
        for (const engine::Dependency& d : prefix.dependencies) attempt.dependencies.push_back(d);
        // Made from headers whose times have changed since, the system's for one: without it, and it is made anew.
        if (attempt.done || !prefix || attempt.output.find(prefix.path.string()) == std::string::npos) break;
        forget_prefix();
    }
    if (!attempt.done) refuse(folder, attempt.output);
    const bool certain = engine::older_than(attempt.dependencies, start_ns);
    engine::Stored made =
        engine::store(object, key, ".so", std::move(attempt.dependencies), certain, fmt::format("op_{}_", folder.op));
    KernelCache::evict();
    return made;
}

}  // namespace tilewright::workshop
