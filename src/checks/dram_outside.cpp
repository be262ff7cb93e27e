// TW2115: a transfer reaches DRAM outside every buffer, or runs past the end of one in DRAM or in L1.
#include "checks/page_origin.hpp"

namespace tilewright::checks::dram_outside {

namespace {
// The buffer that the thread's last transfer went to.
struct Within {
    Within() = default;
    explicit Within(const Fiber&) {}
    Within(bool dram, uint64_t from, uint64_t to) : in_dram(dram), begin(from), end(to) {}
    bool in_dram = false;
    uint64_t begin = 0, end = 0;
};

// In a probe (engine/proof.hpp) other bytes lie there, so that results show whether they reach them.
void fill(const FarUse& use) {
    engine::Run& run = *use.fiber.run;
    const card::Allocator& allocator = run.card.dram_allocator();
    for (uint32_t i = 0; i < use.bytes; ++i) {
        if (allocator.find(use.target.offset + i) != nullptr) continue;
        run.undo->save(use.target.host + i, 1);
        use.target.host[i] = 0x4B;
    }
}

void outside(const FarUse& use, const char* what, Severity severity) {
    const card::Target& target = use.target;
    if (is_blamed(use.fiber, target.host)) return;
    const bool in_dram = target.kind == card::Endpoint::Kind::Dram;
    card::Card& card = use.fiber.run->card;
    const card::Allocator& allocator = in_dram ? card.dram_allocator() : card.l1_allocator();
    const uint64_t end = target.offset + use.bytes;
    Within& within = of<Within>(use.fiber);
    if (within.in_dram == in_dram && target.offset >= within.begin && end <= within.end) return;
    const card::Allocation* buffer = allocator.find(target.offset);
    if (buffer != nullptr) within = {in_dram, buffer->address, buffer->address + buffer->bytes};
    if (buffer != nullptr && end <= buffer->address + buffer->bytes) return;
    // Without any buffer the host addresses DRAM by hand; most of L1 belongs to CBs.
    if (buffer == nullptr && (!in_dram || allocator.bytes_in_use() == 0)) return;
    const std::string memory = in_dram ? fmt::format("DRAM bank {}", target.bank)
                                       : fmt::format("the L1 of core {}", target.core->logical().str());
    const std::string access =
        fmt::format("{} {} {} B at {:#x} of {}", use.call, what, use.bytes, target.offset, memory);
    const card::Allocation* gone = buffer == nullptr ? allocator.freed_around(target.offset) : nullptr;
    if (!in_dram) severity = Severity::Warning;
    report(
        "TW2115",
        buffer == nullptr
            ? access + ", where no buffer lies" +
                  (gone == nullptr ? "" : fmt::format("; {} lay there and was freed before this launch", gone->owner))
            : fmt::format("{}, {} B past the end of the buffer", access, end - buffer->address - buffer->bytes),
        "the address was freed, is stale, or was computed for a page that does not exist",
        "check the page index, the page size and that the buffer of this address is alive", severity);
    if (use.fiber.run->probe.outside && in_dram && severity == Severity::Warning) fill(use);
}

// What is read may never be used; what is written is missing where it should be.
void read(const FarUse& use) { outside(use, "reads", Severity::Warning); }
void write(const FarUse& use) {
    outside(use, "writes", use.fiber.run->card.host_uses_dram() ? Severity::Warning : Severity::Error);
}
}  // namespace

void listen(Events& on) {
    keep<Within, Fiber>(on);
    on.far_read.add(read);
    on.far_write.add(write);
}

}  // namespace tilewright::checks::dram_outside
