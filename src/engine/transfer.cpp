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
    if (transfer.carried != nullptr) checks::signal_lands(run, transfer.carried.get());
    if (transfer.kind == Transfer::Kind::Word || transfer.kind == Transfer::Kind::Atomic) {
        if (run.undo) run.undo->save(transfer.to, 4);
        uint32_t word = 0;
        std::memcpy(&word, transfer.to, 4);
        if (transfer.kind == Transfer::Kind::Atomic) {
            word = (word & ~transfer.mask) | ((word + transfer.value) & transfer.mask);
        } else {
            uint32_t bits = 0;
            for (int i = 0; i < 4; ++i) bits |= (transfer.mask >> i & 1) != 0 ? 0xFFu << 8 * i : 0;
            word = (word & ~bits) | (transfer.value & bits);
        }
        std::memcpy(transfer.to, &word, 4);
        if (transfer.to_core != nullptr) run.touch(*transfer.to_core);
        return;
    }
    const bool to_dram = transfer.kind == Transfer::Kind::Write && transfer.to_core == nullptr;
    if (run.undo && to_dram)
        run.undo->save_dram(transfer.to, transfer.bytes, transfer.to_offset);
    else if (run.undo && (transfer.kind == Transfer::Kind::Write || !run.undo->writes_only))
        run.undo->save(transfer.to, transfer.bytes);
    if (run.undo && run.undo->keeps_reads && transfer.kind == Transfer::Kind::Read)
        run.undo->note_read(transfer.from, transfer.bytes);
    const uint8_t* from = transfer.sent ? transfer.data.data() : transfer.from;
    if (past_caches && to_dram && transfer.bytes >= card::kWorthStreaming)
        card::stream_copy(transfer.to, from, transfer.bytes);
    else
        std::memmove(transfer.to, from, transfer.bytes);
    if (transfer.to_core != nullptr) run.touch(*transfer.to_core);
}

void end_of_kernel(Fiber& fiber) {
    if (fiber.run->strict) checks::thread_ends(fiber);
    if (fiber.preempts) return;  // what is under way lands when it lands
    for (Transfer& transfer : fiber.pending) complete_transfer(*fiber.run, transfer);
    fiber.pending = {};  // the next core's threads find the memory in the caches
}

}  // namespace tilewright::engine
