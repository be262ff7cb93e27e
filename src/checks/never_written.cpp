// TW2117, TW2118: bytes of a CB are read that nothing has written, or a tile of which only a part was filled.
#include <cstring>

#include "checks/check.hpp"
#include "checks/quiet_stores.hpp"

namespace tilewright::checks::never_written {

namespace {
constexpr uint32_t kGranule = 16;

// Which bytes of a core's L1 were ever written, one bit per granule. Other cores write into it through the NoC, so bits
// are set atomically.
struct Written {
    explicit Written(const CoreRun& core) : bits(core.core->l1_bytes() / kGranule / 64 + 1) {}
    std::vector<uint64_t> bits;

    void mark(uint64_t address, uint32_t bytes) {
        each_word(address, bytes, [&](uint64_t word, uint64_t mask) {
            // Mostly it was written before, when the ring went round.
            if ((__atomic_load_n(&bits[word], __ATOMIC_RELAXED) & mask) != mask)
                __atomic_fetch_or(&bits[word], mask, __ATOMIC_RELAXED);
            return true;
        });
    }
    // True if nothing of these bytes was ever written.
    bool untouched(uint64_t address, uint32_t bytes) const {
        return bytes != 0 && each_word(address, bytes, [&](uint64_t word, uint64_t mask) {
                   return (__atomic_load_n(&bits[word], __ATOMIC_RELAXED) & mask) == 0;
               });
    }
    // True if every granule of these bytes was written.
    bool complete(uint64_t address, uint32_t bytes) const {
        return each_word(address, bytes, [&](uint64_t word, uint64_t mask) {
            return (__atomic_load_n(&bits[word], __ATOMIC_RELAXED) & mask) == mask;
        });
    }

private:
    // use(index in `bits`, bits of these bytes in it), for every word until it says false; whether none did.
    template <class Use>
    bool each_word(uint64_t address, uint32_t count, Use use) const {
        if (count == 0) return true;
        uint64_t bit = address / kGranule;
        const uint64_t last = (address + count - 1) / kGranule;
        while (bit <= last && bit / 64 < bits.size()) {
            const uint64_t end = bit | 63;
            uint64_t mask = ~uint64_t{0} << (bit & 63);
            if (last < end) mask &= ~uint64_t{0} >> (63 - (last & 63));
            if (!use(bit / 64, mask)) return false;
            bit = end + 1;
        }
        return true;
    }
};

void tell(Severity severity, const char* code, uint32_t cb, std::string message, std::string why, std::string fix) {
    Finding finding;
    finding.code = code;
    finding.severity = severity;
    finding.message = std::move(message);
    finding.why = std::move(why);
    finding.fix = std::move(fix);
    finding.cb = cb;
    engine::report(std::move(finding));
}

// Not a number, and in a probe (engine/proof.hpp) a number, so that results show whether it reaches them.
uint8_t filling(const Fiber& fiber, uint32_t cb) {
    const engine::Probe& probe = fiber.run->probe;
    return probe.active && probe.cbs.test(cb) ? 0x4B : 0xFF;
}

void nothing_there(const Fiber& fiber, const char* call, uint32_t cb, uint64_t address, uint32_t bytes) {
    const Fiber* producer = fiber.core_run->producer[cb];
    tell(Severity::Warning, "TW2117", cb,
         fmt::format("{} of {} B at L1 address {:#x} in {}, where nothing was ever written", call, bytes, address,
                     cb_name(fiber, cb)),
         fmt::format("the bytes are whatever the previous program left there{}",
                     producer == nullptr || producer == &fiber
                         ? std::string()
                         : fmt::format("; {} ({}) pushes the pages of {}", producer->name(),
                                       producer->kernel->display_name(), cb_name(fiber, cb))),
         "fill the page before it is used, or read what was filled");
}

// The host may have put something there by address.
bool is_nobodys(const Fiber& fiber) { return !fiber.run->card.host_uses_l1(); }

// What lies in the rest on silicon is luck: here it is not a number, so that a result shows whether the rest reaches
// it.
void partly_there(const TileUse& use, const Written& written) {
    uint8_t* l1 = use.fiber.core_run->core->l1();
    uint32_t never = 0;
    const uint64_t first = (use.address + kGranule - 1) / kGranule * kGranule;
    for (uint64_t at = first; at + kGranule <= use.address + use.bytes; at += kGranule) {
        if (written.complete(at, kGranule)) continue;
        if (is_nobodys(use.fiber)) std::memset(l1 + at, filling(use.fiber, use.cb), kGranule);
        never += kGranule;
    }
    if (never == 0) return;
    tell(Severity::Note, "TW2118", use.cb,
         fmt::format("{} reads a page of {} of which {} of {} B were never written", use.call,
                     cb_name(use.fiber, use.cb), never, use.bytes),
         "on silicon they are what the last program left there; strict mode has made them NaN, so a result that they "
         "reach is NaN",
         "fill the rest of the page (zeros for sums, -inf for maxima), or make sure that it never enters a result");
}

void read(const L1Use& use) {
    if (use.in_cb->placed || use.in_cb->shared) return;
    if (!of<Written>(*use.fiber.core_run).untouched(use.address, use.bytes)) return;
    nothing_there(use.fiber, use.call, use.in_cb->index, use.address, use.bytes);
    // A probe puts small numbers there: a loop that counts to what it finds must end.
    use.fiber.run->leftovers_read = true;
    const engine::Probe& probe = use.fiber.run->probe;
    if (!probe.active) return;
    uint8_t* l1 = use.fiber.core_run->core->l1();
    for (uint64_t at = use.address; at < uint64_t{use.address} + use.bytes; ++at)
        l1[at] = at % 4 == 0 && probe.cbs.test(use.in_cb->index) ? 1 : 0;
}

void read_tile(const TileUse& use) {
    // Tiles outside the buffer or the pages held are the business of tile_bounds and tile_pages.
    if (use.beyond_buffer() || use.page >= use.fiber.waited[use.cb]) return;
    const CoreRun& core = *use.fiber.core_run;
    const CbPlan* plan = core.checks->cb_at(static_cast<uint32_t>(use.address));
    if (plan == nullptr || plan->placed || plan->index != use.cb) return;
    const Written& written = of<Written>(core);
    if (written.complete(use.address, use.bytes)) return;
    if (written.untouched(use.address, use.bytes)) {
        nothing_there(use.fiber, use.call, use.cb, use.address, use.bytes);
        if (!plan->shared && is_nobodys(use.fiber))
            std::memset(core.core->l1() + use.address, filling(use.fiber, use.cb), use.bytes);
    } else if (!plan->shared) {
        partly_there(use, written);
    }
}

void write(const L1Use& use) { of<Written>(*use.fiber.core_run).mark(use.address, use.bytes); }
void write_tile(const TileUse& use) { of<Written>(*use.fiber.core_run).mark(use.address, use.bytes); }

void write_far(const FarUse& use) {
    if (use.target.core == nullptr) return;
    const CoreRun* core = use.fiber.run->core_by_index[use.target.core->index()];
    if (core != nullptr) of<Written>(*core).mark(use.target.offset, use.bytes);
}
}  // namespace

void* books(const CoreRun& core) { return &of<Written>(core); }
void note(void* books, uint32_t address, uint32_t bytes) { static_cast<Written*>(books)->mark(address, bytes); }

void listen(Events& on) {
    keep<Written, CoreRun>(on);
    on.l1_read.add(read);
    on.l1_write.add(write);
    on.tile_read.add(read_tile);
    on.tile_write.add(write_tile);
    on.far_write.add(write_far);
}

}  // namespace tilewright::checks::never_written

namespace tilewright::checks {

void* books_of_written(const CoreRun& core) { return never_written::books(core); }
void note_written(void* books, uint32_t address, uint32_t bytes) { never_written::note(books, address, bytes); }

}  // namespace tilewright::checks
