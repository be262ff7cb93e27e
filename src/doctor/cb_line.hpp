// What a table of circular buffers begins with: what each is, and how it was used on the cores that have it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/core_coord.hpp"

namespace tilewright::engine {
class PreparedProgram;
}

namespace tilewright::doctor {

class Ledger;
struct CbLedger;

struct CbLine {
    uint32_t index = 0;
    std::string name, format;
    uint32_t page_bytes = 0;
    uint32_t capacity_pages = 0;
    uint32_t cores = 0;  // that have it
    uint64_t peak_pages = 0;
    bool used = false;
    bool balanced = true;  // as many popped as pushed, on every core
};

struct CbOfRun {
    CbLine line;
    size_t position = 0;                // among the program's CBs
    const CbLedger* busiest = nullptr;  // of the core that pushed most; null: nobody used it
    LogicalCore core = {};              // that core
};
// By index. `ledger` is that of a run of the program.
std::vector<CbOfRun> cbs_of_run(const engine::PreparedProgram& prepared, const Ledger& ledger);

}  // namespace tilewright::doctor
