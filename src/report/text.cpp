// Tables and numbers.
#include "report/text.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace tilewright::report {

namespace {

std::string cell(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        if (c == '|')
            safe += "\\|";
        else if (c == '\n')
            safe += " ";
        else
            safe += c;
    }
    return safe;
}

std::string line(const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& entry : cells) text += " " + cell(entry) + " |";
    return text + "\n";
}

}  // namespace

MarkdownTable::MarkdownTable(std::vector<std::string> columns) : columns_(std::move(columns)) {}

void MarkdownTable::add(std::vector<std::string> cells) {
    cells.resize(columns_.size());
    rows_.push_back(std::move(cells));
}

std::string MarkdownTable::text() const {
    std::string text = line(columns_) + "|";
    for (size_t i = 0; i < columns_.size(); ++i) text += "---|";
    text += "\n";
    for (const auto& row : rows_) text += line(row);
    return text;
}

std::string number(uint64_t value) {
    std::string digits = std::to_string(value);
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<size_t>(at), ",");
    return digits;
}

std::string seconds(double value) {
    if (value >= 1) return fmt::format("{:.3g} s", value);
    if (value >= 1e-3) return fmt::format("{:.3g} ms", value * 1e3);
    return fmt::format("{:.3g} us", value * 1e6);
}

std::string html_escape(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
            case '&': safe += "&amp;"; break;
            case '<': safe += "&lt;"; break;
            case '>': safe += "&gt;"; break;
            case '"': safe += "&quot;"; break;
            default: safe += c;
        }
    }
    return safe;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }
std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::string read_text(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace tilewright::report
