// Reading the gate's errors, and whose file is whose.
#include "engine/build/refusal.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <sstream>

#include "base/environment.hpp"
#include "engine/build/cache.hpp"
#include "engine/build/compile.hpp"
#include "engine/build/dependency.hpp"

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {

constexpr const char* kGate = "tilewright-gate|";

std::vector<std::string> parts_of(const std::string& line) {
    std::vector<std::string> parts;
    std::istringstream in(line.substr(line.find(kGate)));
    for (std::string part; std::getline(in, part, '|');) parts.push_back(part);
    return parts;
}

std::string readable_name(const std::string& name) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                      std::free);
    return status == 0 && text ? text.get() : name;
}

Finding refused(const std::string& kind, const std::string& name) {
    Finding finding;
    if (kind == "assembly") {
        finding.code = "TW3111";
        finding.message = fmt::format("a kernel may not use assembly: \"{}\"", name);
        finding.why = "it would run on this machine's processor, unseen by any check";
    } else if (kind == "load") {
        finding.code = "TW3112";
        finding.message = fmt::format("a kernel may not run anything when it is loaded: {}", name);
        finding.why = "kernels are loaded into this process before any program runs";
    } else if (kind == "machine") {
        finding.code = "TW3110";
        finding.message = fmt::format("a kernel may not use {}", name);
        finding.why =
            "it belongs to this machine's processor: its flags, segments, rounding and stack are the engine's";
    } else {
        const std::string readable = readable_name(name);
        if (kind == "function" && ::dlsym(RTLD_DEFAULT, name.c_str()) == nullptr) {
            finding.code = "TW3101";
            finding.message = fmt::format("undefined symbol: {}", readable);
            finding.why = "it is declared, and neither the kernel nor its headers define it";
            finding.fix = "define it in the kernel or in a header that it includes";
            return finding;
        }
        finding.code = "TW3110";
        finding.message = kind == "function" ? fmt::format("a kernel may not call {}", readable)
                                             : fmt::format("a kernel may not touch {}", readable);
        finding.why = "it belongs to this machine; on the card there is no such thing";
    }
    finding.fix = "leave it out; a kernel that you trust may: TILEWRIGHT_TRUST_KERNELS=on";
    return finding;
}

bool lies_in(const fs::path& file, const fs::path& folder) {
    const fs::path relative = file.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
}

// Folders that hold everybody's files are nobody's own.
bool is_common(const fs::path& folder) {
    std::error_code ignored;
    for (const fs::path& common :
         {fs::path("/"), fs::path("/home"), fs::path("/root"), fs::path("/usr"), fs::path("/etc"), fs::path("/var"),
          fs::path("/opt"), fs::path("/mnt"), fs::temp_directory_path(ignored), fs::path(environment::text("HOME"))}) {
        if (!common.empty() && folder == common.lexically_normal()) return true;
    }
    return false;
}

// The kernel's folder, and the project around it; where nothing says how far that goes, the folder above.
std::vector<fs::path> own_folders(const KernelBuildRequest& request) {
    std::vector<fs::path> folders = request.include_roots;
    if (request.source_path.empty()) {
        std::error_code ignored;
        folders.push_back(fs::current_path(ignored));
        return folders;
    }
    const fs::path folder = request.source_path.parent_path();
    folders.push_back(folder);
    for (fs::path at = folder; !is_common(at) && at.has_relative_path(); at = at.parent_path()) {
        std::error_code ignored;
        for (const char* mark : {".git", "CMakeLists.txt", "pyproject.toml", "spec.toml"}) {
            if (!fs::exists(at / mark, ignored)) continue;
            folders.push_back(at);
            if (std::string(mark) == ".git") return folders;
        }
    }
    if (!is_common(folder.parent_path())) folders.push_back(folder.parent_path());
    return folders;
}

}  // namespace

std::optional<Finding> refused_by_gate(const KernelBuildRequest& request, const std::string& output) {
    std::istringstream in(output);
    std::optional<Finding> first;
    std::vector<std::string> more;
    for (std::string line; std::getline(in, line);) {
        if (line.find(kGate) == std::string::npos) continue;
        const std::vector<std::string> parts = parts_of(line);
        if (parts.size() < 5) continue;
        if (!first) {
            first = refused(parts[1], parts[2]);
            first->place.kernel = shown_name(request);
            if (!parts[3].empty())
                first->place.stack.push_back(
                    {parts.size() > 5 ? parts[5] : "", parts[3], static_cast<uint32_t>(std::stoul(parts[4]))});
        } else if (const std::string& name = parts[2]; first->message.find(name) == std::string::npos &&
                                                       std::find(more.begin(), more.end(), name) == more.end()) {
            more.push_back(name);
        }
    }
    if (first && !more.empty()) first->seen.push_back(fmt::format("also refused: {}", fmt::join(more, ", ")));
    return first;
}

std::vector<std::string> files_in(const std::string& output) {
    std::vector<std::string> files;
    std::istringstream in(output);
    for (std::string line; std::getline(in, line);) {
        constexpr const char* kIncluded = "In file included from ";
        if (line.starts_with(kIncluded)) line = line.substr(std::string(kIncluded).size());
        const size_t colon = line.find(':');
        if (line.starts_with('/') && colon != std::string::npos && std::isdigit(line[colon + 1]) != 0)
            files.push_back(line.substr(0, colon));
    }
    return files;
}

std::string foreign_file(const KernelBuildRequest& request, const std::vector<std::string>& files) {
    if (request.trusted) return {};
    const std::vector<fs::path> own = own_folders(request);
    for (const std::string& file : files) {
        std::error_code error;
        fs::path real = fs::weakly_canonical(file, error);
        if (error) real = fs::absolute(file).lexically_normal();
        const auto holds = [&](const fs::path& folder) {
            std::error_code ignored;
            return lies_in(real, fs::weakly_canonical(folder, ignored));
        };
        const fs::path plain = fs::absolute(file).lexically_normal();
        // What is put around the kernel.
        if (lies_in(plain, KernelCache::directory()) && plain.string().ends_with("kernel.cpp")) continue;
        if (is_platform_file(plain.string()) || is_platform_file(real.string())) continue;
        if (std::none_of(own.begin(), own.end(), holds)) return plain.string();
    }
    return {};
}

Finding refused_file(const KernelBuildRequest& request, const std::string& file) {
    Finding finding;
    finding.code = "TW3113";
    finding.message = fmt::format("kernel {} reads {}, which is none of its files", shown_name(request), file);
    finding.why =
        "a kernel may read its own folder, the project around it, the program's include folders and the "
        "headers of the platform";
    finding.fix =
        "move the file there, give its folder as an include root, or trust the kernel: "
        "TILEWRIGHT_TRUST_KERNELS=on";
    finding.place.kernel = shown_name(request);
    return finding;
}

}  // namespace tilewright::engine
