// Parked host threads: a list of work, threads that take from it, and taking back what nobody took.
#include "engine/workers.hpp"

#include <pthread.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace tilewright::engine {

struct Errand::State {
    std::function<void()> work;
    bool begun = false;             // guarded by WorkerThreads::mutex
    std::atomic<bool> done{false};  // set with it held
};

struct WorkerThreads {
    std::mutex mutex;
    std::condition_variable work_there, work_done;
    std::deque<std::shared_ptr<Errand::State>> waiting;
    std::atomic<size_t> posted{0};  // how often something was added
    size_t parked = 0;

    void serve() {
        std::unique_lock lock(mutex);
        while (true) {
            ++parked;
            if (waiting.empty()) {
                const size_t seen = posted.load();
                lock.unlock();
                wait_a_moment([&] { return posted.load() != seen; });
                lock.lock();
            }
            work_there.wait(lock, [this] { return !waiting.empty(); });
            --parked;
            const std::shared_ptr<Errand::State> errand = std::move(waiting.front());
            waiting.pop_front();
            errand->begun = true;
            lock.unlock();
            errand->work();
            lock.lock();
            errand->done = true;
            work_done.notify_all();
        }
    }

    void add(const std::shared_ptr<Errand::State>& errand) {
        bool more = false;
        {
            std::lock_guard lock(mutex);
            waiting.push_back(errand);
            posted.fetch_add(1);
            more = parked < waiting.size();
        }
        if (more) std::thread([this] { serve(); }).detach();
        work_there.notify_one();
    }

    // Lives for ever: threads may outlast main. A forked child has none of them and starts over.
    static std::atomic<WorkerThreads*>& instance() {
        static std::atomic<WorkerThreads*> all = [] {
            ::pthread_atfork(nullptr, nullptr, [] { instance().store(new WorkerThreads()); });
            return new WorkerThreads();
        }();
        return all;
    }
};

Errand::Errand(std::function<void()> work) : state_(std::make_shared<State>()) {
    state_->work = std::move(work);
    WorkerThreads::instance().load()->add(state_);
}

void Errand::finish() {
    if (!state_) return;
    WorkerThreads& threads = *WorkerThreads::instance().load();
    std::unique_lock lock(threads.mutex);
    if (!state_->begun) {
        std::erase(threads.waiting, state_);
    } else {
        lock.unlock();
        wait_a_moment([this] { return state_->done.load(); });
        lock.lock();
        threads.work_done.wait(lock, [this] { return state_->done.load(); });
    }
    lock.unlock();
    state_.reset();
}

}  // namespace tilewright::engine
