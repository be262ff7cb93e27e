// The lists of questions, and asking them.
#include "clock/what_if/what_if.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "clock/recording.hpp"
#include "clock/tape.hpp"
#include "clock/what_if/questions.hpp"

namespace tilewright::clock {

const std::vector<TapeQuestion>& tape_questions() {
    static const std::vector<TapeQuestion> list = {
        {"depth", "CBs with twice their pages", ask_depths},
        {"barriers", "more transfers per barrier", ask_barriers},
        {"transfers", "transfers that lie together as one", ask_transfers},
        {"banks", "pages in all banks of DRAM", ask_banks},
        {"noc", "transfers on the other network", ask_nocs},
        {"placement", "the same cores elsewhere on the grid", ask_placements},
        {"machine", "faster DRAM, faster networks, less latency", ask_machine},
    };
    return list;
}

const std::vector<ProgramQuestion>& program_questions() {
    static const std::vector<ProgramQuestion> list = {
        {"fidelity", "cheaper math fidelities", other_fidelities},
        {"fp32", "DST of 16 or of 32 bits", other_dst},
    };
    return list;
}

bool Families::has(const std::string& family) const {
    return all || std::find(only.begin(), only.end(), family) != only.end();
}

bool makes_a_difference(double ns, double than_ns) { return std::abs(ns - than_ns) > 0.005 * than_ns; }

std::optional<double> Trials::time(const Tape& changed, const Change& change) const {
    const std::optional<Timing> timing = try_time(changed, llk_, change);
    if (!timing) return std::nullopt;
    return timing->ns();
}

void Trials::add(WhatIf answer) {
    if (makes_a_difference(answer.ns, ns_)) answers_.push_back(std::move(answer));
}

void sort_by_time(std::vector<WhatIf>& answers) {
    std::stable_sort(answers.begin(), answers.end(), [](const WhatIf& a, const WhatIf& b) { return a.ns < b.ns; });
}

std::vector<WhatIf> ask_tape(const Tape& tape, uint32_t llk, double ns, const Families& families) {
    Trials trials(tape, llk, ns);
    for (const TapeQuestion& question : tape_questions()) {
        if (families.has(question.family)) question.ask(trials);
    }
    return trials.take();
}

std::vector<WhatIf> ask_program(const Tape& tape, const program::ProgramDescriptor& program,
                                const engine::RunOptions& options, double ns, const Families& families) {
    std::vector<WhatIf> answers;
    for (const ProgramQuestion& question : program_questions()) {
        if (!families.has(question.family)) continue;
        for (const ChangedProgram& changed : question.make(program, tape)) {
            try {
                const double other = Recording(tape.card, changed.program, options).time().ns();
                if (makes_a_difference(other, ns)) answers.push_back({question.family, changed.change, other});
            } catch (const Error&) {  // it does not build, or not run, with these settings
            }
        }
    }
    return answers;
}

bool uses_fidelity(const Tape& tape) {
    for (const CoreTape& core : tape.cores) {
        for (const auto& thread : core.threads) {
            for (const Event& event : thread->events) {
                if (event.op == Op::Math && event.c > 1) return true;
            }
        }
    }
    return false;
}

}  // namespace tilewright::clock
