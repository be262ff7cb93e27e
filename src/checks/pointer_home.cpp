// TW2126: an address that was computed from a pointer of one CB lies outside this CB.
#include "checks/page_origin.hpp"

namespace tilewright::checks::pointer_home {

namespace {
// Indices that share an allocation lie on the same bytes; what is placed on a buffer of the host's may use all of it.
bool is_home(const Fiber& fiber, const CbPlan& home, uint64_t begin, uint64_t end) {
    if (begin >= home.address && end <= uint64_t{home.address} + home.bytes) return true;
    if (!home.placed) return false;
    const card::Allocation* buffer = fiber.run->card.l1_allocator().find(home.address);
    return buffer == nullptr || (begin >= buffer->address && end <= buffer->address + buffer->bytes);
}

void judge(const Fiber& fiber, const char* call, uint32_t pointer, uint32_t address, uint64_t bytes, bool writes) {
    if (pointer == 0) return;
    const CbPlan* home = fiber.core_run->checks->cb_at(pointer);
    if (home == nullptr || is_home(fiber, *home, address, address + bytes)) return;
    const CbPlan* there = fiber.core_run->checks->cb_at(address);
    if (there == home) there = fiber.core_run->checks->cb_at(static_cast<uint32_t>(address + bytes - 1));
    // Reading past the end is harmless unless somebody uses what was read; writing never is.
    if (!writes && there == nullptr) return;
    const std::string name = cb_name(fiber, home->index);
    const std::string where = there == nullptr ? std::string("where no CB lies") : "in " + cb_name(fiber, there->index);
    report(
        "TW2126",
        fmt::format("{} of {} B at L1 address {:#x}, {}, through a pointer that began in {} at {:#x}", call, bytes,
                    address, where, name, pointer),
        fmt::format("{} ends at {:#x}: the pointer has run {} B {} it, and {} another's data", name,
                    home->address + home->bytes,
                    address >= home->address ? address + bytes - home->address - home->bytes
                                             : uint64_t{home->address} - address,
                    address >= home->address ? "past" : "in front of", writes ? "overwrites" : "takes") +
            tile_beside_page(fiber, home->index),
        fmt::format("keep offsets from a pointer of {} below its {} B, or take the address from the CB that is meant",
                    name, home->bytes),
        writes ? Severity::Error : Severity::Warning);
}

void raw(const PointerUse& use) {
    judge(use.fiber, use.writes ? "store" : "load", use.pointer, use.address, use.bytes, use.writes);
}
void read(const NocUse& use) {
    judge(use.fiber, "noc_async_read", pointer_of_transfer(use.fiber), use.own, use.bytes, true);
}
void write(const NocUse& use) {
    judge(use.fiber, "noc_async_write", pointer_of_transfer(use.fiber), use.own, use.bytes, false);
}
}  // namespace

void listen(Events& on) {
    on.pointer_use.add(raw);
    on.noc_read.add(read);
    on.noc_write.add(write);
}

}  // namespace tilewright::checks::pointer_home
