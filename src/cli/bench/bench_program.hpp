// The programs that measure, which are not part of the command.
#pragma once

#include <filesystem>
#include <string>

namespace tilewright::cli {

// Beside the command in a build folder, in lib/tilewright_bench of an installation. TW3900 where it is not.
std::filesystem::path bench_program(const std::string& name);

}  // namespace tilewright::cli
