// From the ledger of a run to one line for each circular buffer.
#include "doctor/cb_line.hpp"

#include <algorithm>
#include <map>

#include "doctor/ledger.hpp"
#include "engine/prepare.hpp"
#include "tile/formats/format.hpp"

namespace tilewright::doctor {

std::vector<CbOfRun> cbs_of_run(const engine::PreparedProgram& prepared, const Ledger& ledger) {
    std::map<uint32_t, CbOfRun> by_index;
    for (const engine::CorePlan& plan : prepared.cores) {
        const CoreLedger* core = ledger.find(plan.core->index());
        for (const engine::CbPlan& cb : plan.cbs) {
            CbOfRun& made = by_index[cb.index];
            made.position = cb.cb;
            CbLine& line = made.line;
            line.index = cb.index;
            line.page_bytes = cb.page_bytes;
            line.capacity_pages = cb.bytes / cb.page_bytes;
            ++line.cores;
            for (const program::CbFormat& format : prepared.program.cbs[cb.cb].formats) {
                if (format.index != cb.index) continue;
                line.name = format.name;
                line.format = tile::format_name(format.format);
            }
            if (core == nullptr || !core->cbs[cb.index].used()) continue;
            const CbLedger& did = core->cbs[cb.index];
            line.used = true;
            line.balanced &= did.pushed == did.popped;
            line.peak_pages = std::max(line.peak_pages, did.peak);
            if (made.busiest == nullptr || did.pushed > made.busiest->pushed) {
                made.busiest = &did;
                made.core = plan.core->logical();
            }
        }
    }
    std::vector<CbOfRun> all;
    for (auto& [index, made] : by_index) all.push_back(std::move(made));
    return all;
}

}  // namespace tilewright::doctor
