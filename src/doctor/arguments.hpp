// Where a number may come from: the arguments of a kernel whose value, or the product of two or three of them, is it.
// Internal to src/doctor.
#pragma once

#include <cstdint>
#include <string>

#include "program/descriptor.hpp"

namespace tilewright::doctor {

// "runtime arg 1 = 4", "compile-time arg 0 x runtime arg 2 = 4 x 8"; empty when nothing matches.
std::string number_from_arguments(const program::KernelDescriptor& kernel, LogicalCore core, uint64_t number);

}  // namespace tilewright::doctor
