// TW2115: a transfer reaches DRAM outside every buffer.
#include "checks/page_origin.hpp"

namespace tilewright::checks::dram_outside {

namespace {
void outside(const FarUse& use, const char* what) {
    const card::Target& target = use.target;
    if (target.kind != card::Endpoint::Kind::Dram || is_blamed(use.fiber, target.host)) return;
    const card::Allocator& allocator = use.fiber.run->card.dram_allocator();
    const card::Allocation* buffer = allocator.find(target.offset);
    const uint64_t end = target.offset + use.bytes;
    if (buffer != nullptr && end <= buffer->address + buffer->bytes) return;
    // Without any buffer the host addresses DRAM by hand.
    if (allocator.bytes_in_use() == 0) return;
    const std::string access =
        fmt::format("{} {} {} B at {:#x} of DRAM bank {}", use.call, what, use.bytes, target.offset, target.bank);
    const card::Allocation* gone = buffer == nullptr ? allocator.freed_around(target.offset) : nullptr;
    report(
        "TW2115",
        buffer == nullptr
            ? access + ", where no buffer lies" +
                  (gone == nullptr ? "" : fmt::format("; {} lay there and was freed before this launch", gone->owner))
            : fmt::format("{}, {} B past the end of the buffer", access, end - buffer->address - buffer->bytes),
        "the address was freed, is stale, or was computed for a page that does not exist",
        "check the page index, the page size and that the buffer of this address is alive", Severity::Warning);
}

void read(const FarUse& use) { outside(use, "reads"); }
void write(const FarUse& use) { outside(use, "writes"); }
}  // namespace

void listen(Events& on) {
    on.far_read.add(read);
    on.far_write.add(write);
}

}  // namespace tilewright::checks::dram_outside
