// A command as a test runs it: arguments in; exit status and what it wrote out.
#pragma once

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace tilewright::cli {

struct Ran {
    int status = 0;
    std::string out, err;
    nlohmann::json json() const { return nlohmann::json::parse(out); }
};

inline Ran run(const std::vector<std::string>& arguments) {
    std::ostringstream out, err;
    const int status = run_command(arguments, out, err);
    return {status, out.str(), err.str()};
}

}  // namespace tilewright::cli
