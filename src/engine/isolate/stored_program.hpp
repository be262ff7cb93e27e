// A program as bytes, for another process of the same build.
#pragma once

#include <string>
#include <string_view>

#include "program/descriptor.hpp"

namespace tilewright::engine {

std::string program_bytes(const program::ProgramDescriptor& program);
// TW3903: these are not the bytes of one.
program::ProgramDescriptor program_of(std::string_view bytes);

}  // namespace tilewright::engine
