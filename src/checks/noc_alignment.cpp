// TW2101: the ends of a transfer differ modulo the alignment of the far one.
#include "checks/check.hpp"

namespace tilewright::checks::noc_alignment {

namespace {
void misaligned(const Misaligned& use) {
    // Flag words are sent by 4-byte writes, which are free to move within 16 bytes.
    if ((use.flags & TW_NOC_SEMAPHORE) != 0 && use.bytes == 4 && use.far.offset % 4 == 0) return;
    const card::Arch& arch = engine::current_run().card.arch();
    const bool dram = use.far.kind == card::Endpoint::Kind::Dram;
    const uint32_t alignment = !dram       ? arch.l1_alignment
                               : use.reads ? arch.dram_read_alignment
                                           : arch.dram_write_alignment;
    report("TW2101",
           fmt::format("{}: addresses {:#x} ({}) and {:#x} (own L1) differ modulo {}: {} against {}", use.call,
                       use.far.offset, far_place(use.noc_address, use.far), use.own, alignment,
                       use.far.offset % alignment, use.own % alignment),
           fmt::format("source and destination must be congruent modulo {}; on the card the bytes land shifted or "
                       "wrong, without an error",
                       alignment),
           fmt::format(
               "read from the aligned address into a padded buffer, or choose a page size that is a multiple of {} B",
               alignment));
}
}  // namespace

void listen(Events& on) { on.noc_misaligned.add(misaligned); }

}  // namespace tilewright::checks::noc_alignment
