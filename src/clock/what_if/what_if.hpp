// What would change a program's time: each answer is the time of a changed copy, simulated anew. Questions come on
// three levels: of the tape (here, tape_questions), of the program's descriptor, which is recorded again (here,
// program_questions), and of the call that made the program (src/cli/ops/what_if.cpp). A new question is one function
// and one line in a list.
#pragma once

#include <string>
#include <vector>

#include "card/card.hpp"
#include "clock/change.hpp"
#include "clock/timing.hpp"
#include "engine/run_options.hpp"
#include "program/descriptor.hpp"

namespace tilewright::clock {

struct WhatIf {
    std::string family;  // "depth", "barriers" ...: as --what-if names them
    std::string change;  // "c_0 with 4 pages instead of 2"
    double ns = 0;
    bool remedy = true;  // false: nobody can change it; it says what the time depends on
    size_t changes = 1;  // things that would have to be changed for it
};

enum class Asked : uint8_t { Nothing, Some, All };

// Which families are asked for.
struct Families {
    bool all = true;
    std::vector<std::string> only;  // where not all
    bool has(const std::string& family) const;
    bool none() const { return !all && only.empty(); }
    Asked asked() const { return all ? Asked::All : none() ? Asked::Nothing : Asked::Some; }
};

// Further timings of a tape, and what came of those that make a difference.
class Trials {
public:
    // The tape outlives the trials.
    Trials(const Tape& tape, uint32_t llk, double ns) : tape_(tape), llk_(llk), ns_(ns) {}
    const Tape& tape() const { return tape_; }
    double ns() const { return ns_; }  // as it is
    // Nanoseconds; none where that would not run.
    std::optional<double> time(const Change& change) const { return time(tape_, change); }
    std::optional<double> time(const Tape& changed, const Change& change = {}) const;
    // Keeps an answer that is worth it.
    void add(WhatIf answer);
    std::vector<WhatIf> take() { return std::move(answers_); }

private:
    const Tape& tape_;
    uint32_t llk_;
    double ns_;
    std::vector<WhatIf> answers_;
};

struct TapeQuestion {
    const char* family;
    const char* summary;  // for the help text
    void (*ask)(Trials& trials);
};
const std::vector<TapeQuestion>& tape_questions();

// The same program with other settings.
struct ChangedProgram {
    std::string change;
    program::ProgramDescriptor program;
};
struct ProgramQuestion {
    const char* family;
    const char* summary;
    std::vector<ChangedProgram> (*make)(const program::ProgramDescriptor& program, const Tape& tape);
};
const std::vector<ProgramQuestion>& program_questions();

// Whether two times differ by more than noise of the model.
bool makes_a_difference(double ns, double than_ns);
void sort_by_time(std::vector<WhatIf>& answers);  // best first

std::vector<WhatIf> ask_tape(const Tape& tape, uint32_t llk, double ns, const Families& families);
// Each is a recording of its own. One that throws is left out: the kernels do not work that way.
std::vector<WhatIf> ask_program(const Tape& tape, const program::ProgramDescriptor& program,
                                const engine::RunOptions& options, double ns, const Families& families);

// Whether MATH did anything whose time depends on the fidelity.
bool uses_fidelity(const Tape& tape);

}  // namespace tilewright::clock
