// Reading measured.csv: id,set,machine,"name=value name=value ...",nanoseconds. Lines that start with # are comments.
#include "silicon/row.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "base/error.hpp"

namespace tilewright::silicon {

const std::string& Row::word(const std::string& name) const {
    const auto found = words.find(name);
    if (found == words.end())
        throw Error("TW9000", fmt::format("row {} of bench/silicon/measured.csv has no {}", id, name),
                    fmt::format("add {}=... to its fourth column", name), Exit::Bug);
    return found->second;
}

uint32_t Row::number(const std::string& name) const { return static_cast<uint32_t>(std::stoul(word(name))); }

uint32_t Row::number(const std::string& name, uint32_t otherwise) const {
    return words.contains(name) ? number(name) : otherwise;
}

bool Row::is(const std::string& name, const std::string& value) const {
    const auto found = words.find(name);
    return found != words.end() && found->second == value;
}

std::string Row::text() const {
    std::string text;
    for (const auto& [name, value] : words) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
    return text;
}

std::vector<Row> read_rows(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in)
        throw Error("TW3900", fmt::format("{} cannot be read", file.string()), "run from a checkout",
                    Exit::Environment);
    std::vector<Row> rows;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream fields(line);
        Row row;
        std::string words, measured;
        std::getline(fields, row.id, ',');
        std::getline(fields, row.set, ',');
        std::getline(fields, row.arch, ',');
        std::getline(fields, words, ',');
        std::getline(fields, measured, ',');
        row.measured_ns = std::stod(measured);
        std::istringstream pairs(words);
        for (std::string pair; pairs >> pair;) {
            const size_t equals = pair.find('=');
            row.words[pair.substr(0, equals)] = equals == std::string::npos ? "" : pair.substr(equals + 1);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace tilewright::silicon
