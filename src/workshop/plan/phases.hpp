// Phases of generated ops. Internal to src/workshop/plan.
#pragma once

#include <vector>

#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::rows {

// `present`: by input; empty: all. `refined`: means have two parts.
std::vector<program::Phase> phases_of(const Plan& plan, const OpPlan& call, const std::vector<bool>& present,
                                      bool refined);

}  // namespace tilewright::workshop::rows
