// What strict mode remembers about one core for its checks: where CBs lie, who waited, and the checks' own states.
// Internal to src/engine, src/checks and src/calls.
#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/cb_plan.hpp"
#include "tw/abi.h"

namespace tilewright::engine {

// States that checks keep of a run, a core or a thread: one of each type, made when the run begins (checks/check.hpp).
using CheckStates = std::vector<std::shared_ptr<void>>;

struct CoreChecks {
    std::vector<CbPlan> cbs;
    bool overlap = true;  // some CBs lie on the same bytes: the first of them counts
    mutable const CbPlan* latest = nullptr;
    std::bitset<TW_MAX_CBS> waited_by_anyone;
    CheckStates states;

    // The CB in which this address of L1 lies; null: none.
    const CbPlan* cb_at(uint32_t address) const {
        if (latest != nullptr && latest->contains(address)) return latest;
        for (const CbPlan& cb : cbs) {
            if (!cb.contains(address)) continue;
            if (!overlap) latest = &cb;
            return &cb;
        }
        return nullptr;
    }
    const CbPlan* cb(uint32_t index) const {
        for (const CbPlan& cb : cbs) {
            if (cb.index == index) return &cb;
        }
        return nullptr;
    }
};

}  // namespace tilewright::engine
