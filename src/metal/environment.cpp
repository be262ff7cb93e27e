// What the environment chooses.
#include "metal/environment.hpp"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "base/paths.hpp"
#include "tt-metalium/program_cache.hpp"
#include "tt_stl/assert.hpp"

namespace tilewright::metal {

namespace fs = std::filesystem;

namespace {

std::mutex root_lock;
std::string chosen_root;

// Also of what cannot be looked at: a link to itself, a folder that is closed.
bool is_there(const fs::path& path) {
    std::error_code error;
    return fs::exists(path, error) && !error;
}

// A checkout with helper headers of its own speaks the API of its time, and files in it tell when that was.
program::Era era_of_checkout(const fs::path& root) {
    // March 2026 put the page size among the words of an accessor.
    std::ifstream accessor(root / "tt_metal/hw/inc/api/tensor/tensor_accessor_args.h");
    if (accessor) {
        const std::string text{std::istreambuf_iterator<char>(accessor), {}};
        if (text.find("page_size") == text.npos && text.find("PageSize") == text.npos) return program::Era::Jan2026;
    }
    const fs::path helpers = root / "ttnn/cpp/ttnn/kernel_lib";
    if (!is_there(helpers) || is_there(helpers / "dfb_helpers_compute.hpp")) return program::Era::Aug2026;
    return is_there(helpers / "l1_helpers.hpp") ? program::Era::Mar2026 : program::Era::Jan2026;
}

}  // namespace

const card::Arch& selected_arch() {
    std::string name = environment::text("TILEWRIGHT_ARCH");
    if (name.empty()) name = environment::text("ARCH_NAME");
    return card::find_arch(name.empty() ? card::kDefaultArch : name);
}

program::Era selected_era() {
    const std::string text = environment::text("TILEWRIGHT_ERA");
    if (text.empty()) {
        const std::string root = root_dir().string();
        if (root.empty()) return program::Era::Aug2026;
        static std::map<std::string, program::Era> known;  // guarded by root_lock
        const std::lock_guard guard(root_lock);
        const auto found = known.find(root);
        return found != known.end() ? found->second : known.emplace(root, era_of_checkout(root)).first->second;
    }
    if (text == "202608") return program::Era::Aug2026;
    if (text == "202603") return program::Era::Mar2026;
    if (text == "202601") return program::Era::Jan2026;
    throw Error("TW3100", fmt::format("TILEWRIGHT_ERA is {}; the eras are 202601, 202603 and 202608", text),
                "set it to one of them, or unset it: the checkout decides, else 202608", Exit::Usage);
}

fs::path root_dir() {
    const std::lock_guard guard(root_lock);
    return chosen_root.empty() ? environment::text("TT_METAL_HOME") : chosen_root;
}

void set_root_dir(const std::string& root) {
    const std::lock_guard guard(root_lock);
    chosen_root = root;
}

fs::path find_kernel_file(const std::string& name) {
    const fs::path given(name);
    if (given.is_absolute()) {
        TT_FATAL(is_there(given),
                 "TW3100: kernel file {} doesn't exist, or cannot be followed; an absolute path is taken as it is",
                 name);
        return given;
    }
    std::error_code error;
    std::vector<fs::path> places{fs::current_path(error)};
    if (const std::string path = environment::text("TT_METAL_KERNEL_PATH"); !path.empty()) places.emplace_back(path);
    // The examples ship with the library, under the same relative path in a prefix and in the source tree.
    if (const fs::path examples = shipped_folder("examples"); !examples.empty())
        places.push_back(examples.parent_path());
    places.emplace_back("/usr/share/tenstorrent/kernels");
    if (const fs::path root = root_dir(); !root.empty()) places.push_back(root);
    std::string searched;
    for (const fs::path& place : places) {
        const fs::path candidate = fs::absolute(place / given, error);
        if (fs::is_regular_file(candidate, error)) return candidate;
        searched += "\n  " + (place / given).string();
    }
    TT_THROW("TW3100: kernel file {} doesn't exist below any folder that kernels are looked for in:{}", name, searched);
}

std::vector<fs::path> include_roots() {
    std::vector<fs::path> roots;
    if (const fs::path root = root_dir(); !root.empty()) roots.push_back(fs::absolute(root));
    return roots;
}

}  // namespace tilewright::metal

namespace tt::tt_metal::program_cache::detail {

uint64_t settings_hash() {
    using namespace tilewright;
    std::string all;
    for (const std::string& part :
         {environment::text("TILEWRIGHT_ERA"), metal::root_dir().string(), environment::text("TT_METAL_KERNEL_PATH")}) {
        all += part + "\n";
    }
    return all == "\n\n\n" ? 0 : std::hash<std::string>()(all);
}

}  // namespace tt::tt_metal::program_cache::detail
