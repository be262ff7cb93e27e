// Dependency files in, manifests out and in again.
#include "engine/build/dependency.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <sstream>

#include "engine/build/cache.hpp"
#include "engine/build/kernel_build.hpp"

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {

constexpr const char* kManifestHeader = "tilewright kernel 2";

bool stat_file(const std::string& path, int64_t& mtime_ns, uint64_t& bytes) {
    struct stat info{};
    if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
    mtime_ns = int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec;
    bytes = static_cast<uint64_t>(info.st_size);
    return true;
}

}  // namespace

std::vector<std::string> files_of_rule(const std::string& text) {
    std::vector<std::string> words;
    const size_t colon = text.find(": ");
    if (colon == std::string::npos) return words;
    std::string word;
    const auto flush = [&] {
        if (!word.empty()) words.push_back(std::move(word));
        word.clear();
    };
    for (size_t i = colon + 2; i < text.size(); ++i) {
        const char next = i + 1 < text.size() ? text[i + 1] : '\0';
        if (text[i] == '\\' && next == '\n') {
            ++i;
            flush();
        } else if ((text[i] == '\\' && (next == ' ' || next == '#' || next == '\\')) ||
                   (text[i] == '$' && next == '$')) {
            word += text[++i];
        } else if (text[i] == ' ' || text[i] == '\n') {
            flush();
        } else {
            word += text[i];
        }
    }
    flush();
    return words;
}

bool is_platform_file(const std::string& given) {
    const std::string path = fs::path(given).lexically_normal().string();
    const std::string own = toolchain().kernel_api.string() + "/",
                      forwards = toolchain().kernel_forwards.string() + "/",
                      cache = KernelCache::directory().string() + "/";
    return path.starts_with(own) || path.starts_with(forwards) || path.starts_with("/usr/include/") ||
           path.starts_with("/usr/lib/") || (path.starts_with(cache) && path.ends_with(".pch"));
}

bool describe(const std::string& path, Dependency& dependency) {
    dependency.path = path;
    if (!stat_file(path, dependency.mtime_ns, dependency.bytes)) return false;
    ContentHash hash;
    hash.add(read_file(path));
    dependency.hash = hash.text();
    return true;
}

bool unchanged(Dependency& dependency) {
    int64_t mtime_ns = 0;
    uint64_t bytes = 0;
    if (!stat_file(dependency.path, mtime_ns, bytes) || bytes != dependency.bytes) return false;
    if (mtime_ns == dependency.mtime_ns) return true;
    Dependency now;
    if (!describe(dependency.path, now) || now.hash != dependency.hash) return false;
    dependency.mtime_ns = now.mtime_ns;
    return true;
}

bool unchanged(std::vector<Dependency>& dependencies) {
    return std::all_of(dependencies.begin(), dependencies.end(), [](Dependency& d) { return unchanged(d); });
}

std::vector<Dependency> read_dependency_file(const fs::path& file, const fs::path& wrapper) {
    std::vector<Dependency> found;
    for (const std::string& word : files_of_rule(read_file(file))) {
        if (word == wrapper.string() || is_platform_file(word)) continue;
        Dependency dependency;
        if (describe(fs::absolute(word).string(), dependency)) found.push_back(std::move(dependency));
    }
    return found;
}

bool older_than(const std::vector<Dependency>& dependencies, int64_t time_ns) {
    return std::all_of(dependencies.begin(), dependencies.end(),
                       [&](const Dependency& d) { return d.mtime_ns <= time_ns; });
}

int64_t now_ns() {
    const std::chrono::nanoseconds since_epoch = std::chrono::system_clock::now().time_since_epoch();
    return since_epoch.count();
}

std::string Manifest::to_text() const {
    std::string text = fmt::format("{}\n{} {} {}\n", kManifestHeader, object, object_bytes, object_hash);
    for (const Dependency& d : dependencies) text += fmt::format("{} {} {} {}\n", d.mtime_ns, d.bytes, d.hash, d.path);
    return text + "end\n";
}

bool Manifest::parse(const std::string& text, Manifest& manifest) {
    std::istringstream in(text);
    std::string line;
    if (!std::getline(in, line) || line != kManifestHeader || !std::getline(in, line)) return false;
    std::istringstream head(line);
    if (!(head >> manifest.object >> manifest.object_bytes >> manifest.object_hash)) return false;
    if (manifest.object.find('/') != std::string::npos) return false;
    while (std::getline(in, line)) {
        if (line == "end") return true;
        std::istringstream fields(line);
        Dependency d;
        if (!(fields >> d.mtime_ns >> d.bytes >> d.hash)) return false;
        fields.get();
        if (!std::getline(fields, d.path)) return false;
        manifest.dependencies.push_back(std::move(d));
    }
    return false;  // cut short
}

}  // namespace tilewright::engine
