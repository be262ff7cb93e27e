// Suspects of an op's wrong result, from all that its entry tells: inputs, parameters, the reference, the split.
#pragma once

#include "workshop/op/op_case.hpp"
#include "workshop/suspect/suspect.hpp"

namespace tilewright::workshop {

// Of a case whose result is wrong; the op is run again on the device with one thing changed, for at most `seconds`.
Diagnosis diagnose_case(const OpCase& request, const CaseResult& result, ttnn::MeshDevice& device, double seconds = 3);

// TW2702 (or what a re-run proved) with suspects.
Finding wrong_result(const OpCase& request, const CaseResult& result, const Diagnosis& diagnosis);

}  // namespace tilewright::workshop
