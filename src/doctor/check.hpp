// The static half: what a program does to its circular buffers, found by following its control flow with data movement
// and arithmetic left out.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "card/card.hpp"
#include "doctor/cb_line.hpp"
#include "engine/run_options.hpp"
#include "program/descriptor.hpp"

namespace tilewright::doctor {

// The counts are those of the core that pushes most; where one is not balanced, of that.
struct CheckedCb : CbLine {
    LogicalCore core;                  // that core
    std::string pushed_at, popped_at;  // "NCRISC reader reader.cpp:33"; popped_at: or waited for

    uint64_t pushed = 0;
    uint64_t waited = 0;  // the furthest page asked for
    uint64_t popped = 0;
    bool persistent = false;   // pushed and waited for, never popped
    uint32_t least_pages = 0;  // with which the program still finishes, the others as they are
    bool one_more_page_fits = false;
};

struct CheckReport {
    std::string program;
    uint32_t cores = 0;
    std::vector<CheckedCb> cbs;   // by index
    uint32_t l1_used_bytes = 0;   // CBs of the fullest core
    uint32_t l1_limit_bytes = 0;  // what is there for CBs
    std::string limited_by;       // "the end of L1", or the buffer that lies there

    bool unbalanced() const;  // some CB, but for persistent ones
    std::string to_text() const;
    nlohmann::json to_json() const;
};

// Throws engine::HangError, with its verdict, when the program does not finish. Of the options only what concerns
// rights and limits of kernels counts.
CheckReport check(card::Card& card, const program::ProgramDescriptor& program, const engine::RunOptions& asked = {});

}  // namespace tilewright::doctor
