// The thread that looks at the others.
#include "engine/watchdog.hpp"

#include <pthread.h>
#include <time.h>

#include <chrono>
#include <condition_variable>
#include <thread>

#include "engine/run_state.hpp"

namespace tilewright::engine {

namespace {

using namespace std::chrono_literals;
constexpr auto kLook = 100ms;
constexpr auto kInsist = 1ms;       // after a stop was asked for: the signal may have met code of the engine's
constexpr uint32_t kPatience = 20;  // looks with nothing to look at, then it sleeps until it is called

double cpu_seconds(pthread_t thread) {
    clockid_t clock{};
    timespec used{};
    if (::pthread_getcpuclockid(thread, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return 0;
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

struct Entry {
    HostThread* host;
    pthread_t thread;
    uint64_t slices = 0;
    double since = 0;  // CPU seconds of the thread when its fiber was switched to, or later
    double begun = 0;  // CPU seconds of the thread when it came to this run
};

class Watchdog {
public:
    void add(HostThread& host) {
        const std::lock_guard lock(mutex_);
        const double now = cpu_seconds(::pthread_self());
        entries_.push_back({&host, ::pthread_self(), host.slices.load(std::memory_order_relaxed), now, now});
        if (!started_) {
            started_ = true;
            std::thread([this] { serve(); }).detach();
        } else if (asleep_) {
            called_.notify_one();
        }
    }

    void remove(HostThread& host) {
        const std::lock_guard lock(mutex_);
        std::erase_if(entries_, [&](const Entry& entry) { return entry.host == &host; });
    }

    // Lives for ever, as worker threads may outlast main. A forked child has no such thread and starts over.
    static Watchdog& instance() {
        static std::atomic<Watchdog*> only = [] {
            ::pthread_atfork(nullptr, nullptr, [] { only.store(new Watchdog()); });
            return new Watchdog();
        }();
        return *only.load();
    }

private:
    void serve() {
        sigset_t all;
        sigfillset(&all);
        ::pthread_sigmask(SIG_BLOCK, &all, nullptr);  // signals of the process are for others
        std::unique_lock lock(mutex_);
        uint32_t nothing = 0;
        while (true) {
            nothing = entries_.empty() ? nothing + 1 : 0;
            if (nothing > kPatience) {
                asleep_ = true;
                called_.wait(lock, [this] { return !entries_.empty(); });
                asleep_ = false;
            }
            bool insists = false;
            for (Entry& entry : entries_) insists |= look_at(entry);
            lock.unlock();
            std::this_thread::sleep_for(insists ? std::chrono::milliseconds(kInsist) : kLook);
            lock.lock();
        }
    }

    // True: a stop was asked for.
    static bool look_at(Entry& entry) {
        HostThread& host = *entry.host;
        const uint64_t slices = host.slices.load(std::memory_order_relaxed);
        const double now = cpu_seconds(entry.thread);
        const double run_limit = host.run->options.run_limit_seconds;
        if (run_limit > 0 && now - entry.begun > run_limit) host.run->takes_too_long();
        if (slices != entry.slices) {
            entry.slices = slices;
            entry.since = now;
            if (!host.run->aborted()) return false;
        }
        if (!host.in_fiber.load(std::memory_order_relaxed)) return false;
        const double limit = host.run->options.time_limit_seconds;
        const bool late = limit > 0 && now - entry.since > limit;
        if (!late && !host.run->aborted()) return false;
        host.stop.store(late && !host.run->aborted() ? HostThread::Stop::TimeLimit : HostThread::Stop::GivenUp);
        ::pthread_kill(entry.thread, kStopSignal);
        return true;
    }

    std::mutex mutex_;
    std::condition_variable called_;
    std::vector<Entry> entries_;
    bool started_ = false, asleep_ = false;
};

}  // namespace

Watched::Watched(HostThread& host) : host_(host) { Watchdog::instance().add(host); }
Watched::~Watched() { Watchdog::instance().remove(host_); }

}  // namespace tilewright::engine
