// The scheduler: which fiber runs next, when a run is over, and when it hangs.
//
// A core's fibers run round robin, each until it blocks. A blocked fiber states a condition; within a core only its own
// fibers and the NoC can make it true, so a core that cannot go on is left alone until someone touches its L1. When no
// fiber of any core can run and no transfer is under way, the program hangs: there is no timeout in that decision.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>

#include "engine/strict.hpp"
#include "engine/fault.hpp"
#include "engine/interleave.hpp"
#include "engine/run_state.hpp"
#include "engine/watchdog.hpp"
#include "engine/workers.hpp"

thread_local TwThread* tw_self = nullptr;

namespace tilewright::engine {

namespace {
thread_local HostThread* this_host = nullptr;

// A program in which everyone polls is stuck when this many rounds changed nothing.
constexpr uint64_t kPollRoundsMax = 50'000;
constexpr int64_t kFuel = 256;  // rounds of unbounded loops before the engine has a look

void fiber_main(void* argument) {
    Fiber& fiber = *static_cast<Fiber*>(argument);
    if (fiber.image->construct_globals != nullptr) fiber.image->construct_globals();
    fiber.image->entry();
    end_of_kernel(fiber);
    fiber.state = Fiber::State::Done;
    leave_to(fiber.core_run->host.load()->scheduler);
}
}  // namespace

Fiber& current_fiber() { return *reinterpret_cast<Fiber*>(tw_self); }
card::Core& current_core() { return *current_fiber().core_run->core; }
Run& current_run() { return *current_fiber().run; }
std::string current_core_name() { return current_core().logical().str(); }

void start_fiber(Fiber& fiber) {
    fiber.state = Fiber::State::Ready;
    make_context(fiber.context, fiber.stack, fiber_main, &fiber);
}

// A report may resume a fiber on another thread than its own, so nothing here may lean on thread-local state that was
// read before the switch.
static void switch_out(Fiber& fiber) {
    // Others may change what DST slots describe in L1.
    if (fiber.tensix != nullptr && fiber.tensix->setup.fused) fiber.tensix->dst.settle_all();
    HostThread& host = *fiber.core_run->host.load();
    switch_to(fiber.context, host.scheduler);
    while (fiber.unwind_requested) {
        fiber.unwound = current_stack();
        fiber.unwind_requested = false;
        switch_to(fiber.context, host.scheduler);
    }
}

void block_until(const Wait& wait) {
    if (wait.ready(wait, wait.context)) return;
    Fiber& fiber = current_fiber();
    fiber.wait = wait;
    fiber.state = Fiber::State::Blocked;
    switch_out(fiber);
    fiber.wait.kind = WaitKind::None;
}

void leave_running(Fiber& fiber) {
    fiber.state = Fiber::State::Ready;
    switch_out(fiber);
}

void yield_poll() {
    Fiber& fiber = current_fiber();
    fiber.wait = Wait{};
    fiber.wait.kind = WaitKind::Poll;
    fiber.state = Fiber::State::Polling;
    ++fiber.polls;
    switch_out(fiber);
    fiber.wait.kind = WaitKind::None;
}

void fail_fiber(Finding finding) {
    Fiber& fiber = current_fiber();
    fill_place(fiber, finding);
    fiber.run->fail(std::move(finding));
    fiber.state = Fiber::State::Failed;
    leave_to(fiber.core_run->host.load()->scheduler);
}

void HostThread::resume(Fiber& fiber) {
    running = &fiber;
    slices.store(slices.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    in_fiber.store(true, std::memory_order_relaxed);
    tw_self = &fiber.thread;
    if (fiber.state != Fiber::State::Polling) fiber.thread.fuel = kFuel;
    fiber.state = Fiber::State::Ready;
    switch_to(scheduler, fiber.context);
    tw_self = nullptr;
    running = nullptr;
    in_fiber.store(false, std::memory_order_relaxed);
    if (fiber.finished()) --fiber.core_run->unfinished;
}

bool HostThread::run_core(CoreRun& core) {
    bool ran = false;
    bool again = true;
    while (again && !run->aborted()) {
        again = false;
        for (const auto& fiber : core.fibers) {
            if (fiber->finished() || fiber->state == Fiber::State::Polling || !fiber->can_run()) continue;
            resume(*fiber);
            again = ran = true;
            if (run->aborted()) return ran;
        }
    }
    core.polling = 0;
    for (const auto& fiber : core.fibers) core.polling += fiber->state == Fiber::State::Polling;
    return ran;
}

bool HostThread::poll_core(CoreRun& core) {
    bool left = false;
    for (const auto& fiber : core.fibers) {
        if (fiber->state != Fiber::State::Polling || run->aborted()) continue;
        resume(*fiber);
        if (fiber->state != Fiber::State::Polling) left = true;
    }
    return left;
}

bool HostThread::any_touched() const {
    for (const CoreRun* core : cores) {
        if (core->unfinished != 0 && core->core->touched.load()) return true;
    }
    return false;
}

// A host thread that was woken but has not run yet still counts as idle: its touched cores show that it is not.
bool Run::any_touched() const {
    for (const auto& host : hosts) {
        if (host->any_touched()) return true;
    }
    return false;
}

// Called with nothing to do. The last host thread to come here decides: late transfers land, or the run is over.
bool HostThread::sleep() {
    std::unique_lock lock(run->mutex);
    if (run->over) return false;
    sleeping.store(true);
    if (any_touched()) {
        sleeping.store(false);
        return true;
    }
    if (++run->idle_hosts == run->working_hosts && !run->any_touched()) {
        if (run->unstick()) {
            run->wake.notify_all();
        } else {
            run->over = true;
            for (const auto& core : run->cores) run->hung |= core->unfinished != 0 && !run->aborted();
            run->wake.notify_all();
            return false;
        }
    }
    const auto awake = [this] { return run->over || run->aborted() || any_touched(); };
    lock.unlock();
    wait_a_moment(awake);
    lock.lock();
    run->wake.wait(lock, awake);
    --run->idle_hosts;
    sleeping.store(false);
    return !run->over;
}

void HostThread::look_at(CoreRun& core, bool& active, bool& polling) {
    if (core.unfinished == 0) return;
    const bool touched = core.core->touched.exchange(false);
    if (core.stalled && !touched && core.polling == 0) return;
    scratch.lend_to(core);
    core.may_share_l1 = false;
    bool ran = run_core(core);
    if (core.polling != 0 && !run->aborted()) {
        polling = true;
        if (poll_core(core)) ran = true;
        // A poll may have let a neighbour on the core go on.
        ran |= run_core(core);
    }
    core.stalled = true;
    if (core.unfinished == 0) scratch.take_back(core);
    active |= ran || touched;
}

// Neighbours in order, because they are the ones that talk to each other and because what one reads lies behind what
// the other has read; then what is left to other host threads, from the far end, so that all end together, whenever
// each of them began and however fast it goes.
CoreRun* HostThread::take_core() {
    std::optional<uint32_t> taken = untaken.take(/*front=*/true);
    for (size_t i = 1; !taken && i < run->hosts.size(); ++i)
        taken = run->hosts[(index + i) % run->hosts.size()]->untaken.take(/*front=*/false);
    return taken ? run->cores[*taken].get() : nullptr;
}

void HostThread::loop() {
    {
        std::lock_guard lock(run->mutex);
        if (run->over) return;
        ++run->working_hosts;
    }
    this_host = this;
    FaultGuard faults;  // crashes of kernels on this thread become errors
    const Watched watched(*this);
    if (run->interleaver) {
        const bool stuck = run->interleaver->loop(*this);
        std::lock_guard lock(run->mutex);
        run->over = true;
        run->hung |= stuck && !run->aborted();
        this_host = nullptr;
        return;
    }
    card::read_ahead = &read_ahead;
    for (CoreRun* core : cores) core->stalled = false;
    bool active = false, polling = false;
    for (CoreRun* core; !run->aborted() && (core = take_core()) != nullptr;) {
        core->host.store(this);
        cores.push_back(core);
        look_at(*core, active, polling);
    }
    uint64_t quiet_rounds = 0;
    while (!run->aborted()) {
        active = polling = false;
        for (CoreRun* core : cores) {
            look_at(*core, active, polling);
            if (run->aborted()) break;
        }
        if (run->aborted()) break;
        if (active) {
            quiet_rounds = 0;
            continue;
        }
        if (polling && ++quiet_rounds < kPollRoundsMax) continue;
        if (polling) {
            // Polling for long with nothing else going on: late transfers may be what it waits for.
            std::unique_lock lock(run->mutex);
            sleeping.store(true);
            ++run->idle_hosts;
            const bool alone = run->idle_hosts == run->working_hosts && !run->any_touched();
            if (alone) {
                const bool goes_on = run->unstick();
                if (!goes_on) run->over = run->hung = true;
                run->wake.notify_all();
                if (!goes_on) {
                    --run->idle_hosts;
                    break;
                }
            } else {
                run->wake.wait_for(lock, std::chrono::milliseconds(1));
            }
            --run->idle_hosts;
            sleeping.store(false);
            quiet_rounds = kPollRoundsMax - 64;
            if (run->over) break;
            continue;
        }
        if (!sleep()) break;
    }
    scratch.take_back();
    {
        std::lock_guard lock(run->mutex);
        run->wake.notify_all();
    }
    card::read_ahead = nullptr;
    this_host = nullptr;
}

void Run::touch(card::Core& core) {
    core.touched.store(true);
    CoreRun* target = core_by_index[core.index()];
    if (target == nullptr || target->host.load() == nullptr) return;
    HostThread& owner = *target->host.load();
    if (owner.sleeping.load() && this_host != &owner) {
        // Whoever decides what becomes of a run that stands still has the mutex, and wakes everybody after that.
        if (this_host != nullptr && decides.load() == this_host) return;
        std::lock_guard lock(mutex);
        wake.notify_all();
    }
}

bool Run::complete_pending() {
    bool any = false;
    for (const auto& core : cores) {
        for (const auto& fiber : core->fibers) {
            if (fiber->finished() || fiber->pending.empty()) continue;
            // Oldest first; reads stay pending for their barrier's sake but their data lands.
            for (Transfer& transfer : fiber->pending) {
                complete_transfer(*this, transfer);
                if (transfer.to_core != nullptr) transfer.to_core->touched.store(true);
            }
            fiber->pending.clear();
            core->core->touched.store(true);
            any = true;
        }
    }
    return any;
}

// With the mutex held: what it touches must not ask for it.
bool Run::unstick() {
    decides.store(this_host);
    bool goes_on = complete_pending();
    if (!goes_on && on_stuck && on_stuck(*this)) {
        for (const auto& core : cores) core->core->touched.store(true);
        goes_on = true;
    }
    decides.store(nullptr);
    return goes_on;
}

std::atomic<uint64_t> interrupts{0};

void interrupt() { interrupts.fetch_add(1); }

bool Run::execute() {
    std::vector<Errand> others;
    others.reserve(hosts.size());
    for (size_t i = 1; i < hosts.size(); ++i) others.emplace_back([host = hosts[i].get()] { host->loop(); });
    if (!hosts.empty()) hosts[0]->loop();
    for (Errand& other : others) other.finish();  // one that nobody began is not needed any more
    calls::run_ended();
    if (hosts.size() > 1) {
        // As one host thread finds them, which takes core after core.
        std::map<std::string, size_t> place;
        for (size_t i = 0; i < cores.size(); ++i) place[cores[i]->core->logical().str()] = i;
        const auto order = [&](const Finding& finding) {
            const auto at = place.find(finding.place.core);
            return at == place.end() ? cores.size() : at->second;
        };
        std::vector<Finding> found = take_findings();
        std::stable_sort(found.begin(), found.end(),
                         [&](const Finding& a, const Finding& b) { return order(a) < order(b); });
        for (Finding& finding : found) add_finding(std::move(finding));
    }
    for (const auto& core : cores) core->reads.finish(core->core->cbs.data());
    if (interrupted() && !failure_) {
        Finding finding;
        finding.code = "TW2603";
        finding.message = "the program was interrupted before it ended";
        finding.why = "someone asked for it (Ctrl-C); what it had written so far stays written";
        failure_ = std::make_unique<Finding>(std::move(finding));
        return true;
    }
    if (too_long() && !failure_) {
        Finding finding;
        finding.code = "TW2617";
        finding.message = fmt::format("the program has computed for {:g} s and goes on", options.run_limit_seconds);
        finding.why =
            "no thread waits in vain: they go on and on, as two kernels do that hand a page or a signal to and fro";
        finding.fix = fmt::format(
            "check what ends the loops of its kernels; if it needs the time: --run-limit {:g} or TILEWRIGHT_RUN_LIMIT "
            "(0: none)",
            10 * options.run_limit_seconds);
        failure_ = std::make_unique<Finding>(std::move(finding));
        return true;
    }
    return !hung;
}

void Run::fail(Finding finding) {
    {
        std::lock_guard lock(findings_mutex_);
        if (!failure_) failure_ = std::make_unique<Finding>(std::move(finding));
    }
    abort_.store(true);
    std::lock_guard lock(mutex);
    over = true;
    wake.notify_all();
}

bool Run::first_report(uint64_t place) {
    std::lock_guard lock(findings_mutex_);
    return reported_.insert(place).second;
}

void Run::add_finding(Finding finding) {
    std::lock_guard lock(findings_mutex_);
    // Of several host threads it is luck which one comes first: they are put in order when the run has ended.
    if (hosts.size() > 1 && !over.load()) {
        findings_.push_back(std::move(finding));
        return;
    }
    // Once per rule and place: the same mistake on many cores is one finding.
    for (Finding& known : findings_) {
        const Frame* here = finding.place.line();
        const Frame* there = known.place.line();
        const bool same_line =
            here == nullptr || there == nullptr
                ? known.message == finding.message
                : *here == *there && finding.place.stack.front().function == known.place.stack.front().function;
        if (known.code != finding.code || known.place.kernel != finding.place.kernel ||
            known.place.thread != finding.place.thread || !same_line) {
            continue;
        }
        if (known.place.core != finding.place.core &&
            std::find(known.also_on.begin(), known.also_on.end(), finding.place.core) == known.also_on.end()) {
            known.also_on.push_back(finding.place.core);
        }
        return;
    }
    findings_.push_back(std::move(finding));
}

std::vector<Finding> Run::take_findings() {
    std::lock_guard lock(findings_mutex_);
    return std::move(findings_);
}

std::vector<Frame> stack_of(Fiber& fiber) {
    if (fiber.finished()) return {};
    if (fiber.context.fresh) return {};
    HostThread* host = fiber.core_run->host.load();
    HostThread* before = this_host;
    this_host = host;
    fiber.unwind_requested = true;
    const Fiber::State state = fiber.state;
    const Wait wait = fiber.wait;
    tw_self = &fiber.thread;
    switch_to(host->scheduler, fiber.context);
    tw_self = nullptr;
    fiber.state = state;
    fiber.wait = wait;
    this_host = before;
    return std::move(fiber.unwound);
}

}  // namespace tilewright::engine
