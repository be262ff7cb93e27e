// Filling the gaps of source text.
#include "workshop/export/template.hpp"

#include <fmt/format.h>

#include <sstream>

#include "base/error.hpp"

namespace tilewright::workshop::exported {

namespace {

const std::string& value_of(const Gaps& gaps, const std::string& name) {
    const auto it = gaps.find(name);
    if (it == gaps.end()) throw InternalError(fmt::format("export: nothing fills the gap @{}@", name));
    return it->second;
}

bool is_name(const std::string& text) {
    if (text.empty()) return false;
    for (const char letter : text) {
        if (!std::isalnum(static_cast<unsigned char>(letter)) && letter != '_') return false;
    }
    return true;
}

std::string filled_line(const std::string& line, const Gaps& gaps) {
    std::string made;
    size_t at = 0;
    while (at < line.size()) {
        const size_t begin = line.find('@', at);
        const size_t end = begin == std::string::npos ? begin : line.find('@', begin + 1);
        const std::string name = end == std::string::npos ? "" : line.substr(begin + 1, end - begin - 1);
        if (!is_name(name)) {  // an ordinary letter
            const size_t stop = begin == std::string::npos ? line.size() : begin + 1;
            made += line.substr(at, stop - at);
            at = stop;
            continue;
        }
        made += line.substr(at, begin - at) + value_of(gaps, name);
        at = end + 1;
    }
    return made;
}

}  // namespace

std::string filled(const std::string& text, const Gaps& gaps) {
    std::string made;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const size_t first = line.find_first_not_of(' ');
        const bool whole = first != std::string::npos && line[first] == '@' && line.back() == '@' &&
                           is_name(line.substr(first + 1, line.size() - first - 2));
        if (!whole) {
            made += filled_line(line, gaps) + "\n";
            continue;
        }
        std::istringstream values(value_of(gaps, line.substr(first + 1, line.size() - first - 2)));
        for (std::string value; std::getline(values, value);) {
            made += (value.empty() ? "" : line.substr(0, first) + value) + "\n";
        }
    }
    return made;
}

std::string lines_of(const std::vector<std::string>& items, const std::string& end) {
    std::string text;
    for (const std::string& item : items) text += item + end + "\n";
    return text;
}

}  // namespace tilewright::workshop::exported
