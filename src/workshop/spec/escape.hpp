// Texts of a spec inside generated files: one function for each language they are written in. Whatever the text is, the
// file stays what it was meant to be, and literals have the text's bytes. Texts are UTF-8 (TOML is); names need none of
// this, they are lower-case letters, digits and _.
#pragma once

#include <string>

namespace tilewright::workshop::rows {

// A string literal, with its quotes.
std::string cpp_string(const std::string& text);
// A constant of many lines: a raw string where that is safe, else one literal for each line.
std::string cpp_block(const std::string& text);
// The words of a text for a // comment, without what would end or continue the line.
std::string cpp_comment(const std::string& text);
// What stands between the """ of a docstring, on one line.
std::string python_docstring(const std::string& text);
// A basic string, with its quotes.
std::string toml_string(const std::string& text);
// A paragraph of Markdown, on one line, which no HTML gets through.
std::string markdown_text(const std::string& text);

}  // namespace tilewright::workshop::rows
