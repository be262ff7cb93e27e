// Escaping, language by language.
#include "workshop/spec/escape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>

namespace tilewright::workshop::rows {

namespace {

bool is_control(char letter) { return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f; }

std::string one_line(std::string text) {
    std::replace_if(text.begin(), text.end(), is_control, ' ');
    return text;
}

bool ends_with(const std::string& text, std::string_view end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// `joined` (gen/text.hpp) takes lines that end so for the head of a function.
bool has_head_of_function(const std::string& text) {
    return text.find(") {\n") != std::string::npos || ends_with(text, ") {");
}

// A line's end that compilers take for a joint; of blanks behind it GCC leaves nothing, even in a raw string.
bool has_joint_and_blanks(const std::string& text) {
    for (size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', end + 1)) {
        const size_t last = end == 0 ? std::string::npos : text.find_last_not_of(" \t", end - 1);
        if (last == std::string::npos || last + 1 == end) continue;
        if (text[last] == '\\' || (text[last] == '/' && last >= 2 && text.compare(last - 2, 2, "\?\?") == 0))
            return true;
    }
    return false;
}

}  // namespace

std::string cpp_string(const std::string& text) {
    std::string result = "\"";
    for (size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        if (letter == '\n') {
            result += "\\n";
        } else if (letter == '\t') {
            result += "\\t";
        } else if (is_control(letter)) {
            result += fmt::format("\\{:03o}",
                                  static_cast<unsigned>(static_cast<unsigned char>(letter)));  // never more digits
        } else {
            const bool trigraph = letter == '?' && i > 0 && text[i - 1] == '?';
            if (letter == '"' || letter == '\\' || trigraph) result += '\\';
            result += letter;
        }
    }
    return result + "\"";
}

std::string cpp_block(const std::string& text) {
    const auto odd = [](char letter) { return is_control(letter) && letter != '\n' && letter != '\t'; };
    const bool plain = text.find(")toml\"") == std::string::npos && !has_head_of_function(text) &&
                       !has_joint_and_blanks(text) && std::none_of(text.begin(), text.end(), odd);
    if (plain) return "R\"toml(" + text + ")toml\"";
    std::string result;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        result += (result.empty() ? "" : "\n    ") + cpp_string(text.substr(begin, end - begin));
        begin = end;
    }
    return result.empty() ? "\"\"" : result;
}

std::string cpp_comment(const std::string& text) {
    std::istringstream words(one_line(text));
    std::string result;
    for (std::string word; words >> word;) {
        // At the end of a line these would make the next one part of the comment.
        if (ends_with(word, "\\") || ends_with(word, "\?\?/")) word += ".";
        result += (result.empty() ? "" : " ") + word;
    }
    return result;
}

std::string python_docstring(const std::string& text) {
    const std::string line = one_line(text);
    std::string result;
    for (size_t i = 0; i < line.size(); ++i) {
        // Quotes that could end the docstring: those beside each other, and one at its end.
        const bool ends =
            line[i] == '"' && (i + 1 == line.size() || line[i + 1] == '"' || (i > 0 && line[i - 1] == '"'));
        if (line[i] == '\\' || ends) result += '\\';
        result += line[i];
    }
    return result;
}

std::string toml_string(const std::string& text) {
    std::string result = "\"";
    for (const char letter : text) {
        if (is_control(letter)) {
            result += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(letter)));
            continue;
        }
        if (letter == '"' || letter == '\\') result += '\\';
        result += letter;
    }
    return result + "\"";
}

std::string markdown_text(const std::string& text) {
    const std::string line = one_line(text);
    const std::string words = line.substr(std::min(line.find_first_not_of(' '), line.size()));  // no indented block
    std::string result;
    // What begins a line may begin a block: of code, a heading, a quotation, a list, a rule.
    for (const char* block : {"```", "~~~", "#", ">", "- ", "+ ", "* ", "--", "==", "**", "__", "|"}) {
        const std::string_view start = block;
        if (words.compare(0, start.size(), start) == 0 || words == start.substr(0, 1)) {
            result = "\\";
            break;
        }
    }
    for (const char letter : words) result += letter == '<' ? "&lt;" : std::string(1, letter);
    return result;
}

}  // namespace tilewright::workshop::rows
