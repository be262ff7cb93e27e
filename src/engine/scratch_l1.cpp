// Scratch memories outlive the runs that use them: pages that have been touched are kept.
#include "engine/scratch_l1.hpp"

#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#include "card/stream_copy.hpp"
#include "engine/run_state.hpp"

namespace tilewright::engine {

namespace {

constexpr size_t kSlotBytes = size_t{4} << 30;  // as the L1 of a core

struct Pool {
    std::mutex mutex;
    std::vector<card::Mapping> free;
};

Pool& pool() {
    static auto* kept = new Pool();  // host threads may outlive static objects
    return *kept;
}

card::Mapping take(size_t bytes) {
    {
        std::lock_guard lock(pool().mutex);
        if (!pool().free.empty() && pool().free.back().bytes() >= bytes) {
            card::Mapping memory = std::move(pool().free.back());
            pool().free.pop_back();
            return memory;
        }
    }
    constexpr size_t kLargePage = size_t{2} << 20;
    card::Mapping memory((bytes + kLargePage - 1) / kLargePage * kLargePage, kSlotBytes, true);
    memory.prefer_large_pages(0, memory.bytes());
    return memory;
}

void copy_words(uint8_t* to, const uint8_t* from, uint32_t address, uint32_t words) {
    std::memcpy(to + address, from + address, size_t{words} * 4);
}

}  // namespace

ScratchL1::~ScratchL1() {
    if (memory_.data() == nullptr) return;
    std::lock_guard lock(pool().mutex);
    pool().free.push_back(std::move(memory_));
}

void ScratchL1::lend_to(CoreRun& core) {
    if (lent_to_ != nullptr || !core.may_share_l1) return;
    if (memory_.data() == nullptr) memory_ = take(core.core->l1_bytes());
    core.l1 = memory_.data();
    core.reads.begin(core.l1);
    for (const auto& fiber : core.fibers) {
        TwThread& thread = fiber->thread;
        copy_words(core.l1, core.core->l1(), thread.rta_addr, thread.rta_count);
        copy_words(core.l1, core.core->l1(), thread.crta_addr, thread.crta_count);
        thread.l1_base = reinterpret_cast<uint64_t>(core.l1);
    }
    lent_to_ = &core;
}

void ScratchL1::take_back(CoreRun& core) {
    if (lent_to_ != &core) return;
    core.reads.finish(core.core->cbs.data());
    // Past the caches: hardly anybody reads this, and the next core wants them.
    bool streamed = false;
    for (const TwCbShared& cb : core.core->cbs) {
        if (cb.pushed == cb.popped) continue;
        card::stream_copy(core.core->l1() + cb.address, core.l1 + cb.address, cb.bytes);
        streamed = true;
    }
    if (streamed) card::stream_fence();
    core.l1 = core.core->l1();
    lent_to_ = nullptr;
}

}  // namespace tilewright::engine
