// What card arithmetic costs beside float arithmetic, primitive by primitive: one part of `tilewright bench`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tilewright::cli {

// Pairs of medians ("tile/add/card/simd", "tile/add/float/simd") as {name, float_seconds, card_seconds, ratio}, by
// name. Processor time: what else the machine does counts for little.
nlohmann::json card_ratios(const nlohmann::json& medians);
std::string card_table(const nlohmann::json& ratios);
// The seed ops of bench_ops().
std::string card_ops_table(const nlohmann::json& ops);

}  // namespace tilewright::cli
