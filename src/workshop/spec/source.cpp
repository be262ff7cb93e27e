// Positions in specs and the refusals that show them.
#include "workshop/spec/source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace tilewright::workshop::rows {

std::string Source::line(uint32_t number) const {
    size_t begin = 0;
    for (uint32_t i = 1; i < number; ++i) {
        begin = text.find('\n', begin);
        if (begin == std::string::npos) return "";
        ++begin;
    }
    return text.substr(begin, text.find('\n', begin) - begin);
}

Position Source::at(size_t offset) const {
    Position position{1, 1};
    for (size_t i = 0; i < offset && i < text.size(); ++i) {
        if (text[i] == '\n') {
            ++position.line;
            position.column = 1;
        } else {
            ++position.column;
        }
    }
    return position;
}

size_t Source::offset(Position position) const {
    size_t begin = 0;
    for (uint32_t i = 1; i < position.line; ++i) {
        const size_t end = text.find('\n', begin);
        if (end == std::string::npos) return text.size();
        begin = end + 1;
    }
    return std::min(begin + position.column - 1, text.size());
}

void refuse(const Source& source, Position position, const char* code, const std::string& message,
            const std::string& fix) {
    Finding finding;
    finding.code = code;
    finding.message = message;
    finding.fix = fix;
    if (position.line != 0) {
        finding.place.stack.push_back({"", source.name, position.line, position.column});
        finding.seen.push_back(source.line(position.line));
        finding.seen.push_back(std::string(position.column > 0 ? position.column - 1 : 0, ' ') + "^");
    } else {
        finding.place.kernel = source.name;
    }
    throw Error(finding, Exit::Usage);
}

namespace {

// Insertions, deletions, substitutions and swaps of neighbours, one each.
size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::vector<size_t>> table(a.size() + 1, std::vector<size_t>(b.size() + 1));
    for (size_t i = 0; i <= a.size(); ++i) {
        for (size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                table[i][j] = i + j;
                continue;
            }
            const size_t change = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
            }
        }
    }
    return table[a.size()][b.size()];
}

}  // namespace

std::string suggestion(const std::string& word, const std::vector<std::string>& known, const std::string& kind) {
    const std::string* best = nullptr;
    size_t least = std::max<size_t>(1, (word.size() + 1) / 2);
    for (const std::string& name : known) {
        const size_t d = distance(word, name);
        if (d <= least && (best == nullptr || d < least)) {
            least = d;
            best = &name;
        }
    }
    if (best != nullptr) return fmt::format("did you mean \"{}\"?", *best);
    if (known.empty()) return fmt::format("there are no {} yet", kind);
    return fmt::format("the {} are: {}", kind, fmt::join(known, ", "));
}

}  // namespace tilewright::workshop::rows
