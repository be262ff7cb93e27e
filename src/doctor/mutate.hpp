// The mutation bench: does strict mode notice small mistakes, and does it point at the right place?
#pragma once

#include <array>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "card/card.hpp"
#include "doctor/mutants.hpp"
#include "engine/run_options.hpp"

namespace tilewright::doctor {

enum class Fate { Detected, Missed, Equivalent, Invalid };

struct MutantResult {
    std::string rule, kernel, file, change;
    uint32_t line = 0;
    Fate fate = Fate::Missed;
    bool by_result = false;  // detected, not by a rule but because the result is wrong
    bool placed = false;     // detected, with the kernel (and the CB, where the call names one) in the report
    std::string code;        // of the finding
    std::string message;     // of the finding, or why the mutant is equivalent
};

struct MutationReport {
    std::vector<MutantResult> results;
    std::map<size_t, program::ProgramDescriptor> missed_programs;  // by index in results
    uint32_t detected = 0, detected_by_result = 0, placed = 0, missed = 0, equivalent = 0, invalid = 0;

    // A missed one whose result the subject's own reference refuses.
    void found_wrong(size_t result, const Finding& finding);
    // by rule, by result, placed, missed, equivalent of each rule
    std::map<std::string, std::array<uint32_t, 5>> by_rule() const;
    std::string to_text() const;
    std::string to_markdown() const;  // the table of to_text, and every mutant that is not detected and placed
    nlohmann::json to_json() const;
};

// Runs every mutant in strict mode on the card as it is now; memory is as before afterwards. `most`: 0 for all of them.
MutationReport mutate(card::Card& card, const program::ProgramDescriptor& program, engine::RunOptions options,
                      uint32_t most = 0);

}  // namespace tilewright::doctor
