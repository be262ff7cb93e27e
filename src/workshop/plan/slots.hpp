// Evaluating a node in DST: which slot holds what, and in which order.
#pragma once

#include <functional>

#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::rows {

struct OutOfSlots {
    int node = -1;  // what did not fit
};

// Code for `root` in at most `limit` slots; `in_cb` says which nodes are loaded and not computed. Throws OutOfSlots.
Code compile(const RowProgram& program, int root, int limit, const std::function<bool(int)>& in_cb);

}  // namespace tilewright::workshop::rows
