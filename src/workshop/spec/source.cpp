// Positions in specs and the refusals that show them.
#include "workshop/spec/source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "workshop/spec/limits.hpp"

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
        // Of a long line the part around the place.
        constexpr size_t before = 60, whole = 120;
        std::string line = source.line(position.line);
        size_t mark = position.column > 0 ? position.column - 1 : 0;
        if (line.size() > whole) {
            const size_t from = std::min(mark > before ? mark - before : 0, line.size());
            const std::string head = from > 0 ? "... " : "", tail = line.size() - from > whole ? " ..." : "";
            line = head + line.substr(from, whole) + tail;
            mark = mark - from + head.size();
        }
        finding.seen.push_back(line);
        finding.seen.push_back(std::string(mark, ' ') + "^");
    } else {
        finding.place.kernel = source.name;
    }
    throw Error(finding, Exit::Usage);
}

void check_name(const Source& source, Position position, const std::string& name) {
    if (name.size() <= kMostNameLetters) return;
    refuse(source, position, "TW4122",
           fmt::format("the name {} has {} letters; it can have {}", clipped(name, 20), name.size(), kMostNameLetters),
           "give it a shorter one");
}

std::string clipped(const std::string& text, size_t letters) {
    return text.size() <= letters ? text : text.substr(0, letters) + "...";
}

size_t letters_between(const std::string& a, const std::string& b) {
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

std::string suggestion(const std::string& word, const std::vector<std::string>& known, const std::string& kind) {
    const std::string* best = nullptr;
    size_t least = std::max<size_t>(1, (word.size() + 1) / 2);
    for (const std::string& name : known) {
        if (word.size() > 2 * kMostNameLetters) break;  // near to nothing
        const size_t d = letters_between(word, name);
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
