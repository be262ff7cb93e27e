// Polling, endless loops, clocks and arguments.
#include <fmt/format.h>

#include <cstring>

#include "checks/events.hpp"

namespace tilewright::calls {

namespace {
// Loops without a bound look up every kFuelPerLook rounds, so that a program can be interrupted wherever it is, give
// way now and then, and end as an error when nothing can end them.
constexpr int64_t kFuelPerLook = 256;
constexpr uint32_t kLooksPerTurn = 1u << 19;
constexpr uint32_t kLooksMax = 4 * kLooksPerTurn;
constexpr uint64_t kCyclesPerPoll = 50;
// Where the wall clock's two words lie (raw register reads of kernels).
constexpr uint64_t kWallClockLow = 0xFFB121F0;
constexpr uint64_t kWallClockHigh = 0xFFB121F8;

void advance_clock(uint64_t cycles) {
    engine::Fiber& fiber = engine::current_fiber();
    fiber.clock += cycles;
    const auto low = static_cast<uint32_t>(fiber.clock);
    const auto high = static_cast<uint32_t>(fiber.clock >> 32);
    std::memcpy(reinterpret_cast<void*>(fiber.thread.l1_base + kWallClockLow), &low, sizeof low);
    std::memcpy(reinterpret_cast<void*>(fiber.thread.l1_base + kWallClockHigh), &high, sizeof high);
}
}  // namespace

extern "C" {

void tw_poll(void) {
    advance_clock(kCyclesPerPoll);
    if (tw_self->strict) checks::events.polls({engine::running_fiber()});
    engine::yield_poll();
}

void tw_spin(void) {
    engine::Fiber& fiber = engine::current_fiber();
    if (++fiber.spins >= kLooksMax) {
        Finding finding;
        finding.code = "TW2602";
        finding.message =
            "kernel spins for ever: a loop went round hundreds of millions of times without waiting for anything";
        finding.why = "nothing outside the loop can end it: it reads no volatile memory and makes no blocking call";
        finding.fix = "check the loop's condition; to poll memory, read it through a volatile pointer";
        engine::fail_fiber(std::move(finding));
    }
    if (fiber.spins % kLooksPerTurn == 0 || fiber.run->aborted()) engine::yield_poll();
    tw_self->fuel = kFuelPerLook;
}

uint64_t tw_clock(void) {
    advance_clock(1);
    return engine::current_fiber().clock;
}

void tw_delay(uint64_t cycles) {
    advance_clock(cycles);
    engine::yield_poll();
}

void tw_bad_arg(int32_t index, uint32_t common) {
    Finding finding;
    finding.code = "TW2201";
    const uint32_t count = common ? tw_self->crta_count : tw_self->rta_count;
    finding.message = fmt::format("{}({}): this kernel has {} {}runtime argument{} on core {}",
                                  common ? "get_common_arg_val" : "get_arg_val", index, count, common ? "common " : "",
                                  count == 1 ? "" : "s", engine::current_core_name());
    finding.why = "on the card the call returns whatever lies behind the arguments";
    finding.fix = count == 0 ? "set the runtime arguments of this core"
                             : fmt::format("use an index from 0 to {}, or pass more arguments", count - 1);
    engine::fail_fiber(std::move(finding));
}

void tw_note_arg(uint32_t index, uint32_t common) {
    if (tw_self->strict) checks::events.argument_read({engine::running_fiber(), index, common != 0});
}

}  // extern "C"

}  // namespace tilewright::calls
