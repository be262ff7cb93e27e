// What check and mutate work on: an example or an op by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace CLI {
class App;
}

namespace tilewright::cli {

struct SubjectOptions {
    std::string name;
    std::string shape = "1,1,64,64";  // ops only
    std::string dtype = "bfloat16";   // ops only
    std::string math = "sfpu";        // ops only
    std::string cores = "all";        // ops only
};

void declare_subject(CLI::App& app, SubjectOptions& options);
// Calls it once. Errors of the programs it launches come through; a wrong result is returned as a finding, for who has
// let the programs run.
std::optional<Finding> run_subject(const SubjectOptions& options);

}  // namespace tilewright::cli
