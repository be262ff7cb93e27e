// Random row programs: specs drawn from a seed, planned, run and compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workshop/run/direct.hpp"

namespace tilewright::workshop::rows {

// The spec of program `index` of a seed: one to three inputs, a parameter, up to three reductions, sometimes several
// results.
std::string random_spec(uint64_t seed, uint32_t index);

enum class FuzzVerdict { Right, Refused, Wrong, Finding, Error };
const char* verdict_name(FuzzVerdict verdict);

struct FuzzCase {
    uint32_t index = 0;
    std::string spec, formula;
    FuzzVerdict verdict = FuzzVerdict::Right;
    std::string reason;
    std::vector<uint32_t> shape;
    std::string plan, shards;  // shards: empty where all is interleaved
    double worst_of_allowed = 0;
    size_t without_bound = 0, elements = 0;
    double seconds = 0;
    bool bad() const { return verdict != FuzzVerdict::Right && verdict != FuzzVerdict::Refused; }
};

// The call is drawn with the program: shape, dtypes, shards, which optional inputs are there, sometimes so little L1
// that the plan streams. Strict or fast is the environment's choice.
FuzzCase run_fuzz_case(uint64_t seed, uint32_t index, ttnn::MeshDevice& device);

}  // namespace tilewright::workshop::rows
