// Paths of clients are checked here and nowhere else.
#include "cli/mcp/workspace.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <random>

#include "base/error.hpp"
#include "base/files.hpp"
#include "engine/build/cache.hpp"

namespace tilewright::cli::mcp {

namespace fs = std::filesystem;

namespace {

Error no_path(const std::string& given, const std::string& why) {
    return {"TW4602", fmt::format("\"{}\" {}", given, why),
            "give a path from the top of the workspace, as \"rms_norm/device/kernels/compute/rms_norm_compute.cpp\"",
            Exit::Usage};
}

std::string whole(const fs::path& file) { return engine::read_file(file); }

void replace_all(std::string& text, const std::string& what, const std::string& by) {
    if (what.size() < 2) return;
    for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
        text.replace(at, what.size(), by);
}

}  // namespace

Workspace::Workspace(const fs::path& root) {
    std::error_code error;
    fs::create_directories(root, error);
    root_ = fs::canonical(root, error);
    if (error)
        throw Error("TW4602", fmt::format("the workspace {} cannot be made: {}", root.string(), error.message()),
                    "give another folder with --workspace", Exit::Environment);
    engine::ContentHash hash;
    hash.add(root_.string());
    state_ = fs::absolute(engine::KernelCache::path_of("mcp")) / hash.text().substr(0, 16);
    room_ = state_ / "room";
    fs::create_directories(room_, error);
    fs::create_directories(state_ / "held", error);
    fs::permissions(state_, fs::perms::owner_all, error);
    const fs::path file = state_ / "secret";
    secret_ = whole(file);
    if (secret_.empty()) {
        std::random_device random;
        for (int i = 0; i < 4; ++i) secret_ += fmt::format("{:08x}", random());
        write_file(file, secret_, "TW3103", "check free space and permissions, or set TILEWRIGHT_CACHE");
        fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write, error);
    }
}

fs::path Workspace::inside(const std::string& given) const {
    const fs::path path(given);
    if (given.empty() || given.find('\0') != std::string::npos || given.size() > 400)
        throw no_path(given, "is no path");
    if (path.is_absolute()) throw no_path(given, "is a path of the whole machine");
    fs::path made = root_;
    for (const fs::path& part : path) {
        const std::string name = part.string();
        if (name.empty() || name == ".") continue;
        if (name == "..") throw no_path(given, "leads out of the workspace");
        if (name.front() == '.') throw no_path(given, "is hidden");
        made /= part;
        std::error_code ignored;
        if (fs::is_symlink(fs::symlink_status(made, ignored))) throw no_path(given, "goes through a link");
    }
    return made;
}

std::vector<std::string> Workspace::files(const std::string& folder) const {
    const fs::path top = folder.empty() || folder == "." ? root_ : inside(folder);
    std::error_code error;
    if (!fs::is_directory(top, error)) throw no_path(folder, "is no folder of the workspace");
    std::vector<std::string> names;
    fs::recursive_directory_iterator it(top, fs::directory_options::skip_permission_denied, error), end;
    for (; it != end && names.size() <= kMostFiles; it.increment(error)) {
        const bool hidden = it->path().filename().string().starts_with('.');
        if (hidden) it.disable_recursion_pending();
        if (!hidden && !it->is_symlink(error) && it->is_regular_file(error))
            names.push_back(fs::relative(it->path(), root_, error).string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string Workspace::read(const std::string& given) const {
    const fs::path path = inside(given);
    std::error_code error;
    if (!fs::is_regular_file(path, error)) throw no_path(given, "is no file of the workspace");
    if (fs::file_size(path, error) > 4 * kMostFileBytes) throw no_path(given, "is larger than 4 MiB");
    return whole(path);
}

std::optional<std::string> Workspace::write(const std::string& given, const std::string& text) const {
    const fs::path path = inside(given);
    std::error_code error;
    if (path == root_ || fs::is_directory(path, error)) throw no_path(given, "is a folder");
    std::optional<std::string> before;
    if (fs::is_regular_file(path, error)) before = whole(path);
    if (!before && files("").size() >= kMostFiles)
        throw no_path(given, fmt::format("would be file {}", kMostFiles + 1));
    fs::create_directories(path.parent_path(), error);
    write_file(path, text, "TW4602", "check permissions and free space of the workspace");
    return before;
}

std::vector<std::string> Workspace::folders() const {
    std::vector<std::string> names;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(root_, error)) {
        if (entry.is_symlink(error) || !entry.is_directory(error)) continue;
        for (const fs::directory_entry& file : fs::directory_iterator(entry.path(), error)) {
            if (!file.path().filename().string().ends_with("_entry.cpp")) continue;
            names.push_back(entry.path().filename());
            break;
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

void Workspace::hold(const std::string& folder, const std::string& spec) const {
    inside(folder);
    const fs::path file = state_ / "held" / (folder + ".toml");
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    write_file(file, spec, "TW3103", "check free space and permissions, or set TILEWRIGHT_CACHE");
}

std::optional<std::string> Workspace::held(const std::string& folder) const {
    inside(folder);
    const std::string text = whole(state_ / "held" / (folder + ".toml"));
    return text.empty() ? std::nullopt : std::optional(text);
}

std::string Workspace::without_places(std::string text) const {
    replace_all(text, room_.string() + "/", "");
    replace_all(text, room_.string(), ".");
    replace_all(text, root_.string() + "/", "");
    replace_all(text, root_.string(), ".");
    const fs::path cache = fs::absolute(engine::KernelCache::directory());
    replace_all(text, (cache / "isolated").string(), "<cache>");
    replace_all(text, cache.string(), "<cache>");
    return text;
}

}  // namespace tilewright::cli::mcp
