// A reader of kernel sources that knows how arguments are fetched: NAME = get_compile_time_arg_val(2), NAME =
// get_arg_val<uint32_t>(1), NAME = get_arg_val<uint32_t>(i++), NAME = TensorAccessorArgs<6>().
#include "report/kernel_text.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace tilewright::report {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The word that ends at `end`, skipping white space.
std::string word_before(const std::string& text, size_t end) {
    while (end > 0 && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0) --end;
    size_t begin = end;
    while (begin > 0 && is_word(text[begin - 1])) --begin;
    return text.substr(begin, end - begin);
}

// "constexpr uint32_t blocks = get_..." -> "blocks"; empty without an assignment.
std::string assigned_name(const std::string& line, size_t call) {
    const size_t equals = line.rfind('=', call);
    return equals == std::string::npos || equals == 0 ? "" : word_before(line, equals);
}

void find_arguments(const std::string& line, const std::string& call, std::map<uint32_t, std::string>& names,
                    uint32_t& next) {
    for (size_t at = line.find(call); at != std::string::npos; at = line.find(call, at + 1)) {
        if (at > 0 && is_word(line[at - 1])) continue;
        const size_t open = line.find('(', at), close = line.find(')', at);
        if (open == std::string::npos || close == std::string::npos) continue;
        const std::string index = line.substr(open + 1, close - open - 1);
        const bool digits = !index.empty() && std::all_of(index.begin(), index.end(), ::isdigit);
        if (digits) {
            next = static_cast<uint32_t>(std::stoul(index)) + 1;
        } else if (index.find("++") != std::string::npos) {
            ++next;
        } else {
            continue;  // computed: only a run could tell
        }
        const std::string name = assigned_name(line, at);
        if (!name.empty()) names.emplace(next - 1, name);
    }
}

void add_once(std::vector<std::string>& list, const std::string& entry) {
    if (std::find(list.begin(), list.end(), entry) == list.end()) list.push_back(entry);
}

void find_calls(const std::string& line, KernelText& text) {
    static const char* const raw[] = {"cb_",   "noc_",   "tilize", "untilize",  "reduce",   "mul_",    "add_",
                                      "sub_",  "copy_",  "pack_",  "tile_regs", "binary_",  "unary_",  "matmul",
                                      "mm_",   "rsqrt_", "recip_", "exp_",      "sqrt_",    "square_", "bcast_",
                                      "fill_", "where_", "log_",   "init_",     "transpose"};
    for (size_t begin = 0; begin < line.size();) {
        if (!is_word(line[begin]) || std::isdigit(static_cast<unsigned char>(line[begin])) != 0) {
            ++begin;
            continue;
        }
        size_t end = begin;
        while (end < line.size() && (is_word(line[end]) || (line.compare(end, 2, "::") == 0) ||
                                     (line[end] == ':' && end > begin && line[end - 1] == ':')))
            ++end;
        const std::string name = line.substr(begin, end - begin);
        const bool call = end < line.size() && (line[end] == '(' || line[end] == '<');
        if (call && name.find("::") != std::string::npos) {
            const std::string space = name.substr(0, name.find("::"));
            if (space != "std" && space != "ckernel" && std::islower(static_cast<unsigned char>(name[0])) != 0)
                add_once(text.helpers, name);
        } else if (call && std::any_of(std::begin(raw), std::end(raw),
                                       [&](const char* prefix) { return name.rfind(prefix, 0) == 0; })) {
            if (line[end] == '(' || line.find('(', end) != std::string::npos) add_once(text.raw_calls, name);
        }
        begin = end + 1;
    }
}

}  // namespace

KernelText read_kernel(const std::string& source) {
    KernelText text;
    std::istringstream lines(source);
    uint32_t compile_time = 0, runtime = 0, common = 0;
    bool at_top = true;
    for (std::string line; std::getline(lines, line);) {
        const size_t first = line.find_first_not_of(" \t");
        if (first == std::string::npos) continue;
        if (at_top && line.compare(first, 2, "//") == 0) {
            const size_t word = line.find_first_not_of("/ ", first);
            if (word != std::string::npos)
                text.first_comment += (text.first_comment.empty() ? "" : " ") + line.substr(word);
            continue;
        }
        at_top = false;
        if (line[first] == '#') continue;
        if (const size_t comment = line.find("//"); comment != std::string::npos) line.erase(comment);
        find_arguments(line, "get_compile_time_arg_val", text.compile_time, compile_time);
        find_arguments(line, "get_arg_val", text.runtime, runtime);
        find_arguments(line, "get_common_arg_val", text.common, common);
        if (const size_t at = line.find("TensorAccessorArgs<"); at != std::string::npos) {
            const size_t digits = at + 19;
            if (digits < line.size() && std::isdigit(static_cast<unsigned char>(line[digits])) != 0) {
                const auto index = static_cast<uint32_t>(std::stoul(line.substr(digits)));
                const std::string name = assigned_name(line, at);
                text.compile_time.emplace(index, (name.empty() ? "tensor" : name) + " (TensorAccessorArgs)");
            }
        }
        find_calls(line, text);
    }
    return text;
}

}  // namespace tilewright::report
