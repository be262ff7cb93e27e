// The arguments of a kernel, for reports: a table with names, values, what they are and what other cores have; and
// where a number may come from. Internal to src/doctor.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "doctor/argument_source.hpp"
#include "doctor/case.hpp"

namespace tilewright::doctor {

// "runtime arg 1 = 4", "Wt (compile-time arg 0) x Ht (runtime arg 2) = 4 x 8"; empty when nothing matches. Arguments
// that bound loops come first; words of accessors are no counts.
std::string number_from_arguments(const program::KernelDescriptor& kernel, LogicalCore core, uint64_t number,
                                  program::Era era = program::Era::Aug2026);

struct ArgumentRow {
    ArgumentKey key;
    uint32_t words = 1;  // an accessor's words are one row
    uint32_t value = 0;
    std::string name;
    std::optional<bool> read;  // nothing: not known
    std::string tensor;        // whose address it is
    std::string accessor;      // what its words say: "DRAM, interleaved, pages of 2048 B"
    const SourceLoop* loop = nullptr;
    std::string others;  // "the other 5 cores have 4"
};

struct ArgumentTable {
    std::string kernel;
    std::string thread;
    LogicalCore core;
    bool ended = false;  // the thread has: what was not read never will be
    std::vector<ArgumentRow> rows;
    std::shared_ptr<const ArgumentSource> source;  // loops of rows belong to it

    std::vector<std::string> lines() const;  // bounded
    nlohmann::json to_json() const;
};

// `lines`: where the thread stands in the kernel's own file, innermost first; loops elsewhere are left out. Empty: all
// loops count.
ArgumentTable argument_table(const engine::Run& run, const engine::Fiber& fiber, const std::vector<uint32_t>& lines);

// The tables of the kernels that a hang concerns, as lines and data of its finding.
void add_arguments(const Case& hang, const engine::Run& run, size_t at, Finding& finding);

}  // namespace tilewright::doctor
