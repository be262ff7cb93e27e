// Shapes of the sides of products.
#include "workshop/spec/operands.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace tilewright::workshop {

std::vector<uint32_t> MatrixSide::shape(const std::vector<uint32_t>& rows, const std::vector<uint32_t>& sizes) const {
    std::vector<uint32_t> made = rows;
    if (side == Side::None) return made;
    if (side == Side::Left) {
        made.back() = sizes.at(size);
        return made;
    }
    uint32_t down = sizes.at(size), across = rows.back();
    if (side == Side::Last) std::swap(down, across);
    if (transposed) std::swap(down, across);
    if (one || rows.size() < 2) return {down, across};
    made[made.size() - 2] = down;
    made.back() = across;
    return made;
}

std::string MatrixSide::text() const {
    if (side == Side::Left) return "[..., H, K]";
    const char* down = side == Side::Last ? "W" : "K";
    const char* across = side == Side::Last ? "D" : "W";
    if (transposed) std::swap(down, across);
    return fmt::format("[{}{}, {}]", one ? "" : "..., ", down, across);
}

std::vector<uint32_t> sizes_beside(const std::vector<uint32_t>& rows, size_t count) {
    constexpr std::array<uint32_t, 7> some = {64, 32, 50, 96, 33, 128, 7};
    const uint32_t height = rows.size() > 1 ? rows[rows.size() - 2] : 1;
    std::vector<uint32_t> sizes;
    for (size_t i = 0; i < count; ++i)
        sizes.push_back(some[(rows.back() / 32 + 3 * (height / 32) + rows.back() % 32 + 2 * i) % some.size()]);
    return sizes;
}

}  // namespace tilewright::workshop
