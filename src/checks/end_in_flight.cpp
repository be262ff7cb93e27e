// TW2105: a kernel ends while transfers of its own are in flight.
#include "checks/check.hpp"

namespace tilewright::checks::end_in_flight {

namespace {
void end(const ThreadEnd& thread) {
    const Fiber& fiber = thread.fiber;
    uint32_t reads = 0, writes = 0;
    for (const Transfer& transfer : fiber.pending) {
        if (transfer.kind == Transfer::Kind::Read) ++reads;
        if (transfer.kind == Transfer::Kind::Write && !transfer.flag && !transfer.sent) ++writes;
    }
    if (reads + writes == 0) return;
    Finding finding;
    finding.code = "TW2105";
    finding.message =
        fmt::format("kernel ended with {} NoC transfer{} in flight ({} read{}, {} write{})", reads + writes,
                    reads + writes == 1 ? "" : "s", reads, reads == 1 ? "" : "s", writes, writes == 1 ? "" : "s");
    finding.why = "the next program may run, or the host may read the result, before they land";
    finding.fix = reads != 0 ? "noc_async_read_barrier() before the kernel returns"
                             : "noc_async_write_barrier() before the kernel returns";
    // The kernel has returned: its place is that of the first transfer.
    if (fiber.image != nullptr)
        finding.place.stack = engine::resolve_stack(*fiber.image, {fiber.pending.front().issued_at});
    engine::report(std::move(finding));
}
}  // namespace

void listen(Events& on) { on.thread_end.add(end); }

}  // namespace tilewright::checks::end_in_flight
