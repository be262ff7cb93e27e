// TW2116: two cores write to one place in DRAM, and nothing orders them.
#include <map>
#include <mutex>

#include "checks/check.hpp"

namespace tilewright::checks::dram_two_writers {

namespace {
struct Write {
    uintptr_t end;
    uint32_t core;  // worker index
};

// Who wrote where, by host address.
struct Writes {
    explicit Writes(const Run&) {}
    std::mutex mutex;
    std::map<uintptr_t, Write> all;  // guarded by mutex

    // Neighbouring writes of one core are one entry: a core writes pages that follow each other in a bank, and there
    // are millions of them.
    void note(uintptr_t begin, uintptr_t end, uint32_t core) {
        auto at = all.upper_bound(begin);
        if (at != all.begin()) {
            const auto before = std::prev(at);
            if (before->first == begin || (before->second.core == core && before->second.end >= begin)) {
                if (before->second.core == core) end = std::max(end, before->second.end);
                begin = before->first;
            }
        }
        while (at != all.end() && at->first <= end && at->second.core == core) {
            end = std::max(end, at->second.end);
            at = all.erase(at);
        }
        all[begin] = {end, core};
    }
};

void write(const FarUse& use) {
    const Run& run = *use.fiber.run;
    // With semaphores the cores may well have agreed on an order.
    if (use.target.core != nullptr || !run.program.semaphores.empty()) return;
    const uint32_t self = use.fiber.core_run->core->index();
    const auto begin = reinterpret_cast<uintptr_t>(use.target.host);
    Writes& writes = of<Writes>(run);
    std::lock_guard lock(writes.mutex);
    auto next = writes.all.lower_bound(begin);
    if (next != writes.all.begin()) {
        auto before = std::prev(next);
        if (before->second.end > begin) next = before;
    }
    for (auto it = next; it != writes.all.end() && it->first < begin + use.bytes; ++it) {
        if (it->second.core == self) continue;
        report("TW2116",
               fmt::format("{} of {} B at {:#x} of DRAM bank {} overlaps a write of core {}", use.call, use.bytes,
                           use.target.offset, use.target.bank, run.card.worker(it->second.core).logical().str()),
               "nothing orders the two: which one stays is a matter of luck",
               "give every core pages of its own (check the start page and the number of pages per core)",
               Severity::Warning);
        break;
    }
    writes.note(begin, begin + use.bytes, self);
}
}  // namespace

void listen(Events& on) {
    keep<Writes, Run>(on);
    on.far_write.add(write);
}

}  // namespace tilewright::checks::dram_two_writers
