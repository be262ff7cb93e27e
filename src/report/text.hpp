// Small things that documents are made of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tilewright::report {

// A Markdown table; cells are escaped where they would break it.
class MarkdownTable {
public:
    explicit MarkdownTable(std::vector<std::string> columns);
    void add(std::vector<std::string> cells);
    bool empty() const { return rows_.empty(); }
    std::string text() const;

private:
    std::vector<std::string> columns_;
    std::vector<std::vector<std::string>> rows_;
};

std::string number(uint64_t value);  // 1,499,136
std::string seconds(double value);   // "12.3 ms"
std::string html_escape(const std::string& text);
std::string first_line(const std::string& text);
std::string file_name(const std::string& path);
std::string read_text(const std::string& path);  // empty when it cannot be read

}  // namespace tilewright::report
