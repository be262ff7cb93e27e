// Source text, line by line.
#include "workshop/gen/text.hpp"

#include <fmt/format.h>

#include <sstream>

#include "workshop/spec/escape.hpp"

namespace tilewright::workshop::rows {

Text& Text::line(const std::string& text) {
    if (!text.empty()) text_ += std::string(4 * depth_, ' ') + text;
    text_ += "\n";
    return *this;
}

Text& Text::list(const std::string& head, const std::vector<std::string>& items, const std::string& tail) {
    const size_t indent = 4 * depth_;
    std::string whole = head;
    for (size_t i = 0; i < items.size(); ++i) whole += (i ? ", " : "") + items[i];
    whole += tail;
    if (indent + whole.size() <= kColumns) return line(whole);
    // Continued below the first item.
    std::string current = std::string(indent, ' ') + head;
    const size_t align = current.size();
    for (size_t i = 0; i < items.size(); ++i) {
        const std::string piece = items[i] + (i + 1 < items.size() ? "," : tail);
        const bool first = i == 0;
        if (!first && current.size() + 1 + piece.size() > kColumns) {
            text_ += current + "\n";
            current = std::string(align, ' ') + piece;
        } else {
            current += (first ? "" : " ") + piece;
        }
    }
    text_ += current + "\n";
    return *this;
}

Text& Text::filled(const std::string& head, const std::vector<std::string>& items, const std::string& tail) {
    line(head);
    const std::string indent(4 * depth_ + 4, ' ');
    std::string current = indent;
    for (size_t i = 0; i < items.size(); ++i) {
        const std::string piece = items[i] + (i + 1 < items.size() ? "," : tail);
        const bool first = current.size() == indent.size();
        if (!first && current.size() + 1 + piece.size() > kColumns) {
            text_ += current + "\n";
            current = indent + piece;
        } else {
            current += (first ? "" : " ") + piece;
        }
    }
    text_ += current + "\n";
    return *this;
}

Text& Text::comment(const std::string& text) {
    std::istringstream words(cpp_comment(text));
    std::string current = std::string(4 * depth_, ' ') + "//";
    for (std::string word; words >> word;) {
        if (current.size() + 1 + word.size() > kColumns) {
            text_ += current + "\n";
            current = std::string(4 * depth_, ' ') + "//";
        }
        current += " " + word;
    }
    text_ += current + "\n";
    return *this;
}

std::string joined(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    const auto indent = [](const std::string& line) { return line.find_first_not_of(' '); };
    std::string result;
    for (size_t i = 0; i < lines.size(); ++i) {
        const std::string& head = lines[i];
        const bool opens = head.size() > 3 && head.substr(head.size() - 3) == ") {";
        if (opens && i + 2 < lines.size()) {
            const size_t at = indent(head);
            const std::string word = head.substr(at, head.find_first_of(" (", at) - at);
            const bool control = word == "if" || word == "for" || word == "while" || word == "else" || word == "switch";
            const std::string& body = lines[i + 1];
            const std::string& tail = lines[i + 2];
            const bool one = !body.empty() && body.back() == ';' && indent(body) == at + 4 && indent(tail) == at &&
                             (tail.substr(at) == "}" || tail.substr(at) == "};");
            const std::string whole = head + " " + body.substr(body.empty() ? 0 : indent(body)) + " " +
                                      (tail.empty() ? "" : tail.substr(indent(tail)));
            if (!control && one && whole.size() <= kColumns) {
                result += whole + "\n";
                i += 2;
                continue;
            }
        }
        result += head + "\n";
    }
    return result;
}

std::string pascal_case(const std::string& snake) {
    std::string text;
    bool upper = true;
    for (const char letter : snake) {
        if (letter == '_') {
            upper = true;
            continue;
        }
        text += upper ? static_cast<char>(std::toupper(letter)) : letter;
        upper = false;
    }
    return text;
}

std::string number_text(double value) {
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".en") == std::string::npos) text += ".0";
    return text;
}

}  // namespace tilewright::workshop::rows
