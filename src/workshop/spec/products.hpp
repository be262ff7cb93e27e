// Products of matrices in a formula: which inputs are their sides.
//
// x @ w, where x is an input, is a value of the formula: its rows are those of x, as wide as w. What a formula makes of
// rows may be multiplied once more, as its result: softmax(q @ k^T) @ v.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "workshop/spec/spec.hpp"

namespace tilewright::workshop::rows {

// The name and how often it is transposed, of a side that is a name; else nothing.
struct Side {
    std::string name;
    bool transposed = false;
};
std::optional<Side> side_of(const Expression& expression);

struct FoundProduct {
    std::string left;  // empty: of the result
    Side right;
    Position position;
};
// In the order of the formula. `inputs`: their names. Throws TW4127 where there is a product that ops cannot have.
std::vector<FoundProduct> find_products(const Source& source, const std::vector<Assignment>& formula,
                                        const std::vector<std::string>& inputs);
// Makes the inputs of a spec, whose formula has some, their sides.
void take_products(Spec& spec, const std::vector<Assignment>& formula);

}  // namespace tilewright::workshop::rows
