// A faulty program, what must be said about it, and its near twin that is right and must give nothing.
//
// The line a report must name is marked in the kernel's text with the word HERE.
#pragma once

#include <algorithm>
#include <functional>
#include <string>

#include "unit/engine/harness.hpp"

namespace tilewright::testing {

struct Faulty {
    std::string name;
    std::string code;    // expected verdict or finding
    std::string says;    // part of the message
    std::string thread;  // "NCRISC reader", "UNPACK" ...; empty: not looked at
    std::function<void(TestProgram&, card::Card&)> wrong;
    std::function<void(TestProgram&, card::Card&)> right;
    std::string also = {};  // somewhere in the whole text
    // Fast mode runs the compute threads as one and knows nothing of code that is meant for one of them only.
    bool strict_only = false;
    // Part of the fix that is proven; "nothing": none may be; empty: not looked at.
    std::string fix = {};
};

inline void PrintTo(const Faulty& faulty, std::ostream* out) { *out << faulty.name; }

inline const LogicalCore k00{0, 0};

// A data-movement kernel of one function.
inline std::string dm(const std::string& body) {
    return "#include \"api/dataflow/dataflow_api.h\"\nvoid kernel_main() {\n" + body + "}\n";
}

// A compute kernel that may use the usual tile calls.
inline std::string tensix(const std::string& body) {
    return "#include \"api/compute/eltwise_binary.h\"\n#include \"api/compute/tile_move_copy.h\"\n"
           "#include \"api/compute/eltwise_unary/eltwise_unary.h\"\n"
           "#include \"api/compute/eltwise_unary/exp.h\"\n#include \"api/compute/eltwise_unary/sqrt.h\"\n"
           "#include \"api/compute/eltwise_binary_sfpu.h\"\n#include \"api/compute/mask.h\"\n"
           "#include \"api/compute/eltwise_unary/where.h\"\n#include \"api/compute/compute_kernel_api.h\"\n"
           "#include \"api/compute/copy_dest_values.h\"\n#include \"api/compute/binary_max_min.h\"\n"
           "#include \"api/compute/sfpu_binary_bcast.h\"\n"
           "#include \"api/compute/tilize.h\"\n#include \"api/compute/pack_untilize.h\"\n#include "
           "\"api/compute/pack.h\"\n"
           "#include \"api/compute/reduce.h\"\n#include \"api/compute/bcast.h\"\nvoid kernel_main() {\n" +
           body + "}\n";
}

// Pages of 2 KiB in DRAM, interleaved; nobody frees them, the card does.
inline uint32_t dram_pages(card::Card& card, uint32_t pages) {
    const uint64_t per_bank = (pages + card.num_dram_banks() - 1) / card.num_dram_banks() * uint64_t{2048};
    return static_cast<uint32_t>(card.dram_allocator().allocate(per_bank, "pages of a test"));
}

// Line of the HERE mark in the kernel called `name`; 0: no mark.
inline uint32_t marked_line(const ProgramDescriptor& program, std::string& kernel) {
    for (const KernelDescriptor& candidate : program.kernels) {
        const size_t mark = candidate.source.text.find("HERE");
        if (mark == std::string::npos) continue;
        kernel = candidate.name;
        const auto begin = candidate.source.text.begin();
        return 1 + static_cast<uint32_t>(std::count(begin, begin + static_cast<std::ptrdiff_t>(mark), '\n'));
    }
    return 0;
}

inline std::string all_text(const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& finding : findings) text += finding.to_text();
    return text;
}

}  // namespace tilewright::testing
