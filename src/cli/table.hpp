// Plain text tables: columns as wide as their widest cell, numbers to the right.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tilewright::cli {

class Table {
public:
    // A name that begins with '>' makes its column right-aligned.
    explicit Table(std::vector<std::string> columns);
    void add(std::vector<std::string> cells);
    std::string text() const;

private:
    std::vector<std::string> columns_;
    std::vector<bool> to_the_right_;
    std::vector<std::vector<std::string>> rows_;
};

// 1499136 -> "1,499,136".
std::string grouped(uint64_t number);
// 0.0123 -> "12.3 ms": three digits and the unit that suits.
std::string duration(double seconds);

}  // namespace tilewright::cli
