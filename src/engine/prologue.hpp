// The generated text in front of every kernel: CB formats, arguments and configuration as compile-time facts. Internal
// to src/engine.
#pragma once

#include <string>

#include "program/descriptor.hpp"
#include "program/operand_formats.hpp"

namespace tilewright::engine {

// For one kernel on cores whose CBs have these formats.
std::string kernel_prologue(const program::KernelDescriptor& kernel, const program::OperandFormats& formats);

}  // namespace tilewright::engine
