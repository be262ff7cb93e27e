// The analysis of an existing op, from its program and one traced run: work unit, data flow, CBs with measured
// occupancy, arguments by name, core distribution.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "workshop/stage/measure.hpp"

namespace tilewright::report {

struct AnalysedTensor {
    std::string name, logical_shape, padded_shape, layout, memory_layout, buffer_type, dtype;
    uint32_t page_bytes = 0;
    uint64_t pages = 0;
};

struct AnalysedArgument {
    uint32_t index = 0;
    std::string name;   // from the kernel's source; empty: not fetched by a literal index
    std::string value;  // of the first core; "0 to 96" where cores differ
    bool varies = false;
};

struct AnalysedKernel {
    std::string file, role, processor, purpose;
    uint32_t noc = 0;
    std::vector<AnalysedArgument> compile_time, runtime, common;
    std::vector<std::string> helpers, raw_calls, reads, writes;  // reads, writes: CBs, "c_0"
};

struct Analysis {
    std::string op, mathematics, summary;
    workshop::OpPlan plan;
    std::vector<AnalysedTensor> tensors;  // inputs, then the output
    workshop::Measured run;
    std::vector<AnalysedKernel> kernels;
    uint32_t grid_x = 0, grid_y = 0;

    std::string to_markdown() const;
    nlohmann::json to_json() const;
};

Analysis analyse(const workshop::TracedCall& traced);

}  // namespace tilewright::report
