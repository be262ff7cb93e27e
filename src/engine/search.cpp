// Shrinking and searching schedules.
#include "engine/search.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <set>
#include <unordered_set>

namespace tilewright::engine {

namespace {
class Budget {
public:
    explicit Budget(const Effort& effort) : effort_(effort) {}
    bool spent() const {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
        return runs_ >= effort_.runs || passed.count() > effort_.seconds;
    }
    void count() { ++runs_; }
    uint32_t runs() const { return runs_; }

private:
    const Effort& effort_;
    uint32_t runs_ = 0;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// Only semaphores and what is sent to other cores make threads depend on each other's order. A CB has one producer and
// one consumer, and a barrier waits for the thread's own transfers: their order changes nothing.
bool others_depend(const char* call) {
    return std::strstr(call, "semaphore") != nullptr || std::strstr(call, "Semaphore") != nullptr ||
           std::strstr(call, "inline_dw") != nullptr || std::strcmp(call, "noc_async_write") == 0 ||
           std::strcmp(call, "noc_async_write_multicast") == 0 || std::strcmp(call, "noc_async_read") == 0 ||
           std::strstr(call, "_at_back") != nullptr || std::strstr(call, "_at_front") != nullptr;
}
bool sends_signal(const char* call) {
    return std::strcmp(call, "noc_semaphore_inc") == 0 || std::strstr(call, "semaphore_set_") != nullptr ||
           std::strstr(call, "inline_dw") != nullptr;
}

// The order in which the threads made the calls that others depend on.
uint64_t order_of(const std::vector<Interleaver::Call>& calls) {
    uint64_t hash = 0xcbf29ce484222325ull;
    for (const Interleaver::Call& call : calls) {
        if (!others_depend(call.name)) continue;
        hash = (hash ^ (uint64_t{call.fiber} << 32 | call.number)) * 0x100000001b3ull;
    }
    return hash;
}
}  // namespace

std::string ending(const Outcome& outcome) {
    if (outcome.run->failure()) return outcome.run->failure()->code;
    return outcome.finished ? "" : "hang";
}

Outcome Rewind::run(const Script& script, bool keeps_calls) {
    RunSetup setup;
    setup.undo = std::make_unique<UndoLog>();
    setup.script = &script;
    setup.keeps_calls = keeps_calls;
    return run_once(prepared_, std::move(setup));
}

void Rewind::undo(Outcome& outcome) const {
    if (outcome.run->undo) outcome.run->undo->restore();
    l1_.restore();
    give_back_stacks(*outcome.run);
}

Script shrink(Rewind& rewind, Script script, const std::string& how, const Effort& effort) {
    Budget budget(effort);
    const auto fails = [&](const Script& candidate) {
        if (budget.spent()) return false;
        budget.count();
        Outcome outcome = rewind.run(candidate);
        const bool same = ending(outcome) == how;
        // What was planned for calls that never came is no part of it.
        if (same) script = outcome.run->interleaver->taken();
        rewind.undo(outcome);
        return same;
    };
    Script plain = script;
    plain.order = 0;
    fails(plain);
    using Kind = Deviation::Kind;
    for (const Kind kind : {Kind::Yield, Kind::Early, Kind::Late, Kind::Stop}) {
        Script fewer = script;
        std::erase_if(fewer.deviations, [&](const Deviation& deviation) { return deviation.kind == kind; });
        if (fewer.deviations.size() != script.deviations.size()) fails(fewer);
    }
    // Pieces, then smaller pieces, from the end: what comes last rarely matters.
    for (size_t piece = std::max<size_t>(1, script.deviations.size() / 2);; piece /= 2) {
        bool again = true;
        while (again && !budget.spent()) {
            again = false;
            for (size_t end = script.deviations.size(); end > 0 && !budget.spent();) {
                const size_t begin = end > piece ? end - piece : 0;
                Script fewer = script;
                fewer.deviations.erase(fewer.deviations.begin() + static_cast<ptrdiff_t>(begin),
                                       fewer.deviations.begin() + static_cast<ptrdiff_t>(end));
                if (fails(fewer)) again = true;
                end = std::min(begin, script.deviations.size());
            }
        }
        if (piece <= 1 || budget.spent()) break;
    }
    return script;
}

Search search_schedules(PreparedProgram& prepared, const Effort& effort) {
    Search result;
    const Schedule before = prepared.options.schedule;
    prepared.options.schedule = Schedule::Random;
    Rewind rewind(prepared);
    Budget budget(effort);
    std::unordered_set<uint64_t> seen;
    std::vector<Script> open = {Script{}};
    result.complete = true;
    for (int depth = 0; depth <= 2 && !result.failing && !open.empty(); ++depth) {
        std::vector<Script> next;
        for (const Script& script : open) {
            if (budget.spent()) {
                result.complete = false;
                break;
            }
            budget.count();
            Outcome outcome = rewind.run(script, /*keeps_calls=*/true);
            const std::string how = ending(outcome);
            const std::vector<Interleaver::Call> calls = outcome.run->interleaver->calls();
            // A deviation for a call that was not made, or that changed nothing, leads nowhere new.
            const bool is_new = seen.insert(order_of(calls) ^ script.deviations.size()).second;
            rewind.undo(outcome);
            if (!how.empty()) {
                result.failing = shrink(rewind, script, how, effort);
                result.how = how;
                break;
            }
            if (!is_new || depth == 2) continue;
            for (const Interleaver::Call& call : calls) {
                for (const Deviation::Kind kind : {Deviation::Kind::Stop, Deviation::Kind::Late}) {
                    if (kind == Deviation::Kind::Stop ? !others_depend(call.name) : !sends_signal(call.name)) continue;
                    const Deviation deviation{kind, call.fiber, call.number, 0};
                    // In one order only: two deviations in the other are the same schedule.
                    const auto after = [](const Deviation& a, const Deviation& b) {
                        return std::tie(a.fiber, a.call, a.kind) > std::tie(b.fiber, b.call, b.kind);
                    };
                    if (!script.deviations.empty() && !after(deviation, script.deviations.back())) continue;
                    Script more = script;
                    more.deviations.push_back(deviation);
                    next.push_back(std::move(more));
                }
            }
        }
        open = std::move(next);
    }
    if (result.failing) result.complete = false;
    result.runs = budget.runs();
    result.orders = static_cast<uint32_t>(seen.size());
    prepared.options.schedule = before;
    return result;
}

}  // namespace tilewright::engine
