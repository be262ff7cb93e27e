// Layout of plain text tables.
#include "cli/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tilewright::cli {

Table::Table(std::vector<std::string> columns) : columns_(std::move(columns)) {
    for (std::string& column : columns_) {
        to_the_right_.push_back(!column.empty() && column[0] == '>');
        if (to_the_right_.back()) column.erase(0, 1);
    }
}

void Table::add(std::vector<std::string> cells) {
    cells.resize(columns_.size());
    rows_.push_back(std::move(cells));
}

std::string Table::text() const {
    std::vector<size_t> widths;
    for (size_t i = 0; i < columns_.size(); ++i) {
        size_t width = columns_[i].size();
        for (const auto& row : rows_) width = std::max(width, row[i].size());
        widths.push_back(width);
    }
    std::string text;
    const auto add_line = [&](const std::vector<std::string>& cells) {
        std::string line;
        for (size_t i = 0; i < cells.size(); ++i) {
            if (i) line += "  ";
            line += to_the_right_[i] ? fmt::format("{:>{}}", cells[i], widths[i])
                                     : fmt::format("{:<{}}", cells[i], widths[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    };
    add_line(columns_);
    std::vector<std::string> rule;
    for (const size_t width : widths) rule.emplace_back(width, '-');
    add_line(rule);
    for (const auto& row : rows_) add_line(row);
    return text;
}

std::string grouped(uint64_t number) {
    std::string text = std::to_string(number);
    for (size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
    return text;
}

std::string duration(double seconds) {
    const auto digits = [](double value) { return value < 10 ? 2 : value < 100 ? 1 : 0; };
    if (seconds >= 1) return fmt::format("{:.{}f} s", seconds, digits(seconds));
    if (seconds >= 1e-3) return fmt::format("{:.{}f} ms", seconds * 1e3, digits(seconds * 1e3));
    if (seconds >= 1e-6) return fmt::format("{:.{}f} us", seconds * 1e6, digits(seconds * 1e6));
    return fmt::format("{:.{}f} ns", seconds * 1e9, digits(seconds * 1e9));
}

}  // namespace tilewright::cli
