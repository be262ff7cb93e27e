// Strict mode beside fast mode: one part of `tilewright bench`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/bench/bench_ops.hpp"

namespace tilewright::cli {

// Processor time of one launch in both modes, for each seed op, arithmetic of rows (sfpu, fpu), dtype and shape.
nlohmann::json bench_strict(const OpBenchOptions& options);
std::string strict_table(const nlohmann::json& rows);

}  // namespace tilewright::cli
