// What if a barrier came only after several transfers.
#include "clock/what_if/barriers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clock/verdict.hpp"
#include "clock/what_if/questions.hpp"

namespace tilewright::clock {

namespace {

// A way to wait less often: the threads of one processor on every core, for reads or for writes.
struct Habit {
    TwProcessor processor = TW_BRISC;
    uint32_t what = 0;
    uint64_t most_barriers = 0;
    BarrierUse use;      // of the thread that has most of them
    std::string thread;  // "reader"
};

std::vector<Habit> habits(const Tape& tape) {
    std::vector<Habit> all;
    for (const TwProcessor processor : {TW_NCRISC, TW_BRISC}) {
        for (const uint32_t what : {TW_BARRIER_READ, TW_BARRIER_WRITE, TW_BARRIER_WRITE_SENT}) {
            Habit habit{processor, what, 0, {}, {}};
            for (const CoreTape& core : tape.cores) {
                for (const auto& thread : core.threads) {
                    if (thread->processor != processor) continue;
                    const BarrierUse use = barrier_use(*thread, what);
                    if (use.barriers <= habit.most_barriers) continue;
                    habit.most_barriers = use.barriers;
                    habit.use = use;
                    habit.thread = thread->name.substr(thread->name.find(' ') + 1);
                }
            }
            if (habit.most_barriers > 1) all.push_back(habit);
        }
    }
    return all;
}

// Changes the tape; false: there is nothing that may be changed.
bool apply(Tape& tape, const Habit& habit, uint32_t every, std::map<uint32_t, uint32_t>& pages) {
    uint64_t dropped = 0;
    for (CoreTape& core : tape.cores) {
        for (const auto& thread : core.threads) {
            if (thread->processor != habit.processor) continue;
            Batched made = with_fewer_barriers(thread->events, habit.what, every);
            if (made.dropped == 0) continue;
            dropped += made.dropped;
            thread->events = std::move(made.events);
            for (const auto& [cb, least] : made.least_pages) {
                const auto now = core.cb_pages.find(cb);
                if (now != core.cb_pages.end() && now->second < least) pages[cb] = std::max(pages[cb], least);
            }
        }
    }
    return dropped > 0;
}

std::string text_of(const Habit& habit, uint32_t every) {
    const uint64_t each = std::max<uint64_t>(1, habit.use.each());
    if (every >= habit.most_barriers)
        return fmt::format("one {} for all {} {}s", habit.what == TW_BARRIER_WRITE_SENT ? "flush" : "barrier",
                           habit.use.transfers, habit.use.reads() ? "read" : "write");
    return fmt::format("{} {}s per {}", each * every, habit.use.reads() ? "read" : "write",
                       habit.what == TW_BARRIER_WRITE_SENT ? "flush" : "barrier");
}

std::string pages_text(const Tape& tape, const std::map<uint32_t, uint32_t>& pages) {
    if (pages.empty()) return {};
    const auto now = pages_of(tape);
    std::vector<std::string> all;
    for (const auto& [cb, count] : pages)
        all.push_back(fmt::format("{} with {} pages instead of {}", cb_text(cb), count, now.at(cb)));
    return fmt::format(" ({})", fmt::join(all, ", "));
}

struct Attempt {
    std::vector<std::pair<Habit, uint32_t>> parts;  // and how many barriers become one
};

// None: it cannot be done, there is no room for it, or its threads would wait for each other.
std::optional<WhatIf> answer(const Trials& trials, const Attempt& attempt) {
    const auto changed = copy_of(trials.tape());
    std::map<uint32_t, uint32_t> pages;
    std::vector<std::string> texts;
    for (const auto& [habit, every] : attempt.parts) {
        if (!apply(*changed, habit, every, pages)) return std::nullopt;
        texts.push_back(text_of(habit, every) + (attempt.parts.size() > 1 ? " in the " + habit.thread : ""));
    }
    if (!fits(trials.tape(), pages)) return std::nullopt;
    Change change;
    change.cb_pages = pages;
    const std::optional<double> ns = trials.time(*changed, change);
    if (!ns) return std::nullopt;
    return WhatIf{"barriers", fmt::format("{}{}", fmt::join(texts, " and "), pages_text(trials.tape(), pages)), *ns,
                  true, attempt.parts.size() + pages.size()};
}

}  // namespace

namespace {

constexpr uint32_t kMost = 64;    // barriers that become one
constexpr uint32_t kAnyway = 8;   // so many are tried even where fewer have not helped
constexpr double kGains = 0.99;   // of the best time so far
constexpr double kAsGood = 1.01;  // of the best time: not worth more pages

// One thread's barriers alone. How many became one in the best case; 0: none gained.
uint32_t ask_alone(Trials& trials, const Habit& habit) {
    double least = trials.ns();
    std::optional<WhatIf> nearest;  // where none gains: the one that loses least
    uint32_t found = 0;
    for (uint32_t every = 2; every <= kMost && every / 2 < habit.most_barriers; every *= 2) {
        std::optional<WhatIf> one = answer(trials, {{{habit, every}}});
        if (!one) break;
        if (one->ns <= kGains * least) {
            least = one->ns;
            found = every;
            trials.add(*one);
        } else if (every > kAnyway) {
            break;
        }
        if (!nearest || one->ns < nearest->ns) nearest = std::move(one);
    }
    if (found == 0 && nearest) trials.add(*nearest);
    return found;
}

// Threads that wait for each other's barriers gain nothing from one of them alone: from the best of each on, whichever
// step up or down gains most, until none does.
void ask_together(Trials& trials, Attempt attempt) {
    std::optional<WhatIf> best = answer(trials, attempt);
    while (best) {
        std::optional<WhatIf> better;
        Attempt next;
        for (size_t i = 0; i < attempt.parts.size(); ++i) {
            for (const bool up : {true, false}) {
                Attempt one = attempt;
                uint32_t& every = one.parts[i].second;
                every = up ? every * 2 : every / 2;
                if (every < 2 || every > kMost || (up && every / 2 >= one.parts[i].first.most_barriers)) continue;
                std::optional<WhatIf> found = answer(trials, one);
                if (!found || found->ns > kGains * best->ns || (better && found->ns >= better->ns)) continue;
                better = std::move(found);
                next = std::move(one);
            }
        }
        if (!better) break;
        best = std::move(better);
        attempt = std::move(next);
    }
    if (!best || best->ns >= trials.ns()) return;
    // No more than is needed for it.
    const double enough = kAsGood * best->ns;
    for (size_t i = 0; i < attempt.parts.size();) {
        Attempt less = attempt;
        less.parts[i].second /= 2;
        if (less.parts[i].second < 2) less.parts.erase(less.parts.begin() + static_cast<std::ptrdiff_t>(i));
        std::optional<WhatIf> found = less.parts.empty() ? std::nullopt : answer(trials, less);
        if (!found || found->ns > enough) {
            ++i;
            continue;
        }
        best = std::move(found);
        attempt = std::move(less);
    }
    if (attempt.parts.size() > 1) trials.add(*best);  // one alone has been asked
}

}  // namespace

void ask_barriers(Trials& trials) {
    Attempt all;
    for (const Habit& habit : habits(trials.tape())) {
        const uint32_t found = ask_alone(trials, habit);
        all.parts.emplace_back(habit, found == 0 ? kAnyway : found);
    }
    if (all.parts.size() > 1) ask_together(trials, std::move(all));
}

}  // namespace tilewright::clock
