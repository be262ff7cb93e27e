// NoC rules: addresses that lead somewhere, alignment, multicast counts.
#include "checks/noc_checks.hpp"

#include <fmt/format.h>

#include "engine/run_state.hpp"

namespace tilewright::checks {

namespace {
std::string where(uint64_t address, const card::Target& target) {
    const uint32_t x = address >> 36 & 63, y = address >> 42 & 63;
    switch (target.kind) {
        case card::Endpoint::Kind::Worker:
            return fmt::format("L1 of core {} at NoC ({},{})", target.core->logical().str(), x, y);
        case card::Endpoint::Kind::Dram: return fmt::format("DRAM bank {} at NoC ({},{})", target.bank, x, y);
        case card::Endpoint::Kind::Nothing: break;
    }
    return fmt::format("NoC ({},{}), where neither a worker nor DRAM sits", x, y);
}

void misaligned(const char* call, uint64_t far, uint32_t near, uint32_t alignment, const std::string& place) {
    Finding finding;
    finding.code = "TW2101";
    finding.message = fmt::format("{}: addresses {:#x} ({}) and {:#x} (own L1) differ modulo {}: {} against {}", call,
                                  far, place, near, alignment, far % alignment, near % alignment);
    finding.why = fmt::format(
        "source and destination must be congruent modulo {}; on the card the bytes land shifted or wrong, without an "
        "error",
        alignment);
    finding.fix = fmt::format(
        "read from the aligned address into a padded buffer, or choose a page size that is a multiple of {} B",
        alignment);
    engine::report(std::move(finding));
}
}  // namespace

void refuse_local_address(const char* call, uint32_t address, uint32_t bytes, uint32_t l1_bytes) {
    Finding finding;
    finding.code = "TW2102";
    finding.message =
        fmt::format("{}: {} B at own L1 address {:#x} end beyond L1 ({} B)", call, bytes, address, l1_bytes);
    finding.fix = "check the address arithmetic, and that the address comes from this core's CBs or buffers";
    engine::fail_fiber(std::move(finding));
}

void refuse_noc_address(const char* call, uint64_t address, uint32_t bytes, const card::Target& target) {
    Finding finding;
    finding.code = "TW2102";
    finding.message = fmt::format("{}: {} B at {:#x} of {} lead nowhere", call, bytes,
                                  address & ((uint64_t{1} << 36) - 1), where(address, target));
    finding.why = "the card does not answer such a request: the barrier behind it never returns";
    finding.fix = "check the NoC coordinates (worker_core_from_logical_core on the host) and the address";
    engine::fail_fiber(std::move(finding));
}

void refuse_unset_state(uint32_t kind) {
    Finding finding;
    finding.code = "TW2107";
    const char* name = kind == TW_STATE_READ    ? "noc_async_read_*_with_state"
                       : kind == TW_STATE_WRITE ? "noc_async_write_*_with_state"
                                                : "noc_inline_dw_write_with_state";
    finding.message = fmt::format("{} without a set_state call before it", name);
    finding.why = "the command buffer still holds the coordinates and size of whatever was sent last";
    finding.fix = "call the matching *_set_state first, on the same NoC";
    engine::fail_fiber(std::move(finding));
}

void read_misaligned(uint64_t src, uint32_t dst_l1, const card::Target& from) {
    const card::Arch& arch = engine::current_run().card.arch();
    misaligned("noc_async_read", from.offset, dst_l1,
               from.kind == card::Endpoint::Kind::Dram ? arch.dram_read_alignment : arch.l1_alignment,
               where(src, from));
}

void write_misaligned(const char* call, uint32_t src_l1, uint64_t dst, uint32_t bytes, const card::Target& to,
                      uint32_t flags) {
    // Flag words are sent by 4-byte writes, which are free to move within 16 bytes.
    if ((flags & TW_NOC_SEMAPHORE) != 0 && bytes == 4 && to.offset % 4 == 0) return;
    const card::Arch& arch = engine::current_run().card.arch();
    misaligned(call, to.offset, src_l1,
               to.kind == card::Endpoint::Kind::Dram ? arch.dram_write_alignment : arch.l1_alignment, where(dst, to));
}

void word_alignment(const char* call, const card::Target& to) {
    if (to.offset % 4 == 0) return;
    Finding finding;
    finding.code = "TW2101";
    finding.message = fmt::format("{}: address {:#x} is not a multiple of 4", call, to.offset);
    finding.why = "4-byte writes and atomics work on aligned words";
    finding.fix = "use an aligned word (semaphores lie 16 B apart)";
    engine::fail_fiber(std::move(finding));
}

void multicast_count(const char* call, uint32_t reached, uint32_t num_dests, uint32_t flags) {
    if (reached == num_dests) return;
    Finding finding;
    finding.code = "TW2104";
    finding.message = fmt::format("{}: num_dests is {}, but the rectangle has {} receiver{}", call, num_dests, reached,
                                  reached == 1 ? "" : "s");
    finding.why = "acknowledgements are counted against num_dests: the write barrier returns too early or never";
    finding.fix =
        fmt::format("pass num_dests = {}{}", reached,
                    flags & TW_NOC_LOOPBACK ? "" : " (the sender is excluded; the _loopback_src form includes it)");
    engine::report(std::move(finding));
}

void before_noc_read(uint32_t dst_l1, uint32_t bytes) {
    for (const engine::Transfer& transfer : engine::current_fiber().pending) {
        if (transfer.kind != engine::Transfer::Kind::Read) continue;
        if (transfer.local >= dst_l1 + bytes || dst_l1 >= transfer.local + transfer.bytes) continue;
        Finding finding;
        finding.code = "TW2108";
        finding.message =
            fmt::format("noc_async_read into {:#x}..{:#x} while an earlier read into {:#x}..{:#x} is still in flight",
                        dst_l1, dst_l1 + bytes, transfer.local, transfer.local + transfer.bytes);
        finding.why = "reads land in any order: either may win";
        finding.fix = "noc_async_read_barrier() between the two, or another destination";
        engine::report(std::move(finding));
        return;
    }
}

void before_noc_write(uint32_t src_l1, uint32_t bytes) {
    for (const engine::Transfer& transfer : engine::current_fiber().pending) {
        if (transfer.kind != engine::Transfer::Kind::Read) continue;
        if (transfer.local >= src_l1 + bytes || src_l1 >= transfer.local + transfer.bytes) continue;
        Finding finding;
        finding.code = "TW2109";
        finding.message =
            fmt::format("noc_async_write from {:#x}..{:#x}, where a read into {:#x}..{:#x} is still in flight", src_l1,
                        src_l1 + bytes, transfer.local, transfer.local + transfer.bytes);
        finding.why = "the write may send the old bytes";
        finding.fix = "noc_async_read_barrier() before the write";
        engine::report(std::move(finding));
        return;
    }
}

}  // namespace tilewright::checks
