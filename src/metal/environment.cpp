// What the environment chooses.
#include "metal/environment.hpp"

#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "base/paths.hpp"
#include "engine/run_options.hpp"
#include "tt-metalium/program_cache.hpp"
#include "tt_stl/assert.hpp"

namespace tilewright::metal {

namespace fs = std::filesystem;

namespace {

std::mutex root_lock;
std::string chosen_root;

bool is_there(const fs::path& path) {
    std::error_code error;
    return fs::exists(path, error) && !error;
}

}  // namespace

const card::Arch& selected_arch() {
    std::string name = environment::text("TILEWRIGHT_ARCH");
    if (name.empty()) name = environment::text("ARCH_NAME");
    return card::find_arch(name.empty() ? card::kDefaultArch : name);
}

Age selected_age() {
    const std::string text = environment::text("TILEWRIGHT_ERA");
    Age age;
    if (text.empty()) {
        const std::string root = root_dir().string();
        if (root.empty()) return age;
        static std::map<std::string, Age> known;  // guarded by root_lock
        const std::lock_guard guard(root_lock);
        const auto found = known.find(root);
        return found != known.end() ? found->second : known.emplace(root, age_of_checkout(root)).first->second;
    }
    if (text == "202608") {
        age.era = program::Era::Aug2026;
    } else if (text == "202603") {
        age.era = program::Era::Mar2026;
    } else if (text == "202601") {
        age.era = program::Era::Jan2026;
    } else {
        throw Error("TW3100", fmt::format("TILEWRIGHT_ERA is {}; the eras are 202601, 202603 and 202608", text),
                    "set it to one of them, or unset it: the checkout decides, else 202608", Exit::Usage);
    }
    age.llk = llk_of_era(age.era);
    return age;
}

program::Era selected_era() { return selected_age().era; }

std::string headers_in_words() {
    const Age age = selected_age();
    const auto month = [](uint32_t number) { return fmt::format("{}-{:02}", number / 100, number % 100); };
    const auto llk = engine::RunOptions::from_environment().generation.value_or(age.llk);
    const fs::path root = root_dir();
    const bool has_headers =
        !root.empty() && (is_there(root / "tt_metal/hw/inc") || is_there(root / "ttnn/cpp/ttnn/kernel_lib"));
    return fmt::format("kernel headers of {} (API of {}, low-level library of {}){}",
                       has_headers ? root.string() : "Tilewright", month(static_cast<uint32_t>(age.era)),
                       month(tile::llk_number(llk)), has_headers ? "" : "; no checkout with headers is in use");
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
