// What the programs of a device ended with. The field's queues return nothing, so results wait here until somebody
// asks.
#pragma once

#include <utility>

#include "engine/run.hpp"

namespace tilewright::metal {

class RunLog {
public:
    void add(const engine::RunResult& result) {
        append(kept_.findings, result.findings);
        append(kept_.notes, result.notes);
        kept_.strict = result.strict;
        kept_.cores = result.cores;
        kept_.kernel_threads = result.kernel_threads;
        kept_.seconds_build = result.seconds_build;
        kept_.seconds_run = result.seconds_run;
        kept_.timing = result.timing;
    }
    engine::RunResult take() { return std::exchange(kept_, {}); }

private:
    // A host that never asks must not grow without end; the log has had its lines in any case.
    static constexpr size_t kMost = 1000;
    static void append(std::vector<Finding>& to, const std::vector<Finding>& from) {
        for (const Finding& finding : from) {
            if (to.size() < kMost) to.push_back(finding);
        }
    }
    engine::RunResult kept_;
};

}  // namespace tilewright::metal
