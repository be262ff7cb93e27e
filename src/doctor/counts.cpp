// Remarks on counts.
#include "doctor/counts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "doctor/mend.hpp"

namespace tilewright::doctor {

namespace {
using engine::CbCall;

// Numbers that things of a tile come in.
std::string unit_words(uint64_t ratio) {
    switch (ratio) {
        case 4: return "a tile has 4 faces";
        case 16: return "a face has 16 rows";
        case 32: return "a tile has 32 rows";
        case 64: return "a tile has 64 rows of faces";
        case 256: return "a face has 256 values";
        case 1024: return "a tile has 1024 values";
        case 2048: return "a tile of 16-bit values has 2048 bytes";
        default: return "a factor is left out on one side";
    }
}

// Pages of each call, where they are all the same; 0: they are not.
uint64_t pages_of_calls(const std::vector<CallLine>& lines) {
    uint64_t pages = 0;
    for (const CallLine& line : lines) {
        if (!line.uniform || (pages != 0 && pages != line.pages)) return 0;
        pages = line.pages;
    }
    return pages;
}
}  // namespace

bool takes_another(const Replay& replay, uint32_t core_index, uint32_t cb, int processor) {
    const CoreLedger* core = replay.ledger->find(core_index);
    if (core == nullptr || processor < 0) return false;
    const uint64_t mine = core->cbs[cb].pops[static_cast<size_t>(processor)].calls;
    for (uint32_t i = 0; i < TW_MAX_CBS; ++i) {
        const uint64_t calls = core->cbs[i].pops[static_cast<size_t>(processor)].calls;
        if (i != cb && calls != 0 && calls >= mine) return true;
    }
    return false;
}

std::vector<std::string> count_remarks(const Case& hang, const Replay& replay, uint32_t core_index, uint32_t cb) {
    std::vector<std::string> remarks;
    const CoreLedger* core = replay.ledger->find(core_index);
    if (core == nullptr || replay.cut) return remarks;
    const CbLedger& ledger = core->cbs[cb];
    const uint64_t made = ledger.pushed,
                   taken = ledger.popped < made ? ledger.popped : std::max(ledger.reach, ledger.popped);
    if (made == 0 || taken == 0) return remarks;
    const uint64_t small = std::min(made, taken), large = std::max(made, taken);
    if (small > 1 && large % small == 0 && large / small > 1)
        remarks.push_back(fmt::format("{} is {} times {}: {}", large, large / small, small, unit_words(large / small)));
    // The side that works in blocks has lost what does not fill one.
    for (const auto& [call, total] : {std::pair{CbCall::Push, made}, std::pair{CbCall::Pop, taken}}) {
        const uint64_t block = pages_of_calls(call_lines(hang, *replay.ledger, core_index, cb, call));
        const uint64_t other = call == CbCall::Push ? taken : made;
        if (block > 1 && other % block != 0 && total == other / block * block)
            remarks.push_back(fmt::format("{} is no multiple of {}: {} rounds of {} leave {} out", other, block,
                                          other / block, block, other % block));
    }
    // Whoever is short here may be short on its other side by as much: then it is the one that counts wrong.
    const int producer = ledger.producer();
    const Thread* maker = producer < 0 ? nullptr : replay.thread(core_index, static_cast<uint32_t>(producer));
    if (maker == nullptr || taken <= made) return remarks;
    for (uint32_t other = 0; other < TW_MAX_CBS; ++other) {
        const CbLedger& input = core->cbs[other];
        const int consumer = input.consumer();
        const Thread* taker = consumer < 0 ? nullptr : replay.thread(core_index, static_cast<uint32_t>(consumer));
        if (other == cb || taker == nullptr || taker->kernel != maker->kernel || input.injected != 0) continue;
        if (input.pushed != taken || input.popped != made) continue;
        remarks.push_back(
            fmt::format("{} takes only {} of the {} pages of {}, too: its own count is the one that is off",
                        hang.program.kernels[maker->kernel].display_name(), input.popped, input.pushed,
                        hang.cb_name(core_index, other)));
        const uint64_t block = pages_of_calls(call_lines(hang, *replay.ledger, core_index, other, CbCall::Pop));
        if (block > 1 && input.pushed % block != 0 && input.popped == input.pushed / block * block)
            remarks.push_back(fmt::format("{} is no multiple of {}: {} rounds of {} leave {} out", input.pushed, block,
                                          input.pushed / block, block, input.pushed % block));
        break;
    }
    return remarks;
}

}  // namespace tilewright::doctor
