// A result of the clock as bytes.
#include "clock/timing.hpp"
#include "engine/isolate/fields.hpp"
#include "engine/timed.hpp"

namespace tilewright::engine {

// In the namespace of the two that look for them.
template <class A>
void fields(A& a, clock::Waited& waited) {
    a(waited.what, waited.index, waited.cycles, waited.times, waited.by);
    if constexpr (A::kReads) a.check(waited.what <= clock::WaitFor::Poll);
}
template <class A>
void fields(A& a, clock::ThreadTime& thread) {
    a(thread.core, thread.processor, thread.name, thread.kernel, thread.begin, thread.end, thread.busy, thread.scalar,
      thread.waits, thread.unit_busy, thread.unit_waits, thread.starved);
    if constexpr (A::kReads) a.check(thread.processor <= TW_FUSED);
}
template <class A>
void fields(A& a, clock::ZoneTime& zone) {
    a(zone.thread, zone.name, zone.begin, zone.end);
}
template <class A>
void fields(A& a, clock::BankTime& bank) {
    a(bank.read_bytes, bank.write_bytes, bank.transfers, bank.busy);
}
template <class A>
void fields(A& a, clock::Timing& timing) {
    a(timing.program, timing.arch, timing.clock_ghz, timing.cycles, timing.threads, timing.zones, timing.banks,
      timing.noc_bytes, timing.noc_busy, timing.noc_busiest, timing.guessed_order);
    if constexpr (A::kReads) {
        const auto count = static_cast<int64_t>(timing.threads.size());
        for (const clock::ZoneTime& zone : timing.zones) a.check(zone.thread < count);
        for (const clock::ThreadTime& thread : timing.threads) {
            for (const clock::Waited& waited : thread.waits) a.check(waited.by < count);
            for (const clock::Waited& waited : thread.unit_waits) a.check(waited.by < count);
        }
    }
}

}  // namespace tilewright::engine

namespace tilewright::clock {

std::string pack_timing(const Timing& timing) { return engine::to_wire(timing); }

std::shared_ptr<const Timing> unpack_timing(std::string_view bytes) {
    auto timing = std::make_shared<Timing>();
    try {
        engine::from_wire(bytes, *timing);
    } catch (const engine::WireError& wrong) {
        throw InternalError(std::string("a time that makes no sense came back: ") + wrong.what());
    }
    return timing;
}

}  // namespace tilewright::clock
