// What each kernel of a program did to each CB, beside the arguments it had: one dry run, in which a consumer that gets
// too little is fed, so that both sides show what they want in all whatever the other one does. Internal to src/doctor.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "card/card.hpp"
#include "doctor/argument_source.hpp"
#include "engine/run_options.hpp"

namespace tilewright::doctor {

enum class What : uint8_t { Pushed, Popped, Reach, WaitMost, ReserveMost, Capacity };

// One number of one kernel.
struct Deed {
    uint32_t kernel = 0;
    uint32_t cb = 0;
    What what = What::Pushed;
    auto operator<=>(const Deed&) const = default;
};

struct KernelSample {
    uint32_t kernel = 0;
    LogicalCore core;
    std::vector<int64_t> values;  // of variables_of the kernel
    std::map<Deed, int64_t> counts;
};

struct ProgramSample {
    std::string wrong;      // why the run says nothing; empty: it does
    bool finished = false;  // without help
    bool polled = false;    // a loop looked at a word: the course may depend on the order of threads
    std::vector<KernelSample> kernels;
    std::map<Deed, std::string> lines;  // "NCRISC reader reader.cpp:33", of what was pushed, popped and waited for
};

// Words that a kernel has on every core and that may be a count: no words of accessors.
std::vector<ArgumentKey> variables_of(const program::KernelDescriptor& kernel, program::Era era);
std::vector<int64_t> values_of(const program::KernelDescriptor& kernel, const std::vector<ArgumentKey>& keys,
                               LogicalCore core);
// By its name in the source, or "runtime argument 2".
std::string name_of(const program::KernelDescriptor& kernel, ArgumentKey key, program::Era era);

// What of the options counts for dry runs: rights of kernels. Strict, and with little time: other arguments may make
// endless loops.
engine::RunOptions sample_options(const engine::RunOptions& asked);
ProgramSample sample(card::Card& card, const program::ProgramDescriptor& program, const engine::RunOptions& options);

}  // namespace tilewright::doctor
