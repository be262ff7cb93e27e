// Texts of a spec in generated files: read back as the language reads them, they are what they were, and end where they
// must.
#include <toml++/toml.h>

#include "fuzz/target.hpp"
#include "workshop/spec/escape.hpp"

namespace tilewright::fuzz::escape {

// Adjacent literals and raw strings of C++, as a compiler with trigraphs reads them.
static std::string cpp_value(const std::string& code) {
    std::string value;
    size_t at = 0;
    const auto next = [&] { return at < code.size() ? code[at++] : '\0'; };
    while (at < code.size()) {
        const char start = next();
        if (start == ' ' || start == '\n') continue;
        if (start == 'R') {
            const size_t open = code.find('(', at);
            require(open != std::string::npos && code[at] == '"', "a raw string without its beginning: " + code);
            const std::string close = ")" + code.substr(at + 1, open - at - 1) + "\"";
            const size_t end = code.find(close, open);
            require(end != std::string::npos, "a raw string without its end: " + code);
            value += code.substr(open + 1, end - open - 1);
            at = end + close.size();
            continue;
        }
        require(start == '"', "no literal: " + code);
        for (char letter = next(); letter != '"'; letter = next()) {
            require(at < code.size() && letter != '\n', "a literal without its end: " + code);
            require(letter != '?' || code[at] != '?' || code[at + 1] != '/', "a trigraph: " + code);
            if (letter != '\\') {
                value += letter;
                continue;
            }
            letter = next();
            if (letter >= '0' && letter <= '7') {
                int number = letter - '0';
                for (int digits = 1; digits < 3 && code[at] >= '0' && code[at] <= '7'; ++digits)
                    number = number * 8 + (next() - '0');
                value += static_cast<char>(number);
            } else {
                value += letter == 'n' ? '\n' : letter == 't' ? '\t' : letter;
            }
        }
    }
    return value;
}

// A docstring of Python: where the first """ that no backslash hides begins.
static size_t docstring_end(const std::string& code) {
    for (size_t at = 0; at < code.size(); ++at) {
        if (code[at] == '\\') {
            ++at;
        } else if (code.compare(at, 3, "\"\"\"") == 0) {
            return at;
        }
    }
    return std::string::npos;
}

static bool has_control(const std::string& text) {
    for (const char letter : text)
        if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f) return true;
    return false;
}

static bool is_utf8(const std::string& text) {
    try {
        (void)toml::parse("text = '''" + text + "'''");
    } catch (const toml::parse_error&) {
        return false;
    }
    return true;
}

}  // namespace tilewright::fuzz::escape

FUZZ_TARGET(escape) {
    using namespace tilewright::workshop::rows;
    const std::string text = text_of(input);
    require(cpp_value(cpp_string(text)) == text, "cpp_string: " + cpp_string(text));
    require(cpp_value(cpp_block(text)) == text, "cpp_block: " + cpp_block(text));
    const std::string comment = cpp_comment(text);
    require(!has_control(comment) && !comment.ends_with("\\") && !comment.ends_with("\?\?/"),
            "cpp_comment: " + comment);
    const std::string docstring = python_docstring(text);
    require(!has_control(docstring), "python_docstring, a line's end: " + docstring);
    require(docstring_end(docstring + "\"\"\"") == docstring.size(), "python_docstring: " + docstring);
    const std::string markdown = markdown_text(text);
    require(!has_control(markdown) && markdown.find('<') == std::string::npos, "markdown_text: " + markdown);
    // TOML is UTF-8; whatever is, comes back.
    if (!is_utf8(text)) return;
    try {
        const toml::table table = toml::parse("text = " + toml_string(text) + "\n");
        require(table["text"].value_or(std::string("?")) == text, "toml_string: " + toml_string(text));
    } catch (const toml::parse_error& error) {
        fault(std::string(error.description()) + ": " + toml_string(text));
    }
}
