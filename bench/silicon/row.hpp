// The rows of measured.csv: what ran on a card, as words and numbers, and how long it took.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tilewright::silicon {

struct Row {
    std::string id;   // in the public collection of measured durations
    std::string set;  // sets.hpp
    std::string arch;
    std::map<std::string, std::string> words;
    double measured_ns = 0;

    const std::string& word(const std::string& name) const;  // TW9000: the row has no such word
    uint32_t number(const std::string& name) const;
    uint32_t number(const std::string& name, uint32_t otherwise) const;
    bool is(const std::string& name, const std::string& value) const;
    std::string text() const;  // "cores=1 block=4"
};

std::vector<Row> read_rows(const std::filesystem::path& file);

}  // namespace tilewright::silicon
