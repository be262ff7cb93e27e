// What plan and new share: where the spec comes from, and the call that is planned.
#pragma once

#include <string>
#include <vector>

#include "workshop/run/direct.hpp"

namespace CLI {
class App;
}

namespace tilewright::cli {

struct WorkshopOptions {
    std::string spec;  // a file, or the name of the op with --expr
    std::string formula;
    workshop::rows::Declared declared;
    std::vector<std::string> without;
    std::string shape = "1,1,32,128", sizes, dtype = "bfloat16", output_dtype;
    bool bf16_dst = false;
};

void add_spec_options(CLI::App& app, WorkshopOptions& options);
void add_workshop_options(CLI::App& app, WorkshopOptions& options);
workshop::rows::Spec spec_of(const WorkshopOptions& options);
workshop::rows::DirectCall call_of(const workshop::rows::Plan& plan, const WorkshopOptions& options);

}  // namespace tilewright::cli
