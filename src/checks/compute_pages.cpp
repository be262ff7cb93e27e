// Tiles read or written outside the pages the thread holds: TW2405, TW2406.
#include <fmt/format.h>

#include "checks/compute_hooks.hpp"
#include "engine/fiber.hpp"

namespace tilewright::calls {

void ComputeHooks::unpack_beyond_pages(const char* call, uint32_t cb, uint32_t page, uint32_t waited) {
    Finding finding;
    finding.code = "TW2405";
    finding.message = fmt::format("{} reads page {} of c_{}, but UNPACK has waited for {} page{}", call, page, cb,
                                  waited, waited == 1 ? "" : "s");
    finding.why = "the page may not have been pushed yet, or has been popped: what is read may be old or half written";
    finding.fix = fmt::format("call cb_wait_front(c_{}, {}) before, and pop only after the last use", cb, page + 1);
    engine::report(std::move(finding));
}

void ComputeHooks::pack_beyond_pages(const char* call, uint32_t cb, uint32_t page, uint32_t reserved) {
    Finding finding;
    finding.code = "TW2406";
    finding.message = fmt::format("{} writes page {} of c_{}, but PACK has reserved {} page{}", call, page, cb,
                                  reserved, reserved == 1 ? "" : "s");
    finding.why = "the page may still belong to the consumer, whose data would be overwritten";
    finding.fix = fmt::format("call cb_reserve_back(c_{}, {}) before packing", cb, page + 1);
    engine::report(std::move(finding));
}

void ComputeHooks::beyond_buffer(const char* call, uint32_t cb, uint32_t address, uint32_t bytes, uint32_t limit) {
    Finding finding;
    finding.code = "TW2406";
    finding.message =
        fmt::format("{}: {} bytes at {:#x} run past the end of c_{} at {:#x}", call, bytes, address, cb, limit);
    finding.why = "indexed tiles never wrap around: the access falls into the neighbouring buffer";
    finding.fix = "make the capacity a multiple of the block size, so that no block straddles the end";
    engine::report(std::move(finding));
}

}  // namespace tilewright::calls
