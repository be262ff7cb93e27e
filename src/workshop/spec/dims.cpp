// Dimensions as sets, texts and places of elements.
#include "workshop/spec/dims.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace tilewright::workshop {

namespace {

constexpr std::array<Dims, 4> kInOrder = {kN, kC, kH, kW};
const char* letter(Dims dim) { return dim == kW ? "W" : dim == kH ? "H" : dim == kC ? "C" : "N"; }

uint64_t& part(std::array<uint64_t, 4>& place, Dims dim) {
    return place[dim == kN ? 0 : dim == kC ? 1 : dim == kH ? 2 : 3];
}

std::string without_spaces(const std::string& text) {
    std::string all;
    for (const char c : text) {
        if (c != ' ') all += c;
    }
    return all;
}

bool is_number(const std::string& word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c); });
}

// The dimension that a letter names; 0 where it names none.
Dims dim_of_letter(const std::string& word) {
    for (const Dims dim : kInOrder) {
        if (word == letter(dim)) return dim;
    }
    return 0;
}

// What stands between brackets and commas.
std::vector<std::string> entries_of(const std::string& text) {
    std::vector<std::string> all = {""};
    for (const char c : text) {
        if (std::string_view("[](){} ").find(c) != std::string_view::npos) continue;
        if (c == ',') {
            all.emplace_back();
        } else {
            all.back() += c;
        }
    }
    return all;
}

}  // namespace

uint64_t Extents::elements(Dims dims) const {
    uint64_t all = 1;
    for (const Dims dim : kInOrder) all *= (dims & dim) != 0 ? of(dim) : 1;
    return all;
}
uint64_t Extents::tiles_of(Dims dims) const {
    uint64_t all = 1;
    for (const Dims dim : kInOrder) all *= (dims & dim) != 0 ? tiles(dim) : 1;
    return all;
}
Extents Extents::only(Dims dims) const {
    return {dims & kN ? n : 1, dims & kC ? c : 1, dims & kH ? h : 1, dims & kW ? w : 1};
}

Extents extents_of(const std::vector<uint32_t>& shape) {
    Extents all;
    const size_t rank = shape.size();
    if (rank > 0) all.w = shape[rank - 1];
    if (rank > 1) all.h = shape[rank - 2];
    if (rank > 2) all.c = shape[rank - 3];
    for (size_t i = 0; i + 3 < rank; ++i) all.n *= shape[i];
    return all;
}

std::vector<uint32_t> shape_of_dims(std::vector<uint32_t> shape, Dims dims) {
    for (size_t i = 0; i < shape.size(); ++i) {
        const size_t from_last = shape.size() - 1 - i;
        const Dims dim = from_last == 0 ? kW : from_last == 1 ? kH : from_last == 2 ? kC : kN;
        if ((dims & dim) == 0) shape[i] = 1;
    }
    return shape;
}

std::string dims_text(Dims dims) {
    std::vector<std::string> parts;
    for (const Dims dim : kInOrder) {
        if ((dims & dim) != 0) {
            parts.emplace_back(letter(dim));
        } else if (!parts.empty()) {
            parts.emplace_back("1");
        }
    }
    return parts.empty() ? "[1]" : fmt::format("[{}]", fmt::join(parts, ","));
}

std::optional<Dims> dims_of_text(const std::string& text) {
    const std::string letters = without_spaces(text);
    if (letters.size() < 3 || letters.front() != '[' || letters.back() != ']' || letters.size() % 2 == 0) return {};
    const size_t count = letters.size() / 2;
    if (count > kInOrder.size()) return {};
    Dims dims = 0;
    for (size_t i = 0; i < count; ++i) {
        const Dims dim = kInOrder[kInOrder.size() - count + i];
        const char c = letters[2 * i + 1];
        if (i + 1 < count && letters[2 * i + 2] != ',') return {};
        if (c == *letter(dim)) {
            dims |= dim;
        } else if (c != '1') {
            return {};
        }
    }
    return dims;
}

DimsMistake mistake_in_dims(const std::string& text) {
    constexpr const char* kRule =
        "the dimensions are N, C, H, W in this order, with 1 for those along which it repeats";
    const std::string given = without_spaces(text);
    const std::vector<std::string> entries = entries_of(text);
    if (entries.size() == 1 && entries[0].empty())
        return {"it names no dimension", "write \"[1]\" for one value, \"[W]\" for one row"};
    std::string large = text;
    for (char& c : large) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (dims_of_text(large)) return {"the letters are capital ones", fmt::format("write \"{}\"", large)};
    Dims named = 0;
    for (size_t i = 0; i < entries.size(); ++i) {
        const std::string& entry = entries[i];
        const Dims dim = dim_of_letter(entry);
        if (dim != 0 && (named & dim) != 0)
            return {fmt::format("{} stands there twice", entry), fmt::format("name it once: {}", kRule)};
        named |= dim;
        if (dim != 0 || entry == "1") continue;
        const size_t from_last = entries.size() - 1 - i;
        const std::string meant = from_last < 4 ? letter(kInOrder[3 - from_last]) : "N";
        if (entry.empty()) {
            return {fmt::format("entry {} of {} is empty", i + 1, entries.size()),
                    fmt::format("write {} there where it differs along {}, else 1", meant, meant)};
        }
        if (entry == "..." || entry == "*" || entry == "-1") {
            return {
                fmt::format("\"{}\" names no dimension", entry),
                "N stands for all dimensions before C; the shape of the rows is \"rows\", one row for all \"row\", one "
                "value per row \"column\""};
        }
        if (is_number(entry)) {
            return {fmt::format("{} is a size, and sizes are those of each call", entry),
                    fmt::format("write {} there where it differs along {}, 1 where it repeats", meant, meant)};
        }
        if (entry == "B") return {"\"B\" names no dimension", "write N, which stands for all dimensions before C"};
        const bool several = entry.size() > 1 && entry.find_first_not_of("NCHW1") == std::string::npos;
        if (several) {
            const std::string apart = fmt::format("{}", fmt::join(entry, ","));
            std::string whole;
            for (const std::string& other : entries)
                whole += (whole.empty() ? "" : ",") + (&other == &entry ? apart : other);
            return {fmt::format("there is no comma in \"{}\"", entry), fmt::format("write \"[{}]\"", whole)};
        }
        return {fmt::format("\"{}\" names no dimension", entry), kRule};
    }
    // Every entry is a letter or 1, none of them twice.
    if (given.front() != '[' || given.back() != ']' || given.find_first_of("[]", 1) != given.size() - 1)
        return {"the dimensions stand in one pair of square brackets",
                fmt::format("write \"[{}]\"", fmt::join(entries, ","))};
    if (entries.size() > 4) {
        return {
            fmt::format("it has {} dimensions, and there are four names: N stands for all before C", entries.size()),
            named == 0 ? "write \"[1]\"" : fmt::format("write \"{}\"", dims_text(named))};
    }
    for (size_t i = 0; i < entries.size(); ++i) {
        const Dims place = kInOrder[kInOrder.size() - entries.size() + i];
        if (entries[i] == "1" || entries[i] == letter(place)) continue;
        return {fmt::format("{} stands in the place of {}, entry {} from the end", entries[i], letter(place),
                            entries.size() - i),
                fmt::format("write \"{}\": {}", dims_text(named), kRule)};
    }
    return {"it names no dimensions", kRule};
}

std::string dims_words(Dims dims) {
    std::vector<std::string> parts;
    for (const Dims dim : kInOrder) {
        if ((dims & dim) != 0) parts.emplace_back(letter(dim));
    }
    if (parts.empty()) return "nothing";
    const std::string last = parts.back();
    parts.pop_back();
    return parts.empty() ? last : fmt::format("{} and {}", fmt::join(parts, ", "), last);
}

std::string dims_numbers(Dims dims) {
    std::vector<int> numbers;
    for (const Dims dim : kInOrder) {
        if ((dims & dim) != 0) numbers.push_back(dim == kW ? -1 : dim == kH ? -2 : dim == kC ? -3 : -4);
    }
    return numbers.size() == 1 ? std::to_string(numbers[0]) : fmt::format("({})", fmt::join(numbers, ", "));
}

uint64_t RowOrder::index(uint64_t row, uint64_t column, Dims dims) const {
    std::array<uint64_t, 4> place{};
    for (size_t i = kInOrder.size(); i-- > 0;) {
        const Dims dim = kInOrder[i];
        uint64_t& rest = (reduced_ & dim) != 0 ? column : row;
        part(place, dim) = rest % extents_.of(dim);
        rest /= extents_.of(dim);
    }
    uint64_t at = 0;
    for (const Dims dim : kInOrder) {
        if ((dims & dim) != 0) at = at * extents_.of(dim) + part(place, dim);
    }
    return at;
}

}  // namespace tilewright::workshop
