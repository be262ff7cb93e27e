// Circular buffers of a plan: which there are, what each holds, who shares one, where their pages are popped.
#pragma once

#include "workshop/plan/uses.hpp"

namespace tilewright::workshop::rows {

// Once the passes have their steps. Stored values get names.
void assign_cbs(Plan& plan, const Uses& uses);

}  // namespace tilewright::workshop::rows
