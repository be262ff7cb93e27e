// Dimensions as sets, texts and places of elements.
#include "workshop/spec/dims.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tilewright::workshop {

namespace {

constexpr std::array<Dims, 4> kInOrder = {kN, kC, kH, kW};
const char* letter(Dims dim) { return dim == kW ? "W" : dim == kH ? "H" : dim == kC ? "C" : "N"; }

uint64_t& part(std::array<uint64_t, 4>& place, Dims dim) {
    return place[dim == kN ? 0 : dim == kC ? 1 : dim == kH ? 2 : 3];
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
    std::string letters;  // without spaces
    for (const char c : text) {
        if (c != ' ') letters += c;
    }
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
