// The replays.
#include "doctor/replay.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <tuple>

namespace tilewright::doctor {

namespace {
using engine::Fiber;
using engine::Run;
using engine::WaitKind;

// A program that asks for ever more is cut off here.
constexpr uint32_t kStepsMax = 20'000;
constexpr uint32_t kPagesMax = 65'535;
constexpr double kSecondsMost = 1;  // of processor time

uint32_t filled(const TwCbShared& cb) { return static_cast<uint16_t>(cb.pushed - cb.popped); }

bool grow(Run& run, Replay& replay) {
    bool any = false;
    for (const auto& core : run.cores) {
        for (const auto& fiber : core->fibers) {
            if (fiber->finished() || fiber->wait.kind != WaitKind::CbReserve) continue;
            TwCbShared& cb = fiber->thread.cb_shared[fiber->wait.index];
            if (cb.popped > cb.pushed) continue;  // the 16-bit difference has wrapped: no size is enough
            const uint32_t needed = filled(cb) + fiber->wait.wanted;
            if (needed <= cb.num_pages || needed > kPagesMax) continue;
            cb.num_pages = needed;
            uint32_t& most = replay.grown[fiber->wait.index];
            most = std::max(most, needed);
            any = true;
        }
    }
    return any;
}

// How certain it is that nobody will push to the CB this thread waits for: 2 its producer has ended, 1 nobody pushed
// so far, 0 its producer is stuck itself.
int starved(const engine::CoreRun& core, const Fiber& fiber, Ledger& ledger) {
    const CbLedger& cb = ledger.core(core.core->index()).cbs[fiber.wait.index];
    const int producer = cb.producer();
    if (producer == -1) return 1;
    for (const auto& other : core.fibers) {
        if (other->finished() || cb.pushes[other->thread.processor].calls == 0) continue;
        return 0;
    }
    return 2;
}

bool feed(Run& run, Replay& replay, int least_certainty) {
    std::vector<std::pair<engine::CoreRun*, Fiber*>> waiting;
    int best = least_certainty - 1;
    for (const auto& core : run.cores) {
        for (const auto& fiber : core->fibers) {
            if (fiber->finished() || fiber->wait.kind != WaitKind::CbWait) continue;
            const int certainty = starved(*core, *fiber, *replay.ledger);
            if (certainty > best) waiting.clear();
            best = std::max(best, certainty);
            if (certainty == best) waiting.emplace_back(core.get(), fiber.get());
        }
    }
    // Without an ended producer it may be anybody's turn: one at a time.
    if (best < 2 && waiting.size() > 1) waiting.resize(1);
    for (const auto& [core, fiber] : waiting) {
        TwCbShared& cb = fiber->thread.cb_shared[fiber->wait.index];
        const uint32_t missing = fiber->wait.wanted - std::min(filled(cb), fiber->wait.wanted);
        cb.pushed += missing;
        cb.num_pages = std::max(cb.num_pages, filled(cb));
        const uint32_t index = core->core->index();
        CbLedger& ledger = replay.ledger->core(index).cbs[fiber->wait.index];
        if (ledger.injected == 0) replay.fed.push_back({index, fiber->wait.index, best == 2});
        ledger.injected += missing;
    }
    return !waiting.empty();
}

// One at a time: what one thread does then may be what the others wait for.
bool let_pass(Run& run, Replay& replay) {
    for (const auto& core : run.cores) {
        for (const auto& fiber : core->fibers) {
            const engine::Wait& wait = fiber->wait;
            if (fiber->finished() || (wait.kind != WaitKind::SemaphoreEqual && wait.kind != WaitKind::SemaphoreMin))
                continue;
            auto* word = static_cast<uint8_t*>(const_cast<void*>(wait.context));
            uint32_t was = 0;
            std::memcpy(&was, word, 4);
            if (run.undo) run.undo->save(word, 4);
            std::memcpy(word, &wait.wanted, 4);
            const uint32_t index = core->core->index();
            for (Replay::Passed& passed : replay.passed) {
                if (passed.core_index != index || passed.processor != fiber->thread.processor ||
                    passed.address != wait.address)
                    continue;
                ++passed.times;
                return true;
            }
            replay.passed.push_back({index, fiber->thread.processor, wait.address, wait.wanted, was, 1});
            return true;
        }
    }
    return false;
}
}  // namespace

bool Stuck::same(const Stuck& other) const {
    return core_index == other.core_index && processor == other.processor && wait.kind == other.wait.kind &&
           wait.index == other.wait.index && wait.wanted == other.wait.wanted && wait.address == other.wait.address;
}

bool Replay::stuck_like(const std::vector<Stuck>& others) const {
    if (stuck.size() != others.size()) return false;
    return std::all_of(stuck.begin(), stuck.end(), [&](const Stuck& mine) {
        return std::any_of(others.begin(), others.end(), [&](const Stuck& other) { return mine.same(other); });
    });
}

const Thread* Replay::thread(uint32_t core_index, uint32_t processor) const {
    for (const Thread& thread : threads) {
        if (thread.core_index == core_index && thread.processor == processor) return &thread;
    }
    return nullptr;
}

std::vector<Stuck> stuck_threads(Run& run) {
    std::vector<Stuck> list;
    for (const auto& core : run.cores) {
        for (const auto& fiber : core->fibers) {
            if (fiber->finished()) continue;
            Stuck stuck;
            stuck.core = core->core->logical();
            stuck.core_index = core->core->index();
            stuck.processor = fiber->thread.processor;
            stuck.kernel = fiber->kernel_index;
            stuck.wait = fiber->wait;
            stuck.semaphore_base = fiber->thread.semaphore_addr;
            if (stuck.wait.kind == WaitKind::SemaphoreEqual || stuck.wait.kind == WaitKind::SemaphoreMin) {
                std::memcpy(&stuck.semaphore_value, stuck.wait.context, 4);
            }
            list.push_back(stuck);
        }
    }
    return list;
}

Replayer::Replayer(engine::PreparedProgram& prepared)
    : original_(prepared), strict_(&prepared), options_before_(prepared.options) {
    if (prepared.options.mode != engine::Mode::Strict) {
        engine::RunOptions options = prepared.options;
        options.mode = engine::Mode::Strict;
        own_ = std::make_unique<engine::PreparedProgram>(prepared.card, prepared.program, options);
        strict_ = own_.get();
    }
    strict_->options.host_threads = 1;
    strict_->options.schedule = engine::Schedule::Fixed;
}

Replayer::~Replayer() { original_.options = options_before_; }

Replay Replayer::run(ReplayMode mode, const std::map<uint32_t, uint32_t>& capacity_pages) {
    ++runs_;
    // A verdict is for somebody who waits for it: one that is helped past where the run stood and goes on for longer
    // says nothing. As it is, a replay comes to its end as the run did.
    engine::RunOptions& options = strict_->options;
    const std::pair<double, double> limits = {options.time_limit_seconds, options.run_limit_seconds};
    if (mode != ReplayMode::AsIs) {
        for (double* limit : {&options.time_limit_seconds, &options.run_limit_seconds})
            *limit = *limit == 0 ? kSecondsMost : std::min(*limit, kSecondsMost);
    }
    Replay replay;
    replay.ledger = std::make_shared<Ledger>();
    uint32_t steps = 0;
    engine::RunSetup setup;
    setup.undo = std::make_unique<engine::UndoLog>();
    setup.dry = dry_;
    setup.silent = true;
    setup.observer = replay.ledger.get();
    setup.capacity_pages = capacity_pages;
    if (mode != ReplayMode::AsIs) {
        setup.on_stuck = [&](Run& run) {
            if (++steps > kStepsMax) {
                replay.cut = true;
                return false;
            }
            if (grow(run, replay)) return true;
            if (mode != ReplayMode::Feed) return false;
            // Certain ones first; pages whose producer may itself stand at a semaphore come last.
            return feed(run, replay, 2) || let_pass(run, replay) || feed(run, replay, 0);
        };
    }
    const std::optional<engine::L1Snapshot> tensors =
        dry_ ? std::nullopt : std::make_optional<engine::L1Snapshot>(strict_->card);
    engine::Outcome outcome = engine::run_once(*strict_, std::move(setup));
    std::tie(options.time_limit_seconds, options.run_limit_seconds) = limits;
    Run& run = *outcome.run;
    replay.failed = run.failure() != nullptr;
    replay.finished = outcome.finished && !replay.failed;
    replay.stuck = stuck_threads(run);
    for (const auto& core : run.cores) {
        for (const auto& fiber : core->fibers) {
            replay.threads.push_back({core->core->logical(), core->core->index(), fiber->thread.processor,
                                      fiber->kernel_index, fiber->finished(), fiber->polls != 0});
        }
    }
    run.undo->restore();
    if (tensors) tensors->restore();
    engine::give_back_stacks(run);
    return replay;
}

}  // namespace tilewright::doctor
