// Sides of products of matrices: what shapes their tensors have beside the rows of a formula. `x @ w` is [N,C,H,W]
// where x is [N,C,H,K] and w [N,C,K,W], or one matrix [K,W] for all; K is a size of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "workshop/spec/dims.hpp"

namespace tilewright::workshop {

struct MatrixSide {
    enum class Side : uint8_t {
        None,   // no side of a product
        Left,   // [N,C,H,K] of x @ w
        Right,  // [N,C,K,W] of x @ w
        Last,   // [N,C,W,D] of result @ v, D being the width of what the op gives
    };
    Side side = Side::None;
    bool transposed = false;  // its rows and columns are the other way round
    bool one = false;         // a single matrix for all N and C
    uint32_t size = 0;        // which of the sizes K or D is

    bool is() const { return side != Side::None; }
    std::vector<uint32_t> shape(const std::vector<uint32_t>& rows, const std::vector<uint32_t>& sizes) const;
    std::string text() const;  // "[..., H, K]", "[K, W]"
};

// Sizes that suit tests, others for other rows: with and without tails, of one tile and of several.
std::vector<uint32_t> sizes_beside(const std::vector<uint32_t>& rows, size_t count);

// What the sizes are, in their order, of inputs with a name and an operand: "K of q", "D of v".
template <typename Inputs>
std::vector<std::string> names_of_sizes(const Inputs& inputs) {
    std::vector<std::string> names;
    for (const auto& input : inputs) {
        if (input.operand.side == MatrixSide::Side::Left) names.push_back("K of " + input.name);
    }
    for (const auto& input : inputs) {
        if (input.operand.side == MatrixSide::Side::Last) names.push_back("D of " + input.name);
    }
    return names;
}

}  // namespace tilewright::workshop
