// The mutation bench: does strict mode notice small mistakes, does it point at the right place and name the right
// cause, and are the fixes that it prints right?
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "card/card.hpp"
#include "doctor/mutants.hpp"
#include "engine/run_options.hpp"

namespace tilewright::doctor {

enum class Fate { Detected, Missed, Equivalent, Invalid };
// Of the fixes that the report prints as proven. Right: with one of the changes it tells, the program leaves the bytes
// in every buffer that it left before the mistake was made, or a result that its own comparison accepts.
enum class FixFate { None, Right, Wrong };

struct MutantResult {
    std::string rule, kernel, file, change;
    uint32_t line = 0;
    Fate fate = Fate::Missed;
    bool by_result = false;  // detected, not by a rule but because the result is wrong; suspects may place it
    bool placed = false;     // detected, with the kernel (and the CB, where the call names one) in the report
    bool cause = false;      // detected, with a code that is a right description of the mistake (mutation_causes.hpp)
    bool both = false;       // of two mistakes at once: the report places both
    FixFate fix = FixFate::None;
    std::string fix_words;  // as printed
    std::string code;       // of the finding
    std::string message;    // of the finding, or why the mutant is equivalent

    std::string words() const;  // rule and place
};

// Numbers of mutants, of one rule or of all.
struct MutationCounts {
    uint32_t by_rule = 0, by_result = 0, placed = 0, cause = 0, placed_by_rule = 0, cause_by_rule = 0, fix_right = 0,
             fix_wrong = 0, missed = 0, equivalent = 0, invalid = 0, pairs = 0, pairs_both = 0;
    uint32_t detected() const { return by_rule + by_result; }
    void add(const MutantResult& result);
};

// A mutant that broke no rule and left other bytes, and the CBs that the changed line works on.
struct Unnoticed {
    Mutant mutant;
    std::set<uint32_t> cbs;
};

struct MutationReport {
    std::vector<MutantResult> results;
    program::ProgramDescriptor right;  // before any mistake
    // By index in results: what only the subject's own comparison can judge. Mutants that broke no rule, and of the
    // fixes that leave other bytes each with its alternatives.
    std::map<size_t, Unnoticed> unnoticed;
    std::map<size_t, std::vector<std::vector<program::ProgramDescriptor>>> other_fixes;

    MutationCounts totals() const;
    std::vector<std::pair<std::string, MutationCounts>> by_rule() const;  // by name
    // A missed one whose result the subject's own reference refuses. `changed`: the programs with the changes that the
    // finding tells, one of which may be the right program.
    void found_wrong(size_t result, const Finding& finding,
                     const std::vector<program::ProgramDescriptor>& changed = {});
    // A missed one whose result it accepts: another precision is no mistake then, everything else stays missed.
    void accept(size_t result);
    // Every fix of it has an alternative with which the result is accepted.
    void accept_fix(size_t result) { results[result].fix = FixFate::Right; }
    std::string to_text() const;
    std::string to_markdown()
        const;  // the table of to_text, and every mutant that is not detected, placed and explained
    nlohmann::json to_json() const;
    // The mutants of to_json() again; what is needed to judge them further is not there.
    static MutationReport from_json(const nlohmann::json& json);
};

struct MutationChoice {
    uint32_t most = 0;   // mutants that are run at most; 0: all
    uint32_t pairs = 0;  // of mutants that were detected by themselves, in different kernels
    uint64_t seed = 0;   // of sample and pairs; 0: the sample is spread evenly over rules and kernels
    bool fixes = true;   // let fixes be tried, and judge those that are proven
};

// Runs mutants in strict mode on the card as it is now; memory is as before afterwards.
MutationReport mutate(card::Card& card, const program::ProgramDescriptor& program, engine::RunOptions options,
                      const MutationChoice& choice = {});

}  // namespace tilewright::doctor
