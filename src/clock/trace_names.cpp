// Names of calls and waits in traces.
#include <fmt/format.h>

#include <array>

#include "clock/trace.hpp"
#include "clock/verdict.hpp"
#include "tw/timed_costs.h"

namespace tilewright::clock {

namespace {

constexpr const char* kSfpuCalls[] = {
#define TW_UNARY(NAME, call, ...) #call,
#define TW_BINARY(NAME, call, ...) #call,
#define TW_TERNARY(NAME, call, ...) #call,
#include "tw/sfpu/table.def"
};

std::string semaphore_name(uint32_t address, const CoreTape& core) {
    if (core.l1_semaphores != 0 && core.semaphores.contains(address))
        return fmt::format("semaphore {}", (address - core.l1_semaphores) / 16);
    return fmt::format("semaphore at {:#x}", address);
}

std::string barrier_name(uint32_t what) {
    switch (what) {
        case TW_BARRIER_READ: return "noc_async_read_barrier";
        case TW_BARRIER_WRITE: return "noc_async_write_barrier";
        case TW_BARRIER_WRITE_SENT: return "noc_async_writes_flushed";
        case TW_BARRIER_POSTED_SENT: return "noc_async_posted_writes_flushed";
        case TW_BARRIER_ATOMIC: return "noc_async_atomic_barrier";
        default: return "noc_async_full_barrier";
    }
}

std::string unpack_name(const Event& event) {
    switch (static_cast<UnpackKind>(event.kind)) {
        case UnpackKind::One: return fmt::format("unpack a tile, {} B", event.a);
        case UnpackKind::Pair: return fmt::format("unpack two tiles, {} B", event.a + event.b);
        case UnpackKind::Reduce: return "unpack for reduce_tile";
        case UnpackKind::Matmul: return fmt::format("unpack for matmul, {} x {} tiles", event.d, event.c);
        case UnpackKind::Tilize: return fmt::format("tilize_block, {} B a tile", event.a);
        case UnpackKind::Untilize: return "untilize_block";
        case UnpackKind::TilizePair: return "tilize and reduce";
    }
    return "unpack";
}

std::string math_name(const Event& event) {
    switch (static_cast<MathKind>(event.kind)) {
        case MathKind::Copy: return "copy_tile";
        case MathKind::Add: return "add_tiles or sub_tiles";
        case MathKind::Multiply: return "mul_tiles";
        case MathKind::ReduceRow: return "reduce_tile, rows";
        case MathKind::ReduceColumn: return "reduce_tile, columns";
        case MathKind::ReduceScalar: return "reduce_tile, all";
        case MathKind::Matmul: return "matmul_tiles";
        case MathKind::Transpose: return "transpose_wh_tile";
        case MathKind::CopyDst: return "copy_dest_values";
        case MathKind::Clear: return "clear DST";
    }
    return "math";
}

std::string pack_name(const Event& event) {
    switch (static_cast<PackKind>(event.kind)) {
        case PackKind::Tile: return fmt::format("pack_tile, {} B", event.a);
        case PackKind::Untilize: return fmt::format("pack_untilize, {} tiles", event.b);
        case PackKind::Rows: return fmt::format("pack_rows, {} B", event.a);
    }
    return "pack";
}

std::string configure_name(const Event& event) {
    switch (static_cast<ConfigureKind>(event.kind)) {
        case ConfigureKind::UnpackAll: return "configure UNPACK";
        case ConfigureKind::UnpackSide: return event.a == 0 ? "reconfig_data_format, same" : "reconfig_data_format";
        case ConfigureKind::UnpackInit: return "init UNPACK";
        case ConfigureKind::MathAll: return "configure MATH";
        case ConfigureKind::MathSide: return "reconfig_data_format of MATH";
        case ConfigureKind::MathInit: return "init MATH";
        case ConfigureKind::SfpuInit: return "init SFPU";
        case ConfigureKind::PackAll: return "configure PACK";
        case ConfigureKind::PackFormat: return event.a == 0 ? "pack_reconfig, same" : "pack_reconfig_data_format";
        case ConfigureKind::PackInit: return "init PACK";
        case ConfigureKind::Small: return "configure a register";
    }
    return "configure";
}

std::string cb_call(const char* name, const Event& event) {
    return fmt::format("{}({}, {})", name, cb_text(event.kind), event.a);
}

}  // namespace

std::string call_name(const Event& event, const CoreTape& core) {
    const bool multicast = (event.c & TW_NOC_MULTICAST) != 0;
    const char* with_state = (event.flags & kWithState) != 0 ? "_with_state" : "";
    const auto word = [&](const char* name) {
        return fmt::format("{}({}, {})", name, semaphore_name(static_cast<uint32_t>(event.address), core), event.a);
    };
    switch (event.op) {
        case Op::CbWait: return cb_call("cb_wait_front", event);
        case Op::CbReserve: return cb_call("cb_reserve_back", event);
        case Op::CbPush: return cb_call("cb_push_back", event);
        case Op::CbPop: return cb_call("cb_pop_front", event);
        case Op::CbProbe: return cb_call("a look at", event);
        case Op::Read: return fmt::format("noc_async_read{} {} B", with_state, event.a);
        case Op::Write:
            return fmt::format("noc_async_write{}{} {} B", multicast ? "_multicast" : "", with_state, event.a);
        case Op::Word:
            if ((event.c & TW_NOC_SEMAPHORE) == 0) return fmt::format("write of a word, {}", event.a);
            return fmt::format("noc_semaphore_set{} {}", multicast ? "_multicast" : "_remote", event.a);
        case Op::Atomic: return fmt::format("noc_semaphore_inc{} {}", multicast ? "_multicast" : "", event.a);
        case Op::Barrier: return barrier_name(event.a);
        case Op::SetState: return "set_state";
        case Op::SemaphoreWait: return word("noc_semaphore_wait");
        case Op::SemaphoreWaitMin: return word("noc_semaphore_wait_min");
        case Op::SemaphoreSet: return word("noc_semaphore_set");
        case Op::SemaphoreAdd: return word("noc_semaphore_inc");
        case Op::MailboxWrite: return fmt::format("mailbox_write to thread {}", event.kind);
        case Op::MailboxRead: return fmt::format("mailbox_read from thread {}", event.kind);
        case Op::HardwareInit: return fmt::format("t6_semaphore_init({})", event.kind);
        case Op::HardwarePost: return fmt::format("t6_semaphore_post({})", event.kind);
        case Op::HardwareGet: return fmt::format("t6_semaphore_get({})", event.kind);
        case Op::HardwareWaitZero: return fmt::format("t6_semaphore_wait_on_zero({})", event.kind);
        case Op::HardwareWaitMax: return fmt::format("t6_semaphore_wait_on_max({})", event.kind);
        case Op::Unpack: return unpack_name(event);
        case Op::Math: return math_name(event);
        case Op::Sfpu:
            return event.a < std::size(kSfpuCalls) ? fmt::format("{}_tile", kSfpuCalls[event.a]) : "an SFPU call";
        case Op::Vectors: return fmt::format("SFPI code, {} instructions", event.a);
        case Op::VectorsOf: {
            const uint32_t op = event.a & ~uint32_t{TW_TIMED_LEGACY};
            return fmt::format("{} of {} vectors", op < std::size(kSfpuCalls) ? kSfpuCalls[op] : "a function", event.b);
        }
        case Op::Pack: return pack_name(event);
        case Op::Configure: return configure_name(event);
        case Op::Acquire: return "tile_regs_acquire";
        case Op::Commit: return "tile_regs_commit";
        case Op::PackWait: return "tile_regs_wait";
        case Op::Release: return "tile_regs_release";
        case Op::ZoneBegin:
        case Op::ZoneEnd:
        case Op::Record: return "profiler record";
        case Op::ReadClock: return "read of the clock";
        case Op::Delay: return fmt::format("delay {}", event.a);
        case Op::Poll: return "polls memory";
    }
    return "?";
}

std::string wait_name(WaitFor what, uint32_t index, const CoreTape& core) {
    if (what == WaitFor::Semaphore) return semaphore_name(index, core);
    return wait_text({what, index, 0, 0});
}

}  // namespace tilewright::clock
