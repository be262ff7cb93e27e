// Finds the compiler, the plugin and the kernel headers.
#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <cstdlib>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "engine/build/cache.hpp"
#include "engine/build/kernel_build.hpp"

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {

fs::path own_library() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(&own_library), &info) == 0 || info.dli_fname == nullptr) {
        throw InternalError("cannot find the library's own file");
    }
    std::error_code error;
    const fs::path real = fs::canonical(info.dli_fname, error);
    return error ? fs::path(info.dli_fname) : real;
}

fs::path find_compiler() {
    if (const std::string own = environment::text("TILEWRIGHT_CLANG"); !own.empty()) return own;
    const std::string path = environment::text("PATH");
    std::string folders = (path.empty() ? std::string() : path + ":") + "/usr/bin:/usr/lib/llvm-19/bin";
    for (const char* name : {"clang++-19"}) {
        size_t begin = 0;
        while (begin <= folders.size()) {
            const size_t end = std::min(folders.find(':', begin), folders.size());
            const fs::path candidate = fs::path(folders.substr(begin, end - begin)) / name;
            if (::access(candidate.c_str(), X_OK) == 0) return candidate;
            begin = end + 1;
        }
    }
    throw Error("TW3102", "clang++-19 is not installed; kernels cannot be built",
                "install the packages clang-19 and lld-19, or set TILEWRIGHT_CLANG", Exit::Environment);
}

// First existing of: an override, the place beside the installed library, the place in the build or source tree.
fs::path find_part(const char* variable, const fs::path& installed, const fs::path& developed, const char* what) {
    if (const std::string own = environment::text(variable); !own.empty()) return own;
    for (const fs::path& candidate : {installed, developed}) {
        std::error_code error;
        if (!candidate.empty() && fs::exists(candidate, error)) return candidate;
    }
    throw Error("TW3102",
                fmt::format("{} not found (looked at {} and {})", what, installed.string(), developed.string()),
                fmt::format("reinstall Tilewright, or set {}", variable), Exit::Environment);
}

void add_stamp(ContentHash& hash, const fs::path& path) {
    std::error_code error;
    hash.add(path.string());
    hash.add(uint64_t{fs::file_size(path, error)});
    hash.add(static_cast<uint64_t>(fs::last_write_time(path, error).time_since_epoch().count()));
}

Toolchain find_toolchain() {
    Toolchain found;
    found.compiler = find_compiler();
    found.library = own_library();
    const fs::path prefix = found.library.parent_path().parent_path();
    found.plugin = find_part("TILEWRIGHT_PASS", found.library.parent_path() / "libtilewright_pass.so",
                             TILEWRIGHT_PASS_PLUGIN, "the compiler plugin");
    found.kernel_api = find_part("TILEWRIGHT_KERNEL_API", prefix / "share" / "tilewright" / "kernel_api",
                                 fs::path(TILEWRIGHT_SOURCE_DIR) / "kernel_api", "the kernel headers");
    // The build folder has them where an installation has them.
    const fs::path build = fs::path(TILEWRIGHT_PASS_PLUGIN).parent_path().parent_path();
    const fs::path forwards = fs::path("share") / "tilewright" / "kernel_forwards";
    found.kernel_forwards =
        find_part("TILEWRIGHT_KERNEL_FORWARDS", prefix / forwards, build / forwards, "the forwarding kernel headers");
    ContentHash hash;
    add_stamp(hash, found.compiler);
    hash.add(read_file(found.plugin));
    hash.add(found.library.string());
    std::vector<fs::path> headers;
    std::error_code error;
    for (const fs::path& root : {found.kernel_api, found.kernel_forwards}) {
        for (fs::recursive_directory_iterator it(root, error), end; !error && it != end; it.increment(error)) {
            if (it->is_regular_file(error)) headers.push_back(it->path());
        }
    }
    std::sort(headers.begin(), headers.end());
    for (const fs::path& header : headers) add_stamp(hash, header);
    found.stamp = hash.text();
    return found;
}

}  // namespace

const Toolchain& toolchain() {
    // Looked for once for each setting of these: headers and compiler are taken to stay what they are.
    std::string settings;
    for (const char* name :
         {"TILEWRIGHT_CLANG", "TILEWRIGHT_PASS", "TILEWRIGHT_KERNEL_API", "TILEWRIGHT_KERNEL_FORWARDS", "PATH"})
        settings += environment::text(name) + "\n";
    static std::mutex mutex;
    static auto* known = new std::map<std::string, Toolchain>();
    const std::lock_guard guard(mutex);
    if (const auto found = known->find(settings); found != known->end()) return found->second;
    return known->emplace(settings, find_toolchain()).first->second;
}

}  // namespace tilewright::engine
