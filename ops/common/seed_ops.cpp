// Registers the shipped ops, one explicit call each.
#include "ops/common/seed_ops.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace tilewright::ops {

namespace {

workshop::Op register_entry(Entry entry) {
    workshop::OpDefinition definition;
    entry(definition);
    const std::string name = definition.name;
    const workshop::Op op = workshop::register_op(std::move(definition));
    if (op == nullptr)
        throw InternalError(fmt::format("shipped op {}: {}", name, workshop::registration_problems().back()));
    return op;
}

}  // namespace

std::vector<workshop::Op> seed_ops() {
    static const std::vector<workshop::Op> ops = [] {
        std::vector<workshop::Op> all;
        for (const Entry entry : entries()) all.push_back(register_entry(entry));
        return all;
    }();
    return ops;
}

workshop::Op seed_op(const std::string& name) {
    for (const workshop::Op op : seed_ops()) {
        if (op->name == name) return op;
    }
    throw InternalError(fmt::format("{} is not among the shipped ops", name));
}

}  // namespace tilewright::ops
