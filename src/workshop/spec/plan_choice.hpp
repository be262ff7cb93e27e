// What a spec can ask of its plan.
#pragma once

namespace tilewright::workshop {

enum class PlanChoice { Automatic, Resident, Streaming };  // Resident: rows stay in L1, as tiles at least

}  // namespace tilewright::workshop
