// Ops on the virtual card beside PyTorch and memcpy: one part of `tilewright bench`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tilewright::cli {

struct OpBenchOptions {
    bool quick = false;
    std::string filter;      // part of "op shape dtype"; empty: all
    bool card_only = false;  // card against float and nothing else, at (1,1,1024,1024) and (1,1,4096,4096)
    std::string op;          // an op by name, or the folder of one; empty: the shipped ops
};

// Medians with their spread, and what they say as ratios. Every number of a row was measured in turns with the others.
nlohmann::json bench_ops(const OpBenchOptions& options);
// Time over tiles and over cores of one op.
nlohmann::json bench_growth(const OpBenchOptions& options);
std::string ops_table(const nlohmann::json& ops);
std::string growth_table(const nlohmann::json& growth);

}  // namespace tilewright::cli
