// Late transfers landing, and the end of a kernel.
#include <fmt/format.h>

#include <cstring>

#include "card/stream_copy.hpp"
#include "engine/fault.hpp"
#include "engine/run_state.hpp"

namespace tilewright::engine {

void complete_transfer(Run& run, Transfer& transfer, bool past_caches) {
    if (transfer.to == nullptr || transfer.landed) return;
    transfer.landed = true;
    const uint8_t* from = transfer.sent ? transfer.data.data() : transfer.from;
    const bool to_dram = transfer.kind == Transfer::Kind::Write && transfer.to_core == nullptr;
    if (past_caches && to_dram && transfer.bytes >= card::kWorthStreaming)
        card::stream_copy(transfer.to, from, transfer.bytes);
    else
        std::memmove(transfer.to, from, transfer.bytes);
    if (transfer.to_core != nullptr) run.touch(*transfer.to_core);
}

void end_of_kernel(Fiber& fiber) {
    if (fiber.pending.empty()) return;
    uint32_t reads = 0;
    uint32_t writes = 0;
    for (const Transfer& transfer : fiber.pending) {
        if (transfer.kind == Transfer::Kind::Read) ++reads;
        if (transfer.kind == Transfer::Kind::Write && !transfer.sent && transfer.to != nullptr) ++writes;
    }
    if (reads + writes != 0) {
        Finding finding;
        finding.code = "TW2105";
        finding.message =
            fmt::format("kernel ended with {} NoC transfer{} in flight ({} read{}, {} write{})", reads + writes,
                        reads + writes == 1 ? "" : "s", reads, reads == 1 ? "" : "s", writes, writes == 1 ? "" : "s");
        finding.why = "the next program may run, or the host may read the result, before they land";
        finding.fix = reads != 0 ? "noc_async_read_barrier() before the kernel returns"
                                 : "noc_async_write_barrier() before the kernel returns";
        if (fiber.image != nullptr)
            finding.place.stack = resolve_stack(*fiber.image, {fiber.pending.front().issued_at});
        report(std::move(finding));
    }
    for (Transfer& transfer : fiber.pending) complete_transfer(*fiber.run, transfer);
    fiber.pending.clear();
}

}  // namespace tilewright::engine
