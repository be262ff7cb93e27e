// L1 that cores use one after another. Internal to src/engine.
//
// What CBs hold is nobody's business once a program has ended, and a core whose kernels touch L1 through calls alone
// need not have memory of its own for them. Many cores in many memories come from the far end of the caches each time;
// in one memory per host thread they find it where the core before them left it.
#pragma once

#include <cstdint>

#include "card/memory.hpp"

namespace tilewright::engine {

struct CoreRun;

// Of one host thread, during one run.
class ScratchL1 {
public:
    ~ScratchL1();
    // The core runs here, if it may and nobody else does. Before its first step.
    void lend_to(CoreRun& core);
    // The core has ended or will not go on: what is still in its CBs goes to its own L1.
    void take_back(CoreRun& core);
    void take_back() {
        if (lent_to_ != nullptr) take_back(*lent_to_);
    }

private:
    card::Mapping memory_;
    CoreRun* lent_to_ = nullptr;
};

}  // namespace tilewright::engine
