// libdw: from a program counter to the chain of (inlined) functions and lines.
#include "engine/build/symbolize.hpp"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string_view>

namespace tilewright::engine {

namespace {

bool is_name_letter(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

// What follows the word "operator" at `at`, which may be made of brackets itself; npos: no such word there.
size_t end_of_operator(const std::string& text, size_t at) {
    constexpr std::string_view kWord = "operator";
    if (text.compare(at, kWord.size(), kWord) != 0 || (at != 0 && is_name_letter(text[at - 1])))
        return std::string::npos;
    size_t end = at + kWord.size();
    if (end < text.size() && is_name_letter(text[end])) return std::string::npos;
    for (const std::string_view symbol : {"<=>", "<<=", ">>=", "->*", "()", "[]", "<<", ">>", "<=", ">=", "->"}) {
        if (text.compare(end, symbol.size(), symbol) == 0) return end + symbol.size();
    }
    if (end < text.size() && (text[end] == '<' || text[end] == '>')) return end + 1;
    // A conversion: the type it gives belongs to the name.
    while (end < text.size() && text[end] == ' ') ++end;
    return end;
}

// Without what stands between balanced brackets of this kind. The words of an operator are kept.
std::string without(const std::string& text, char open, char close) {
    std::string kept;
    int depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        if (const size_t end = end_of_operator(text, i); end != std::string::npos && depth == 0) {
            kept.append(text, i, end - i);
            i = end - 1;
        } else if (text[i] == open) {
            ++depth;
        } else if (text[i] == close && depth > 0) {
            --depth;
        } else if (depth == 0) {
            kept += text[i];
        }
    }
    return kept;
}

}  // namespace

std::string plain_function_name(std::string text) {
    if (const size_t clone = text.find(" ["); clone != std::string::npos) text.resize(clone);
    for (const std::string_view unnamed : {"(anonymous namespace)::", "{anonymous}::"}) {
        for (size_t at = text.find(unnamed); at != std::string::npos; at = text.find(unnamed))
            text.erase(at, unnamed.size());
    }
    // Lambdas are told by where they stand: their parameters and numbers say nothing.
    for (size_t at = text.find("{lambda("); at != std::string::npos; at = text.find("{lambda(")) {
        int depth = 0;
        size_t end = at;
        do {
            depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
        } while (++end < text.size() && depth > 0);
        text.replace(at, end - at, "lambda");
    }
    text = without(without(text, '<', '>'), '(', ')');
    if (const size_t call = text.find("lambda::operator()"); call != std::string::npos) text.erase(call + 6, 12);
    for (const std::string_view behind : {" const", " volatile", " &", " &&", " noexcept"}) {
        if (text.ends_with(behind)) text.resize(text.size() - behind.size());
    }
    // The result's type stands in front of names of templates.
    const size_t name_begins = std::min(text.find("operator"), text.size());
    if (const size_t space = text.rfind(' ', name_begins); space != std::string::npos && space < name_begins)
        text.erase(0, space + 1);
    return text;
}

namespace {

std::string demangled(const char* name) {
    if (name == nullptr) return "?";
    int status = 0;
    char* plain = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    std::string text = status == 0 && plain != nullptr ? plain : name;
    std::free(plain);
    return plain_function_name(std::move(text));
}

const char* function_name(Dwarf_Die* die) {
    Dwarf_Attribute attribute;
    if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) != nullptr) return dwarf_formstring(&attribute);
    if (dwarf_attr_integrate(die, DW_AT_name, &attribute) != nullptr) return dwarf_formstring(&attribute);
    return nullptr;
}

// Debug information of one shared object, kept open.
class DebugInfo {
public:
    explicit DebugInfo(const std::filesystem::path& library) {
        file_ = ::open(library.c_str(), O_RDONLY | O_CLOEXEC);
        if (file_ >= 0) dwarf_ = dwarf_begin(file_, DWARF_C_READ);
    }
    ~DebugInfo() {
        if (dwarf_ != nullptr) dwarf_end(dwarf_);
        if (file_ >= 0) ::close(file_);
    }
    DebugInfo(const DebugInfo&) = delete;
    DebugInfo& operator=(const DebugInfo&) = delete;

    std::vector<Frame> frames(Dwarf_Addr address) {
        std::vector<Frame> found;
        if (dwarf_ == nullptr) return found;
        Dwarf_Die unit;
        if (!unit_of(address, unit)) return found;
        Frame at;
        if (Dwarf_Line* line = dwarf_getsrc_die(&unit, address)) {
            int number = 0, column = 0;
            dwarf_lineno(line, &number);
            dwarf_linecol(line, &column);
            const char* file = dwarf_linesrc(line, nullptr, nullptr);
            at.file = file == nullptr ? "" : file;
            at.line = static_cast<uint32_t>(number);
            at.column = static_cast<uint32_t>(column);
        }
        // By address only the innermost scope is of use: from an inlined call on, libdw goes to where the function is
        // written. Parents of the innermost entry are the callers.
        Dwarf_Die* innermost = nullptr;
        const int innermost_count = dwarf_getscopes(&unit, address, &innermost);
        Dwarf_Die* scopes = nullptr;
        const int count = innermost_count > 0 ? dwarf_getscopes_die(&innermost[0], &scopes) : 0;
        for (int i = 0; i < count; ++i) {
            const int tag = dwarf_tag(&scopes[i]);
            if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) continue;
            at.function = demangled(function_name(&scopes[i]));
            found.push_back(at);
            if (tag == DW_TAG_subprogram) break;
            at = call_site(unit, scopes[i]);
        }
        std::free(scopes);
        std::free(innermost);
        if (found.empty() && at.line != 0) found.push_back(at);
        return found;
    }

private:
    bool unit_of(Dwarf_Addr address, Dwarf_Die& unit) {
        if (dwarf_addrdie(dwarf_, address, &unit) != nullptr) return true;
        // Without an address index: try the units in turn.
        Dwarf_Off offset = 0, next = 0;
        size_t header = 0;
        while (dwarf_nextcu(dwarf_, offset, &next, &header, nullptr, nullptr, nullptr) == 0) {
            Dwarf_Die die;
            if (dwarf_offdie(dwarf_, offset + header, &die) != nullptr && dwarf_haspc(&die, address) > 0) {
                unit = die;
                return true;
            }
            offset = next;
        }
        return false;
    }

    Frame call_site(Dwarf_Die& unit, Dwarf_Die& inlined) {
        Frame at;
        Dwarf_Attribute attribute;
        Dwarf_Word number = 0;
        if (dwarf_formudata(dwarf_attr(&inlined, DW_AT_call_line, &attribute), &number) == 0)
            at.line = static_cast<uint32_t>(number);
        if (dwarf_formudata(dwarf_attr(&inlined, DW_AT_call_column, &attribute), &number) == 0)
            at.column = static_cast<uint32_t>(number);
        Dwarf_Files* files = nullptr;
        size_t count = 0;
        if (dwarf_formudata(dwarf_attr(&inlined, DW_AT_call_file, &attribute), &number) == 0 &&
            dwarf_getsrcfiles(&unit, &files, &count) == 0) {
            const char* file = dwarf_filesrc(files, number, nullptr, nullptr);
            at.file = file == nullptr ? "" : file;
        }
        return at;
    }

    int file_ = -1;
    Dwarf* dwarf_ = nullptr;
};

std::mutex mutex;

DebugInfo& debug_info(const std::filesystem::path& library) {
    static auto* open = new std::map<std::filesystem::path, std::unique_ptr<DebugInfo>>();
    auto& info = (*open)[library];
    if (!info) {
        if (open->size() > 64) {
            open->clear();
            return *((*open)[library] = std::make_unique<DebugInfo>(library));
        }
        info = std::make_unique<DebugInfo>(library);
    }
    return *info;
}

}  // namespace

std::vector<Frame> symbolize(const KernelImage& image, const void* pc) {
    if (!image.contains(pc)) return {};
    std::lock_guard lock(mutex);
    std::vector<Frame> frames = debug_info(image.library).frames(reinterpret_cast<uintptr_t>(pc) - image.load_base);
    // A kernel given as text has a name, and no folder.
    for (Frame& frame : frames) {
        if (std::filesystem::path(frame.file).filename() == image.source_name) frame.file = image.source_name;
    }
    // The wrapper's own entry says nothing.
    std::erase_if(frames, [](const Frame& frame) {
        return frame.function == "tw_kernel_entry" || std::filesystem::path(frame.file).filename() == "<generated>";
    });
    return frames;
}

}  // namespace tilewright::engine
