// How shipped files are found. The library asks the loader where it was loaded from, so a moved prefix still works.
#include "base/paths.hpp"
#include "base/environment.hpp"

#include <dlfcn.h>

#include <cctype>
#include <cstdlib>

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

}  // namespace

fs::path shipped_folder(const std::string& part) {
    std::error_code ignored;
    if (const std::string given = environment::text(environment_name(part).c_str()); !given.empty()) {
        const size_t slash = part.find('/');
        return slash == std::string::npos ? fs::path(given) : fs::path(given) / part.substr(slash + 1);
    }
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

}  // namespace tilewright
