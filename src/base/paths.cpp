// How shipped files are found. The library asks the loader where it was loaded from, so a moved prefix still works.
#include "base/paths.hpp"
#include "base/environment.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <mutex>

namespace tilewright {

namespace fs = std::filesystem;

namespace {

std::string environment_name(const std::string& part) {
    std::string name = "TILEWRIGHT_";
    for (char c : part.substr(0, part.find('/')))
        name += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return name;
}

fs::path library_folder() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&shipped_folder), &info) == 0 || info.dli_fname == nullptr) return {};
    std::error_code ignored;
    return fs::weakly_canonical(info.dli_fname, ignored).parent_path();
}

// Beside the loaded library, else in the source tree it was built from.
fs::path find_shipped(const std::string& part) {
    std::error_code ignored;
    // lib/libtilewright.so, or lib/<multiarch>/libtilewright.so.
    fs::path folder = library_folder();
    for (int level = 0; level < 2 && folder.has_parent_path(); ++level) {
        folder = folder.parent_path();
        const fs::path candidate = folder / "share" / "tilewright" / part;
        if (fs::is_directory(candidate, ignored)) return candidate;
    }
    const fs::path in_source = fs::path(TILEWRIGHT_SOURCE_DIR) / part;
    return fs::is_directory(in_source, ignored) ? in_source : fs::path();
}

}  // namespace

fs::path shipped_folder(const std::string& part) {
    if (const std::string given = environment::text(environment_name(part).c_str()); !given.empty()) {
        const size_t slash = part.find('/');
        return slash == std::string::npos ? fs::path(given) : fs::path(given) / part.substr(slash + 1);
    }
    // An installation stays where it is while it runs; machines are asked for often.
    static std::mutex mutex;
    static auto& known = *new std::map<std::string, fs::path>;
    const std::lock_guard lock(mutex);
    fs::path& folder = known[part];
    if (folder.empty()) folder = find_shipped(part);
    return folder;
}

fs::path own_prefix() { return library_folder().parent_path(); }

std::vector<fs::path> machine_folders() {
    std::vector<fs::path> folders;
    if (fs::path shipped = shipped_folder("data"); !shipped.empty()) folders.push_back(std::move(shipped));
    const std::string list = environment::text("TILEWRIGHT_MACHINES");
    for (size_t begin = 0; begin < list.size();) {
        const size_t end = std::min(list.find(':', begin), list.size());
        if (end > begin) folders.emplace_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return folders;
}

}  // namespace tilewright
