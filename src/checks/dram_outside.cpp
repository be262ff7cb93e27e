// TW2115: a transfer reaches DRAM outside every buffer, or runs past the end of one in DRAM or in L1.
#include "checks/page_origin.hpp"

namespace tilewright::checks::dram_outside {

namespace {
void outside(const FarUse& use, const char* what) {
    const card::Target& target = use.target;
    if (is_blamed(use.fiber, target.host)) return;
    const bool in_dram = target.kind == card::Endpoint::Kind::Dram;
    card::Card& card = use.fiber.run->card;
    const card::Allocator& allocator = in_dram ? card.dram_allocator() : card.l1_allocator();
    const card::Allocation* buffer = allocator.find(target.offset);
    const uint64_t end = target.offset + use.bytes;
    if (buffer != nullptr && end <= buffer->address + buffer->bytes) return;
    // Without any buffer the host addresses DRAM by hand; most of L1 belongs to CBs.
    if (buffer == nullptr && (!in_dram || allocator.bytes_in_use() == 0)) return;
    const std::string memory = in_dram ? fmt::format("DRAM bank {}", target.bank)
                                       : fmt::format("the L1 of core {}", target.core->logical().str());
    const std::string access =
        fmt::format("{} {} {} B at {:#x} of {}", use.call, what, use.bytes, target.offset, memory);
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
