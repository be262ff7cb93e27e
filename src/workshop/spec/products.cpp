// Walking formulas for products of matrices.
#include "workshop/spec/products.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace tilewright::workshop::rows {

namespace {

class Finder {
public:
    Finder(const Source& source, const std::vector<std::string>& inputs) : source_(source), inputs_(inputs) {}

    std::vector<FoundProduct> run(const std::vector<Assignment>& formula) {
        for (size_t i = 0; i < formula.size(); ++i) {
            root_ = i + 1 == formula.size() ? formula[i].value.get() : nullptr;
            look(*formula[i].value);
        }
        for (const FoundProduct& product : found_) check(product);
        return std::move(found_);
    }

private:
    [[noreturn]] void wrong(const Position& at, const std::string& message, const std::string& fix) const {
        refuse(source_, at, "TW4127", message, fix);
    }
    bool is_input(const std::string& name) const {
        return std::find(inputs_.begin(), inputs_.end(), name) != inputs_.end();
    }

    const std::string& root_name() const { return inputs_.front(); }

    void look(const Expression& e) {
        if (e.kind == Expression::Kind::Name) {
            elsewhere_.emplace(e.text, e.position);
            return;
        }
        if (e.kind == Expression::Kind::Operator && e.text == "^T") {
            const auto side = side_of(e);
            wrong(e.position,
                  fmt::format("{} is transposed, but it is not the right side of a product", to_text(*e.arguments[0])),
                  side && root_name() != side->name
                      ? fmt::format("write {} @ {}^T, or leave ^T out", root_name(), side->name)
                      : "only an input can be transposed, as the right side of a product: q @ k^T");
        }
        if (e.kind != Expression::Kind::Operator || e.text != "@") {
            for (const auto& argument : e.arguments) look(*argument);
            return;
        }
        const Expression &left = *e.arguments[0], &right = *e.arguments[1];
        const auto side = side_of(right);
        if (!side || !is_input(side->name)) {
            wrong(right.position,
                  fmt::format("the right side of a product is {}, but it must be an input or an input transposed",
                              clipped(to_text(right))),
                  "let it be an input: x @ w, q @ k^T");
        }
        if (const auto turned = side_of(left); turned && turned->transposed) {
            wrong(left.position,
                  fmt::format("{} is transposed, but only the right side of a product can be", turned->name),
                  "let the caller transpose the tensor, and leave ^T out");
        }
        FoundProduct product{"", *side, e.position};
        if (left.kind == Expression::Kind::Name && is_input(left.text) && !elsewhere_.count(left.text)) {
            product.left = left.text;
            if (!lefts_.count(left.text)) lefts_.emplace(left.text, left.position);
        } else {
            look(left);
            if (&e != root_) {
                wrong(e.position,
                      fmt::format("{} is a product of what the formula computes, so it can only be the result",
                                  clipped(to_text(e))),
                      "let the formula end with it, and make what follows an op of its own; a product of two inputs "
                      "may stand anywhere");
            }
        }
        if (!rights_.emplace(side->name, e.position).second) {
            wrong(right.position, fmt::format("{} is the right side of two products", side->name),
                  "give the tensor to the op twice, as two inputs");
        }
        found_.push_back(std::move(product));
    }

    void check(const FoundProduct& product) const {
        for (const std::string& name : {product.left, product.right.name}) {
            if (name.empty()) continue;
            if (const auto other = elsewhere_.find(name); other != elsewhere_.end()) {
                wrong(other->second,
                      fmt::format("{} is a side of a product, so its tensor is no row of the formula and cannot be "
                                  "used here as well",
                                  name),
                      "give the tensor to the op twice, as two inputs");
            }
        }
        if (lefts_.count(product.right.name) != 0) {
            wrong(product.position,
                  fmt::format("{} is the left side of one product and the right side of another", product.right.name),
                  "give the tensor to the op twice, as two inputs");
        }
    }

    const Source& source_;
    const std::vector<std::string>& inputs_;
    const Expression* root_ = nullptr;
    std::vector<FoundProduct> found_;
    std::map<std::string, Position> elsewhere_, lefts_, rights_;
};

}  // namespace

std::optional<Side> side_of(const Expression& e) {
    if (e.kind == Expression::Kind::Name) return Side{e.text, false};
    if (e.kind != Expression::Kind::Operator || e.text != "^T") return std::nullopt;
    auto inner = side_of(*e.arguments[0]);
    if (inner) inner->transposed = !inner->transposed;
    return inner;
}

std::vector<FoundProduct> find_products(const Source& source, const std::vector<Assignment>& formula,
                                        const std::vector<std::string>& inputs) {
    return Finder(source, inputs).run(formula);
}

}  // namespace tilewright::workshop::rows
