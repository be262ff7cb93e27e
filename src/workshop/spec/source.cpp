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

size_t distance(const std::string& a, const std::string& b) {
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
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
