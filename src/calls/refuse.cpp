// Refusals: what was given, what is allowed, what the card would do.
#include "calls/refuse.hpp"

#include <fmt/format.h>

#include "checks/page_origin.hpp"

namespace tilewright::calls {

namespace {
// No memory has so many bytes: the size is what a subtraction below zero has left.
bool is_negative(uint32_t bytes) { return bytes >= 0x80000000u; }

std::string size_words(uint32_t bytes) {
    return is_negative(bytes) ? fmt::format("a size of {} B (read as {})", static_cast<int32_t>(bytes), bytes)
                              : fmt::format("{} B", bytes);
}

void explain_negative(uint32_t bytes, Finding& finding) {
    if (!is_negative(bytes)) return;
    finding.why = "sizes are unsigned: a difference below zero becomes the largest transfer there is";
    finding.fix =
        fmt::format("check the subtraction that gives {}, for the last block above all", static_cast<int32_t>(bytes));
}
}  // namespace

void refuse_local_address(const char* call, uint32_t address, uint32_t bytes, uint32_t l1_bytes) {
    Finding finding;
    finding.code = "TW2102";
    finding.message = fmt::format("{}: {} at own L1 address {:#x} end{} beyond L1 ({} B)", call, size_words(bytes),
                                  address, is_negative(bytes) ? "s" : "", l1_bytes);
    finding.fix = "check the address arithmetic, and that the address comes from this core's CBs or buffers";
    explain_negative(bytes, finding);
    engine::fail_fiber(std::move(finding));
}

void refuse_noc_address(const char* call, uint64_t address, uint32_t bytes, const card::Target& target) {
    Finding finding;
    finding.code = "TW2102";
    finding.message = fmt::format("{}: {} at {:#x} of {} lead{} nowhere", call, size_words(bytes),
                                  address & ((uint64_t{1} << 36) - 1), checks::far_place(address, target),
                                  is_negative(bytes) ? "s" : "");
    const engine::Fiber& fiber = engine::running_fiber();
    if (const checks::PageNote* page = tw_self->strict ? checks::page_of_address(fiber, address) : nullptr) {
        finding.message +=
            fmt::format("; it is page {} of the tensor at {:#x}", checks::signed_words(page->page), page->base);
        if (const card::Allocation* tensor = checks::tensor_of(*fiber.run, *page))
            finding.message += fmt::format(", {}", tensor->words());
    }
    finding.why = "the card does not answer such a request: the barrier behind it never returns";
    finding.fix = "check the NoC coordinates (worker_core_from_logical_core on the host) and the address";
    explain_negative(bytes, finding);
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

void refuse_word_address(const char* call, const card::Target& to) {
    Finding finding;
    finding.code = "TW2101";
    finding.message = fmt::format("{}: address {:#x} is not a multiple of 4", call, to.offset);
    finding.why = "4-byte writes and atomics work on aligned words";
    finding.fix = "use an aligned word (semaphores lie 16 B apart)";
    engine::fail_fiber(std::move(finding));
}

uint8_t* refuse_l1_bytes(uint64_t address, uint32_t bytes, const char* call, uint32_t cb) {
    const card::Core& core = *engine::running_fiber().core_run->core;
    if (engine::running_fiber().tensix->setup.dry) return core.l1();  // what lies there does not matter
    Finding finding;
    finding.code = "TW2406";
    finding.message = fmt::format("{}: {} bytes of c_{} at {:#x} are not in L1 (which ends at {:#x})", call, bytes, cb,
                                  address, core.l1_bytes());
    finding.why = "the tile index or the buffer's pointer leads out of the core's memory";
    finding.fix = "use a tile index below the number of pages of the buffer";
    engine::fail_fiber(std::move(finding));
}

void refuse_dst_index(uint32_t index, bool fp32, const char* call) {
    const card::Tensix& t = *engine::running_fiber().tensix;
    const uint32_t capacity = t.dst.capacity(fp32);
    Finding finding;
    finding.code = "TW2301";
    finding.message = fmt::format("{}: DST index {} is beyond the capacity of {} tiles ({} DST, {} sync)", call, index,
                                  capacity, fp32 ? "32-bit" : "16-bit", t.dst.full_sync() ? "full" : "half");
    finding.why = "the tile would overwrite the section that PACK is reading, or lie outside the register file";
    finding.fix =
        fmt::format("work in blocks of at most {} tiles, or set dst_full_sync_en to double the capacity", capacity);
    engine::fail_fiber(std::move(finding));
}

void refuse_unconfigured(const char* unit, const char* call) {
    Finding finding;
    finding.code = "TW2402";
    finding.message = fmt::format("{}: {} was never configured in this kernel", call, unit);
    finding.why = "formats are state of the unit; without start-up it has those of whatever ran before";
    finding.fix = "call compute_kernel_hw_startup(icb0, icb1, ocb) first thing in the kernel";
    engine::fail_fiber(std::move(finding));
}

void refuse_family(const char* unit, const char* call, const char* wanted, const char* found) {
    Finding finding;
    finding.code = "TW2401";
    finding.message =
        fmt::format("{} needs {} initialised for {}, but it is initialised for {}", call, unit, wanted, found);
    finding.why = "the unit runs the program of its last init, whatever the tile call is named";
    finding.fix = fmt::format("call the init that belongs to {} before it", call);
    engine::fail_fiber(std::move(finding));
}

void refuse_unit_argument(const char* call, const char* what, uint32_t given, uint32_t most) {
    Finding finding;
    finding.code = "TW2606";
    finding.message = fmt::format("{}: {} = {}, but a tile ends at {}", call, what, given, most);
    finding.why = "on the card the unit goes on behind the tile, in whatever lies there";
    finding.fix = fmt::format("give at most {}", most);
    engine::fail_fiber(std::move(finding));
}

void refuse_block_rows(std::string message, std::string fix) {
    Finding finding;
    finding.code = "TW2402";
    finding.message = std::move(message);
    finding.why = "16 datums of a block format share an exponent, so a row has no datums of its own";
    finding.fix = std::move(fix);
    engine::fail_fiber(std::move(finding));
}

}  // namespace tilewright::calls
