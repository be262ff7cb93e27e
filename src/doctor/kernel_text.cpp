// Reading kernels as text.
#include "doctor/kernel_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>
#include <sstream>

#include "engine/build/kernel_build.hpp"

namespace tilewright::doctor {

namespace {

// The text of a file with the headers it includes from the kernel's own folders in place: mistakes are made there as
// well. `#line` keeps every line's name and number. Headers of the kernel API stay outside.
std::string expanded(const std::filesystem::path& path, const std::vector<std::filesystem::path>& roots,
                     std::set<std::filesystem::path>& seen) {
    static const std::regex include(R"(^\s*#include\s*"([^"]+)\")");
    std::string text = fmt::format("#line 1 \"{}\"\n", path.string());
    std::stringstream lines(engine::kernel_source(path));
    std::string line;
    for (uint32_t number = 1; std::getline(lines, line); ++number) {
        std::smatch match;
        std::filesystem::path header;
        if (std::regex_search(line, match, include)) {
            std::vector<std::filesystem::path> places = {path.parent_path() / match[1].str()};
            for (const auto& root : roots) places.push_back(root / match[1].str());
            for (const auto& place : places) {
                if (header.empty() && std::filesystem::is_regular_file(place)) header = place;
            }
        }
        if (header.empty()) {
            text += line.find("#pragma once") == std::string::npos ? line + "\n" : "\n";
        } else {
            if (seen.insert(header).second) text += expanded(header, roots, seen);
            text += fmt::format("#line {} \"{}\"\n", number + 1, path.string());
        }
    }
    return text;
}

// The text with comments blanked out, so that positions stay.
std::string without_comments(std::string text) {
    for (size_t i = 0; i + 1 < text.size(); ++i) {
        if (text[i] == '/' && text[i + 1] == '/') {
            while (i < text.size() && text[i] != '\n') text[i++] = ' ';
        } else if (text[i] == '/' && text[i + 1] == '*') {
            const size_t end = std::min(text.find("*/", i + 2), text.size() - 2);
            for (; i < end + 2; ++i) text[i] = text[i] == '\n' ? '\n' : ' ';
        }
    }
    return text;
}

std::string base_name_of(const std::string& path) { return std::filesystem::path(path).filename().string(); }

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

size_t partner(const std::string& text, size_t open, char opening, char closing) {
    int depth = 0;
    for (size_t i = open; i < text.size(); ++i) {
        if (text[i] == opening) ++depth;
        if (text[i] == closing && --depth == 0) return i;
    }
    return std::string::npos;
}

}  // namespace

std::string Call::argument(const std::string& text, size_t index) const {
    if (index >= arguments.size()) return {};
    return text.substr(arguments[index].first, arguments[index].second - arguments[index].first);
}

KernelText::KernelText(const program::KernelDescriptor& kernel) : is_path_(kernel.source.is_path) {
    if (!is_path_) {
        text_ = kernel.source.text;
    } else {
        const std::filesystem::path path = std::filesystem::absolute(
            kernel.source.resolved.empty() ? std::filesystem::path(kernel.source.text) : kernel.source.resolved);
        std::set<std::filesystem::path> seen;
        text_ = expanded(path, kernel.include_paths, seen);
        folder_ = path.parent_path();
    }
    code_ = without_comments(text_);
}

// File and line of a position: those of the last `#line` before it.
TextPlace KernelText::place(size_t position) const {
    TextPlace place{{}, 1};
    size_t from = 0;
    if (const size_t mark = text_.rfind("#line ", position); mark != std::string::npos) {
        const size_t quote = text_.find('"', mark);
        const size_t end = text_.find('"', quote + 1);
        place.line = static_cast<uint32_t>(std::stoul(text_.substr(mark + 6)));
        place.file = base_name_of(text_.substr(quote + 1, end - quote - 1));
        from = end + 2;
    }
    place.line += static_cast<uint32_t>(std::count(text_.begin() + static_cast<ptrdiff_t>(from),
                                                   text_.begin() + static_cast<ptrdiff_t>(position), '\n'));
    return place;
}

std::optional<size_t> KernelText::line_begin(const std::string& file, uint32_t line) const {
    uint32_t number = 1;
    bool right_file = text_.find("#line ") == std::string::npos;
    for (size_t at = 0; at < text_.size();) {
        const size_t end = std::min(text_.find('\n', at), text_.size());
        if (text_.compare(at, 6, "#line ") == 0) {
            number = static_cast<uint32_t>(std::stoul(text_.substr(at + 6)));
            const size_t quote = text_.find('"', at);
            right_file =
                base_name_of(text_.substr(quote + 1, text_.find('"', quote + 1) - quote - 1)) == base_name_of(file);
        } else {
            if (right_file && number == line) return at;
            ++number;
        }
        at = end + 1;
    }
    return std::nullopt;
}

size_t KernelText::line_end(size_t position) const { return std::min(text_.find('\n', position), text_.size()); }

std::optional<Call> KernelText::call_at(size_t name_begin, size_t name_end) const {
    Call call;
    call.begin = name_begin;
    size_t at = name_end;
    const auto skip = [&] {
        while (at < code_.size() && std::isspace(static_cast<unsigned char>(code_[at])) != 0) ++at;
    };
    skip();
    if (at < code_.size() && code_[at] == '<') {
        const size_t end = partner(code_, at, '<', '>');
        if (end == std::string::npos) return std::nullopt;
        at = end + 1;
        skip();
    }
    if (at >= code_.size() || code_[at] != '(') return std::nullopt;
    call.open = at;
    call.name = code_.substr(name_begin, at - name_begin);
    call.close = partner(code_, at, '(', ')');
    if (call.close == std::string::npos) return std::nullopt;
    call.statement = call.close + 1 < code_.size() && code_[call.close + 1] == ';';
    int depth = 0;
    size_t first = call.open + 1;
    const auto add = [&](size_t end) {
        size_t from = first, to = end;
        while (from < to && std::isspace(static_cast<unsigned char>(code_[from])) != 0) ++from;
        while (to > from && std::isspace(static_cast<unsigned char>(code_[to - 1])) != 0) --to;
        if (to > from) call.arguments.emplace_back(from, to);
        first = end + 1;
    };
    for (size_t i = call.open + 1; i < call.close; ++i) {
        if (code_[i] == '(' || code_[i] == '[' || code_[i] == '{' || code_[i] == '<') ++depth;
        if (code_[i] == ')' || code_[i] == ']' || code_[i] == '}' || code_[i] == '>') --depth;
        if (code_[i] == ',' && depth <= 0) add(i);
    }
    add(call.close);
    return call;
}

std::vector<Call> KernelText::calls(const std::vector<std::string>& names) const {
    std::vector<Call> found;
    for (const std::string& name : names) {
        for (size_t at = code_.find(name); at != std::string::npos; at = code_.find(name, at + 1)) {
            const size_t end = at + name.size();
            if (end < code_.size() && in_word(code_[end])) continue;
            size_t begin = at;
            if (at > 0 && in_word(code_[at - 1])) continue;
            // object.name or object->name
            while (begin > 0 && (in_word(code_[begin - 1]) || code_[begin - 1] == '.' || code_[begin - 1] == ':'))
                --begin;
            if (std::optional<Call> call = call_at(begin, end)) found.push_back(std::move(*call));
        }
    }
    std::sort(found.begin(), found.end(), [](const Call& a, const Call& b) { return a.begin < b.begin; });
    return found;
}

std::vector<Call> KernelText::calls_on_line(const std::string& file, uint32_t line,
                                            const std::vector<std::string>& names) const {
    const std::optional<size_t> begin = line_begin(file, line);
    if (!begin) return {};
    const size_t end = line_end(*begin);
    std::vector<Call> found = calls(names);
    std::erase_if(found, [&](const Call& call) { return call.begin < *begin || call.begin >= end; });
    return found;
}

static void find_rounds(const std::string& before, const std::string& bound, KernelText::Loop& loop) {
    static const std::regex starts(R"(=\s*([^=,]*[^=,\s])\s*$)");
    std::smatch match;
    const std::string first = std::regex_search(before, match, starts) ? match[1].str() : std::string("0");
    if (first == "0" || first == "0u") {
        loop.rounds_begin = loop.bound_begin;
        loop.rounds_end = loop.bound_end;
        return;
    }
    static const std::regex further(R"(^\s*\+\s*)");
    if (bound.compare(0, first.size(), first) != 0) return;
    const std::string rest = bound.substr(first.size());
    if (!std::regex_search(rest, match, further)) return;
    loop.rounds_begin = loop.bound_begin + first.size() + static_cast<size_t>(match.length());
    loop.rounds_end = loop.bound_end;
}

std::optional<KernelText::Loop> KernelText::loop_around(size_t position) const {
    static const std::regex head(R"(\bfor\s*\(([^;]*);[^;]*?(<|<=|!=)\s*([^;]+);)");
    std::optional<Loop> best;
    for (auto it = std::sregex_iterator(code_.begin(), code_.end(), head); it != std::sregex_iterator(); ++it) {
        Loop loop;
        loop.begin = static_cast<size_t>(it->position());
        if (loop.begin > position) break;
        loop.bound_begin = static_cast<size_t>(it->position(3));
        loop.bound_end = loop.bound_begin + static_cast<size_t>(it->length(3));
        find_rounds((*it)[1].str(), (*it)[3].str(), loop);
        const size_t open = code_.find('(', loop.begin);
        const size_t close = partner(code_, open, '(', ')');
        if (close == std::string::npos) continue;
        size_t body = close + 1;
        while (body < code_.size() && std::isspace(static_cast<unsigned char>(code_[body])) != 0) ++body;
        if (body >= code_.size() || code_[body] != '{') continue;
        loop.body_begin = body + 1;
        loop.body_end = partner(code_, body, '{', '}');
        if (loop.body_end == std::string::npos || position < loop.body_begin || position > loop.body_end) continue;
        if (!best || loop.begin > best->begin) best = loop;
    }
    return best;
}

std::string KernelText::indent(size_t position) const {
    const size_t before = position == 0 ? std::string::npos : text_.rfind('\n', position - 1);
    const size_t begin = before == std::string::npos ? 0 : before + 1;
    size_t end = begin;
    while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t')) ++end;
    return text_.substr(begin, end - begin);
}

void KernelText::put(program::KernelDescriptor& kernel, const KernelText& from, std::string text) {
    if (kernel.name.empty()) kernel.name = kernel.display_name();
    kernel.source = {std::move(text), false, {}};
    if (!from.folder_.empty()) kernel.include_paths.insert(kernel.include_paths.begin(), from.folder_);
}

}  // namespace tilewright::doctor
