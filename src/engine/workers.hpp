// Host threads that wait for the next run: a launch wakes them instead of making them. Internal to src/engine.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>

namespace tilewright::engine {

// Looks for a moment whether `ready`, before its caller goes to sleep: waking a thread takes as long. Others that want
// the processor get it.
template <typename Ready>
void wait_a_moment(const Ready& ready) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(200);
    while (!ready() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

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
