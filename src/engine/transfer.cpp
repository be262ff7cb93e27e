// Late transfers landing, and the end of a kernel.
#include <cstring>

#include "card/stream_copy.hpp"
#include "engine/fault.hpp"
#include "engine/run_state.hpp"
#include "engine/strict.hpp"

namespace tilewright::engine {

void complete_transfer(Run& run, Transfer& transfer, bool past_caches) {
    if (transfer.to == nullptr || transfer.landed) return;
    transfer.landed = true;
    const uint8_t* from = transfer.sent ? transfer.data.data() : transfer.from;
    if (run.undo && transfer.kind == Transfer::Kind::Write) run.undo->save(transfer.to, transfer.bytes);
    const bool to_dram = transfer.kind == Transfer::Kind::Write && transfer.to_core == nullptr;
    if (past_caches && to_dram && transfer.bytes >= card::kWorthStreaming)
        card::stream_copy(transfer.to, from, transfer.bytes);
    else
        std::memmove(transfer.to, from, transfer.bytes);
    if (transfer.to_core != nullptr) run.touch(*transfer.to_core);
}

void end_of_kernel(Fiber& fiber) {
    if (fiber.run->strict) checks::thread_ends(fiber);
    for (Transfer& transfer : fiber.pending) complete_transfer(*fiber.run, transfer);
    fiber.pending.clear();
}

}  // namespace tilewright::engine
