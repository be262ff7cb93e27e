// The ops that ship with Tilewright.
#pragma once

#include <vector>

#include "workshop/op/op_case.hpp"

namespace tilewright::ops {

workshop::Op centralize();
workshop::Op variance();
workshop::Op layernorm();
// In this order. Asking for them links them.
std::vector<workshop::Op> seed_ops();

}  // namespace tilewright::ops
