// Raw accesses: data used before its barrier.
#include "checks/raw_checks.hpp"

#include <fmt/format.h>

#include "engine/run_state.hpp"

namespace tilewright::checks {

namespace {
const engine::Transfer* in_flight(engine::Transfer::Kind kind, uint32_t address, uint32_t bytes) {
    for (const engine::Transfer& transfer : engine::current_fiber().pending) {
        if (transfer.kind != kind || transfer.sent) continue;
        if (transfer.local < address + bytes && address < transfer.local + transfer.bytes) return &transfer;
    }
    return nullptr;
}

void report(const char* code, std::string message, const char* why, const char* fix) {
    Finding finding;
    finding.code = code;
    finding.message = std::move(message);
    finding.why = why;
    finding.fix = fix;
    engine::report(std::move(finding));
}
}  // namespace

void raw_load(uint32_t address, uint32_t bytes) {
    if (const engine::Transfer* read = in_flight(engine::Transfer::Kind::Read, address, bytes)) {
        report("TW2110",
               fmt::format("load of {} B at L1 address {:#x}, where a noc_async_read of {} B is still in flight", bytes,
                           address, read->bytes),
               "the load may see the old bytes; it often works, because the read is usually fast",
               "noc_async_read_barrier() before the load");
    }
}

void raw_store(uint32_t address, uint32_t bytes) {
    if (const engine::Transfer* write = in_flight(engine::Transfer::Kind::Write, address, bytes)) {
        report("TW2111",
               fmt::format("store of {} B at L1 address {:#x}, whose noc_async_write of {} B has not left", bytes,
                           address, write->bytes),
               "the write may send the new bytes instead of the old", "noc_async_writes_flushed() before the store");
    }
    if (const engine::Transfer* read = in_flight(engine::Transfer::Kind::Read, address, bytes)) {
        report("TW2112",
               fmt::format("store of {} B at L1 address {:#x}, into which a noc_async_read of {} B is still in flight",
                           bytes, address, read->bytes),
               "the read may land after the store and overwrite it", "noc_async_read_barrier() before the store");
    }
}

}  // namespace tilewright::checks
