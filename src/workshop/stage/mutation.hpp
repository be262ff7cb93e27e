// Do stages notice mistakes? Copies of an op with one small mistake each, in a kernel's text or in the formula that the
// kernels are made from, are staged against the reference of the op as it was meant.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "ttnn/types.hpp"
#include "workshop/spec/spec.hpp"

namespace tilewright::workshop {

struct StageMutant {
    std::string rule;
    std::string place;   // "compute/rows.hpp:31", "formula"
    std::string change;  // what stood there, and what stands there now
    std::string file;    // of device/kernels; empty: the mistake is in the formula
    std::string text;    // of the file, or the formula
};
// `kernels`: the folder device/kernels. Each mutant changes one place of one file.
std::vector<StageMutant> kernel_mutants(const std::filesystem::path& kernels);
std::vector<StageMutant> formula_mutants(const rows::Spec& spec);

// Red: some stage. Equivalent: green, with the same bits as the right op on every call of stage 7 and on calls drawn
// beside them. Invalid: no kernel, or no spec.
enum class StageFate { Red, Missed, Equivalent, Invalid };

struct StageMutantResult {
    StageMutant mutant;
    StageFate fate = StageFate::Missed;
    int stage = 0;    // that was red
    std::string why;  // red or invalid: the message; missed: the call whose bits are others; equivalent: how many calls
};

struct StageMutation {
    std::string op;
    std::vector<StageMutantResult> results;

    struct Counts {
        uint32_t red = 0, missed = 0, equivalent = 0, invalid = 0;
        double share() const { return red + missed == 0 ? 1 : static_cast<double>(red) / (red + missed); }
    };
    Counts totals() const;
    std::map<std::string, Counts> by_rule() const;
    std::string to_text() const;  // the table by rule, and every mutant that was missed
    nlohmann::json to_json() const;
};

struct StageMutationChoice {
    uint32_t most = 0;  // of kernels and of formulas each, spread over the rules; 0: all
    uint64_t seed = 1;
    std::function<void(const StageMutantResult& result)> progress = {};
};
// `folder`: an op folder, which is loaded, changed and left as it was; with a spec.toml its formula has mutants, too.
// Throws TW4513 where the op as it is does not pass stages 6 and 7.
StageMutation mutate_stages(const std::filesystem::path& folder, ttnn::MeshDevice& device,
                            const StageMutationChoice& choice = {});

}  // namespace tilewright::workshop
