// Keeping the ledger.
#include "doctor/ledger.hpp"

#include <algorithm>

namespace tilewright::doctor {

std::vector<Frame> Site::frames() const { return engine::resolve_stack(*image, pcs); }

bool CbLedger::any(const std::array<Count, kProcessors>& who) {
    return std::any_of(who.begin(), who.end(), [](const Count& count) { return count.calls != 0; });
}

int CbLedger::only(const std::array<Count, kProcessors>& who) const {
    int found = -1;
    for (uint32_t i = 0; i < kProcessors; ++i) {
        if (who[i].calls == 0) continue;
        if (found >= 0) return -2;
        found = static_cast<int>(i);
    }
    return found;
}

int CbLedger::consumer() const {
    const int popper = only(pops);
    return popper == -1 ? only(waits) : popper;
}

uint32_t Ledger::intern(engine::Fiber& fiber) {
    std::vector<void*> pcs = engine::walk_frames(__builtin_return_address(0), __builtin_frame_address(0), fiber.stack);
    std::erase_if(pcs, [&](void* pc) { return !fiber.image->contains(pc); });
    uint64_t hash = 0xcbf29ce484222325ull;
    for (void* pc : pcs) hash = (hash ^ reinterpret_cast<uintptr_t>(pc)) * 0x100000001b3ull;
    const auto [it, inserted] = site_ids_.emplace(hash, static_cast<uint32_t>(sites_.size()));
    if (inserted) sites_.push_back({fiber.image, std::move(pcs)});
    return it->second;
}

void Ledger::cb_call(engine::Fiber& fiber, uint32_t cb, engine::CbCall call, uint32_t pages) {
    const uint32_t processor = fiber.thread.processor;
    const uint32_t site = intern(fiber);
    CoreLedger& core = cores_[fiber.core_run->core->index()];
    CbLedger& ledger = core.cbs[cb];
    ++core.calls_at[processor][site];
    core.last_site[processor] = site;
    const auto count = [&](std::array<Count, kProcessors>& who) {
        ++who[processor].calls;
        who[processor].pages += pages;
        who[processor].most = std::max<uint64_t>(who[processor].most, pages);
    };
    switch (call) {
        case engine::CbCall::Reserve: count(ledger.reserves); break;
        case engine::CbCall::Push:
            count(ledger.pushes);
            ledger.pushed += pages;
            ledger.peak =
                std::max<uint64_t>(ledger.peak, fiber.thread.cb_shared[cb].pushed - fiber.thread.cb_shared[cb].popped);
            break;
        case engine::CbCall::Wait:
            count(ledger.waits);
            ledger.reach = std::max<uint64_t>(ledger.reach, ledger.popped + pages);
            break;
        case engine::CbCall::Pop:
            count(ledger.pops);
            ledger.popped += pages;
            break;
    }
    if (acts_++ < kActsMax) ledger.acts.push_back({call, static_cast<uint8_t>(processor), pages, site});
}

void Ledger::signal(engine::Fiber& by, card::Core& core, uint32_t address, uint32_t value, bool raised) {
    const uint32_t from = by.core_run->core->index();
    std::vector<Signal>& list = signals_[{core.index(), address}];
    auto it = std::find_if(list.begin(), list.end(), [&](const Signal& signal) {
        return signal.by_core == from && signal.processor == by.thread.processor;
    });
    if (it == list.end())
        it = list.insert(list.end(), Signal{.by_core = from, .processor = by.thread.processor, .sites = {}});
    ++it->count;
    if (raised) {
        it->raised += value;
    } else {
        ++it->sets;
        it->last_set = value;
        it->resets += value == 0;
    }
    const uint32_t site = intern(by);
    if (std::find(it->sites.begin(), it->sites.end(), site) == it->sites.end()) it->sites.push_back(site);
}

void Ledger::semaphore_wait(engine::Fiber& fiber, uint32_t address, uint32_t wanted, bool equal) {
    const uint32_t core = fiber.core_run->core->index();
    std::vector<WordWaits>& list = waits_[{core, address}];
    auto it = std::find_if(list.begin(), list.end(),
                           [&](const WordWaits& waits) { return waits.processor == fiber.thread.processor; });
    if (it == list.end())
        it = list.insert(list.end(),
                         WordWaits{.core = core, .processor = fiber.thread.processor, .last_wanted = wanted});
    ++it->count;
    it->same_wanted &= it->last_wanted == wanted;
    it->last_wanted = wanted;
    it->equal &= equal;
    it->site = intern(fiber);
}

void Ledger::dst_call(engine::Fiber& fiber, engine::DstCall call) {
    auto& list = cores_[fiber.core_run->core->index()].sections[fiber.thread.processor];
    if (list.size() < kSectionsMax) list.push_back({call, intern(fiber)});
}

const WordWaits* Ledger::waits(uint32_t core_index, uint32_t processor, uint32_t address) const {
    const auto it = waits_.find({core_index, address});
    if (it == waits_.end()) return nullptr;
    for (const WordWaits& waits : it->second) {
        if (waits.processor == processor) return &waits;
    }
    return nullptr;
}

const CoreLedger* Ledger::find(uint32_t core_index) const {
    const auto it = cores_.find(core_index);
    return it == cores_.end() ? nullptr : &it->second;
}

const std::vector<Signal>* Ledger::signals(uint32_t core_index, uint32_t address) const {
    const auto it = signals_.find({core_index, address});
    return it == signals_.end() ? nullptr : &it->second;
}

}  // namespace tilewright::doctor
