// What the entry of a generated op registers: inputs, parameters, plan and reference all follow from its spec.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "workshop/op/op_case.hpp"

namespace tilewright::workshop::rows {

// Throws nothing: with a faulty spec the definition has no plan and is refused by
// register_op.
OpDefinition definition(const char* spec, std::function<ttnn::Tensor(const OpCall&)> call,
                        std::function<void()> register_documentation);

// Of an op with several results.
OpDefinition definition(const char* spec, std::function<std::vector<ttnn::Tensor>(const OpCall&)> call,
                        std::function<void()> register_documentation);

}  // namespace tilewright::workshop::rows
