// Host threads that wait for the next run: a launch wakes them instead of making them.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

namespace tilewright::engine {

// One piece of work for a parked thread. If no thread has begun it by the time finish() is called, it is taken back and
// never runs.
class Errand {
public:
    explicit Errand(std::function<void()> work);
    Errand(Errand&&) noexcept = default;
    ~Errand() { finish(); }
    void finish();

private:
    friend struct WorkerThreads;
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace tilewright::engine
