// Pictures for the report of an op: of a call that gives every core of the card some tile-rows.
#pragma once

#include "report/op_report.hpp"

namespace tilewright::report {

// An op or a machine that cannot be timed has none; the report says why.
void add_pictures(OpReport& report, workshop::Op op, ttnn::MeshDevice& device);

}  // namespace tilewright::report
