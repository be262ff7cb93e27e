// What generated texts say of inputs that have integers.
#pragma once

#include <string>

#include "workshop/gen/text.hpp"
#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::rows {

// The dtype of an input that has integers; of other values nothing.
std::string integers_of(const Plan& plan, int node);
// Their formats as constants of the compute kernel, for the calls that make numbers of them: from_int32, to_float32.
void integer_formats(Text& out, const Spec& spec);

// Of the Python twin: the dtype of a result that is not told one, and the refusal of other integers than the kernels'.
std::string usual_dtype(const Spec& spec);
std::string check_integers(const Spec& spec);
// A function of the Python tests; nothing where no input has integers.
std::string random_integers(const Spec& spec);

}  // namespace tilewright::workshop::rows
