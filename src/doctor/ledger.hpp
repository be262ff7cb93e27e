// What every thread did to every circular buffer during a replay: pages, calls, call sites, in order. Internal to
// src/doctor and src/workshop/stage.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/run_state.hpp"

namespace tilewright::doctor {

inline constexpr uint32_t kProcessors = 6;  // TwProcessor

// A place in a kernel from which calls are made; resolved to source lines when somebody asks.
struct Site {
    const engine::KernelImage* image = nullptr;
    std::vector<void*> pcs;
    std::vector<Frame> frames() const;
};

struct Act {
    engine::CbCall call;
    uint8_t processor;
    uint32_t pages;
    uint32_t site;
};

struct Count {
    uint64_t pages = 0;
    uint64_t calls = 0;
    uint64_t most = 0;  // pages of one call
};

struct CbLedger {
    // By processor.
    std::array<Count, kProcessors> pushes{}, pops{}, waits{}, reserves{};
    uint64_t pushed = 0;  // by kernels
    uint64_t popped = 0;
    uint64_t injected = 0;  // by the replay, to see how far the consumer would go
    uint64_t reach = 0;     // the furthest page a wait has asked for, counted from launch
    uint64_t peak = 0;      // pages at once
    std::vector<Act> acts;  // calls in order, as long as there is room

    bool used() const { return pushed + popped + reach != 0 || any(reserves); }
    int only(const std::array<Count, kProcessors>& who) const;  // the processor that did; -1: none, -2: several
    int producer() const { return only(pushes); }
    int consumer() const;  // who pops, or who waits if nobody pops

private:
    static bool any(const std::array<Count, kProcessors>& who);
};

struct CoreLedger {
    std::array<CbLedger, TW_MAX_CBS> cbs{};
    // Calls made so far, by processor and site: where a loop stands.
    std::array<std::unordered_map<uint32_t, uint64_t>, kProcessors> calls_at{};
    std::array<uint32_t, kProcessors> last_site{};  // of the latest CB call
    struct Section {
        engine::DstCall call;
        uint32_t site;
    };
    std::array<std::vector<Section>, kProcessors> sections{};  // acquire, commit, wait and release in order
};

// Who has set or raised a word of L1.
struct Signal {
    uint32_t by_core = 0;  // worker index
    uint32_t processor = 0;
    uint64_t count = 0;
    uint64_t raised = 0;          // in all, by adding
    uint64_t sets = 0;            // how often it was set
    uint32_t last_set = 0;        // to what
    std::vector<uint32_t> sites;  // from where
    uint64_t resets = 0;          // of the sets, those to 0
};

// Waits on a word, by the thread that waits.
struct WordWaits {
    uint32_t core = 0, processor = 0;
    uint64_t count = 0;
    uint32_t last_wanted = 0;
    bool same_wanted = true;  // the same value in every round
    bool equal = true;        // every time for equality
    uint32_t site = 0;        // of the latest
};

class Ledger : public engine::CallObserver {
public:
    void cb_call(engine::Fiber& fiber, uint32_t cb, engine::CbCall call, uint32_t pages) override;
    void signal(engine::Fiber& by, card::Core& core, uint32_t address, uint32_t value, bool raised) override;
    void semaphore_wait(engine::Fiber& fiber, uint32_t address, uint32_t wanted, bool equal) override;
    void dst_call(engine::Fiber& fiber, engine::DstCall call) override;

    CoreLedger& core(uint32_t index) { return cores_[index]; }
    const CoreLedger* find(uint32_t core_index) const;
    const Site& site(uint32_t id) const { return sites_[id]; }
    const std::vector<Signal>* signals(uint32_t core_index, uint32_t address) const;
    using Word = std::pair<uint32_t, uint32_t>;  // core, address
    const std::map<Word, std::vector<Signal>>& all_signals() const { return signals_; }
    const WordWaits* waits(uint32_t core_index, uint32_t processor, uint32_t address) const;
    const std::map<Word, std::vector<WordWaits>>& all_waits() const { return waits_; }

private:
    static constexpr size_t kActsMax = 400'000;
    static constexpr size_t kSectionsMax = 20'000;
    uint32_t intern(engine::Fiber& fiber);

    std::map<uint32_t, CoreLedger> cores_;
    std::vector<Site> sites_;
    std::unordered_map<uint64_t, uint32_t> site_ids_;
    std::map<Word, std::vector<Signal>> signals_;
    std::map<Word, std::vector<WordWaits>> waits_;
    size_t acts_ = 0;
};

}  // namespace tilewright::doctor
