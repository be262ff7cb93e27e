// Finds compute kernels with code for one of the three compute threads only. Reads the kernel and the headers of the
// user's own tree that it includes; the platform's headers are known to work either way.
#include <map>
#include <mutex>
#include <set>
#include <sstream>

#include "engine/build/cache.hpp"
#include "engine/build/compile.hpp"
#include "engine/build/wrapper.hpp"

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {

bool has_thread_words(const std::string& code) {
    for (const char* word :
         {"TRISC_UNPACK", "TRISC_MATH", "TRISC_PACK", "COMPILE_FOR_TRISC", "UCK_CHLKC_UNPACK", "UCK_CHLKC_MATH",
          "UCK_CHLKC_PACK", "mailbox_read", "mailbox_write", "get_tile_address", "read_tile_value"}) {
        if (mentions_word(code, word)) return true;
    }
    return code.find("packthread") != std::string::npos || code.find("_tile_pack") != std::string::npos;
}

// Names in #include lines; `text` still has its string literals.
std::vector<std::string> included_names(const std::string& text) {
    std::vector<std::string> names;
    std::istringstream in(text);
    std::string line;
    while (std::getline(in, line)) {
        size_t at = line.find_first_not_of(" \t");
        if (at == std::string::npos || line[at] != '#') continue;
        at = line.find_first_not_of(" \t", at + 1);
        if (at == std::string::npos || line.compare(at, 7, "include") != 0) continue;
        const size_t open = line.find_first_of("\"<", at);
        if (open == std::string::npos) continue;
        const size_t close = line.find(line[open] == '<' ? '>' : '"', open + 1);
        if (close != std::string::npos) names.push_back(line.substr(open + 1, close - open - 1));
    }
    return names;
}

class Search {
public:
    explicit Search(const KernelBuildRequest& request) : folders_(include_folders(request)) {}
    bool look_at(const std::string& text, const fs::path& folder) {
        if (has_thread_words(code_only(text))) return true;
        for (const std::string& name : included_names(text)) {
            const fs::path header = resolve(name, folder);
            if (header.empty() || !seen_.insert(header.string()).second) continue;
            Dependency dependency;
            if (describe(header.string(), dependency)) files.push_back(dependency);
            if (look_at(read_file(header), header.parent_path())) return true;
        }
        return false;
    }
    std::vector<Dependency> files;

private:
    // A header of the user's tree; empty for the platform's.
    fs::path resolve(const std::string& name, const fs::path& folder) const {
        std::error_code error;
        if (!folder.empty() && fs::is_regular_file(folder / name, error)) return (folder / name).lexically_normal();
        for (const fs::path& root : folders_) {
            if (fs::is_regular_file(root / name, error)) return (root / name).lexically_normal();
        }
        return {};
    }
    std::vector<fs::path> folders_;
    std::set<std::string> seen_;
};

}  // namespace

bool source_has_thread_specific_code(const KernelBuildRequest& given) {
    if (kernel_supplier() != nullptr) return kernel_supplier()->has_thread_specific_code(given);
    const KernelBuildRequest request = with_absolute_paths(given);
    if (request.source_path.empty()) return Search(request).look_at(request.source_text, {});
    struct Answer {
        std::vector<Dependency> files;
        bool found = false;
    };
    static std::mutex mutex;
    static auto* answers = new std::map<std::string, Answer>();
    std::string key = request.source_path.string();
    for (const fs::path& root : request.include_roots) key += "\n" + root.string();
    const std::lock_guard lock(mutex);
    if (auto it = answers->find(key); it != answers->end() && unchanged(it->second.files)) return it->second.found;
    Search search(request);
    Answer answer;
    Dependency kernel;
    const std::string text = kernel_text_of(request);
    if (describe(request.source_path.string(), kernel)) search.files.push_back(kernel);
    answer.found = search.look_at(text, request.source_path.parent_path());
    answer.files = std::move(search.files);
    (*answers)[key] = answer;
    return answer.found;
}

}  // namespace tilewright::engine
