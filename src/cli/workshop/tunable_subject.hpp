// What tune and diff work on: a call of an op, of an op's folder or of a spec, whose plan can be asked for.
#pragma once

#include <string>

#include "cli/workshop/workshop_options.hpp"
#include "workshop/tune/tune.hpp"

namespace tilewright::cli {

struct TunableOptions {
    WorkshopOptions call;  // its spec may be the name or folder of an op
    std::string math = "sfpu";
};

workshop::Tunable tunable_subject(const TunableOptions& options, const std::string& shape, ttnn::MeshDevice& device);

}  // namespace tilewright::cli
