// What the products of a formula make of a spec's inputs: their sides, and the sizes that these have.
#include <fmt/format.h>

#include <algorithm>

#include "workshop/spec/products.hpp"

namespace tilewright::workshop::rows {

namespace {

void check_operand(const Spec& spec, const SpecInput& input) {
    const bool left = input.operand.side == MatrixSide::Side::Left;
    const auto wrong = [&](const std::string& what, const std::string& fix) {
        refuse(spec.source, input.position, "TW4127", fmt::format("{} is a side of a product: {}", input.name, what),
               fix);
    };
    if (input.optional) wrong("it cannot be optional", "leave optional out, or make two ops of it");
    if (input.integer()) wrong("the matrix unit takes floats", "dtypes = [\"bfloat16\"]");
    if (!input.tile) wrong("the matrix unit takes tiles", "layout = \"tile\"");
    if (input.dims != kAllDims && (left || !input.operand.one)) {
        wrong(fmt::format("its shape follows from that, it is {}", input.operand.text()),
              left ? "leave shape out" : "leave shape out, or write shape = \"matrix\" where it is one matrix for all");
    }
    if (!left && input.width_multiple != 1) wrong("it has no width_multiple", "leave it out");
}

}  // namespace

void take_products(Spec& spec, const std::vector<Assignment>& formula) {
    std::vector<std::string> names;
    for (const SpecInput& input : spec.inputs) names.push_back(input.name);
    const std::vector<FoundProduct> found = find_products(spec.source, formula, names);
    if (spec.reduced != kW) {
        refuse(spec.source, found.front().position, "TW4127",
               fmt::format("the formula has a product of matrices and reduces along {}: beside a product "
                           "reductions go along W",
                           dims_words(spec.reduced)),
               "write dim=W, or make two ops of it");
    }
    const auto index_of = [&](const std::string& name) {
        return static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    };
    for (const FoundProduct& product : found) {
        const size_t right = index_of(product.right.name);
        SpecInput& input = spec.inputs[right];
        input.operand.side = product.left.empty() ? MatrixSide::Side::Last : MatrixSide::Side::Right;
        input.operand.transposed = product.right.transposed;
        input.operand.one = input.dims == (kH | kW);
        check_operand(spec, input);
        if (product.left.empty()) {
            if (!spec.outputs.empty()) {
                refuse(spec.source, product.position, "TW4127",
                       "a product of what the formula computes is the result, and the only one", "leave outputs out");
            }
            spec.last = right;
            continue;
        }
        const size_t left = index_of(product.left);
        spec.inputs[left].operand.side = MatrixSide::Side::Left;
        check_operand(spec, spec.inputs[left]);
        spec.products.push_back({left, right});
    }
    for (SpecInput& input : spec.inputs) {
        if (input.operand.side == MatrixSide::Side::Left) input.operand.size = static_cast<uint32_t>(spec.sizes++);
    }
    for (const SpecProduct& product : spec.products)
        spec.inputs[product.right].operand.size = spec.inputs[product.left].operand.size;
    if (spec.last) spec.inputs[*spec.last].operand.size = static_cast<uint32_t>(spec.sizes++);
}

}  // namespace tilewright::workshop::rows
