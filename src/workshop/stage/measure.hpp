// One traced run of an op: the program as the factory built it, and what its threads did to every circular buffer.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "doctor/cb_line.hpp"
#include "engine/run.hpp"
#include "program/descriptor.hpp"
#include "workshop/op/op_case.hpp"

namespace tilewright::workshop {

// Pages and calls of one side of a CB, on the core that pushed most.
struct SideCount {
    std::string thread;  // "NCRISC reader", "UNPACK"; several: joined by ", "; empty: nobody
    uint64_t pages = 0;
    uint64_t calls = 0;
    std::vector<std::string> places;  // "reader_x.cpp:31", where the calls stand
};

struct MeasuredCb : doctor::CbLine {
    uint32_t address = 0;  // in L1
    SideCount push = {}, wait = {}, pop = {};
    double mean_pages = 0;    // after every push and pop
    bool persistent = false;  // declared: pushed once, never popped
    bool ok() const { return !used || balanced || (persistent && pop.pages == 0); }
    uint32_t bytes() const { return page_bytes * capacity_pages; }
};

struct Measured {
    std::string text;  // of the case
    program::ProgramDescriptor program;
    engine::RunResult run;
    std::vector<MeasuredCb> cbs;  // by index
    uint32_t cores = 0;
    std::vector<std::pair<LogicalCore, uint64_t>> pushed_by_core;  // pages, all CBs together
    uint32_t l1_begin = 0, l1_end = 0;                             // where CBs may lie
    uint32_t l1_used_bytes = 0;
    bool all_balanced() const;
    nlohmann::json cbs_json() const;
};

// Runs the program on the device's card, in strict mode and with a ledger. Throws what the run throws.
Measured measure(const std::string& text, ttnn::MeshDevice& device, const program::ProgramDescriptor& program);

// One call of an op, traced: what a document on the op is written from.
struct TracedCall {
    OpCase request;
    OpCall call;
    ttnn::Tensor output;
    Measured run;
    OpPlan plan;
};
// On data of the case's own. Throws what the call throws.
TracedCall trace_call(const OpCase& request, ttnn::MeshDevice& device);

}  // namespace tilewright::workshop
