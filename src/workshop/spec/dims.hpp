// The dimensions of tensors by what they are: W is the last, before it H, C and N, which stands for all that come
// before C. What an input varies along and what a formula reduces are sets of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilewright::workshop {

using Dims = uint8_t;  // a set
inline constexpr Dims kW = 1, kH = 2, kC = 4, kN = 8, kAllDims = 15;

struct Extents {
    uint32_t n = 1, c = 1, h = 1, w = 1;

    uint32_t of(Dims dim) const { return dim == kW ? w : dim == kH ? h : dim == kC ? c : n; }
    // In tiles of 32 x 32.
    uint32_t tiles(Dims dim) const { return dim == kW || dim == kH ? (of(dim) + 31) / 32 : of(dim); }
    // Of all dimensions in the set.
    uint64_t elements(Dims dims) const;
    uint64_t tiles_of(Dims dims) const;
    // Where the others have the size 1.
    Extents only(Dims dims) const;
};
Extents extents_of(const std::vector<uint32_t>& shape);

// The shape with the size 1 in every dimension that is not in the set.
std::vector<uint32_t> shape_of_dims(std::vector<uint32_t> shape, Dims dims);

// "[N,1,1,W]", "[C,1,1]", "[1]", and back; nothing where it is none of these.
std::string dims_text(Dims dims);
std::optional<Dims> dims_of_text(const std::string& text);
// Of a text that is none of these though it was meant to be one: what is wrong with it, and what to write.
struct DimsMistake {
    std::string what, fix;
};
DimsMistake mistake_in_dims(const std::string& text);
// "W", "H and W".
std::string dims_words(Dims dims);
// As torch takes them: "-1", "(-3, -2)".
std::string dims_numbers(Dims dims);

// What the rows of a program are made of that reduces along these dimensions: how they lie in a tile.
enum class Lanes : uint8_t {
    Rows,     // a row of a tile each: reduced along W, not along H
    Columns,  // a column of a tile each: along H, not along W
    One,      // all of a tile together: along both
    Each,     // every element by itself: along neither
};
constexpr Lanes lanes_of(Dims reduced) {
    return (reduced & kH) == 0 ? ((reduced & kW) != 0 ? Lanes::Rows : Lanes::Each)
                               : ((reduced & kW) != 0 ? Lanes::One : Lanes::Columns);
}

// Where the elements of rows lie in a tensor of shape [N,C,H,W]: rows count the dimensions that stay, in their order,
// elements of a row those that are reduced.
class RowOrder {
public:
    RowOrder(const Extents& extents, Dims reduced) : extents_(extents), reduced_(reduced) {}

    uint64_t rows() const { return extents_.elements(static_cast<Dims>(kAllDims & ~reduced_)); }
    uint64_t width() const { return extents_.elements(reduced_); }
    // Of a tensor that varies along `dims` only: the element that row and column have there.
    uint64_t index(uint64_t row, uint64_t column, Dims dims = kAllDims) const;

    // The values of such a tensor as rows: rows x width of them, or where it varies along no reduced dimension, rows
    // x 1.
    template <typename T>
    std::vector<T> gather(const std::vector<T>& tensor, Dims dims) const {
        const uint64_t columns = (dims & reduced_) != 0 ? width() : 1;
        std::vector<T> all;
        all.reserve(rows() * columns);
        for (uint64_t row = 0; row < rows(); ++row) {
            for (uint64_t column = 0; column < columns; ++column) all.push_back(tensor[index(row, column, dims)]);
        }
        return all;
    }
    // Back: of rows, or of one value per row.
    template <typename T>
    std::vector<T> scatter(const std::vector<T>& all) const {
        const uint64_t columns = all.size() / rows();
        const Dims dims = columns == 1 && width() != 1 ? static_cast<Dims>(kAllDims & ~reduced_) : kAllDims;
        std::vector<T> tensor(all.size());
        for (uint64_t row = 0; row < rows(); ++row) {
            for (uint64_t column = 0; column < columns; ++column)
                tensor[index(row, column, dims)] = all[row * columns + column];
        }
        return tensor;
    }

private:
    Extents extents_;
    Dims reduced_;
};

}  // namespace tilewright::workshop
