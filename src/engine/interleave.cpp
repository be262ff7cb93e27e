// Decisions of interleaved runs.
#include "engine/interleave.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/error.hpp"

namespace tilewright::engine {

namespace {
constexpr uint64_t kQuietRoundsMax = 50'000;  // of polling with nothing else going on
constexpr size_t kDeviationsMax = 200'000;    // that are remembered
constexpr const char* kKinds[] = {"stop", "yield", "late", "early"};

bool signals(const Transfer& transfer) {
    return transfer.kind == Transfer::Kind::Atomic || transfer.kind == Transfer::Kind::Word || transfer.flag;
}

// The two travel on one way: the later one may not overtake. Requests of reads are not ordered with anything.
bool on_one_way(const Transfer& a, const Transfer& b) {
    return a.kind != Transfer::Kind::Read && b.kind != Transfer::Kind::Read && a.noc == b.noc &&
           a.multicast == b.multicast && a.to_core == b.to_core;
}
}  // namespace

std::string Script::text() const {
    std::string text = order != 0 ? fmt::format("order {}", order) : "";
    for (const Deviation& deviation : deviations) {
        text += fmt::format("{}{} {}@{}", text.empty() ? "" : " ", kKinds[static_cast<int>(deviation.kind)],
                            deviation.fiber, deviation.call);
        if (deviation.value != 0) text += fmt::format("+{}", deviation.value);
    }
    return text;
}

Script Script::parse(const std::string& text) {
    Script script;
    std::istringstream in(text);
    const auto refuse = [&](const std::string& word) {
        throw Error("TW4000", fmt::format("\"{}\" is no part of a schedule", word),
                    "a schedule is a list of 'order N', 'stop T@N', 'yield T@N+T', 'late T@N+N' and 'early T@N'",
                    Exit::Usage);
    };
    for (std::string word; in >> word;) {
        if (word == "order") {
            if (!(in >> script.order)) refuse(word);
            continue;
        }
        const auto kind = std::find(std::begin(kKinds), std::end(kKinds), word);
        Deviation deviation;
        char at = 0;
        if (kind == std::end(kKinds) || !(in >> deviation.fiber >> at >> deviation.call) || at != '@') refuse(word);
        deviation.kind = static_cast<Deviation::Kind>(kind - std::begin(kKinds));
        if (in.peek() == '+') in.get(), in >> deviation.value;
        script.deviations.push_back(deviation);
    }
    return script;
}

// Each seed has its own temper: few long stops find lost signals in long programs, many changes find them in short
// ones.
Interleaver::Interleaver(Run& run, uint64_t seed) : run_(run), draws_(true), random_(seed * 1000003 + 17) {
    static constexpr uint32_t kYields[] = {0, 0, 3, 12};
    static constexpr uint32_t kLate[] = {0, 0, 1, 3};
    static constexpr uint32_t kEarly[] = {0, 1, 2, 6};
    stops_ = random_() % 8 != 0;
    yield_one_in_ = kYields[random_() % 4];
    late_one_in_ = kLate[random_() % 4];
    early_one_in_ = kEarly[random_() % 4];
    script_.order = taken_.order = random_() % 8 == 0 ? 0 : 1 + random_() % 1'000'000;
}

// Calls until the next stop: as often a few as a few hundred, because nobody knows how long the program is.
uint32_t Interleaver::gap() { return 1 + static_cast<uint32_t>(random_() % (uint64_t{2} << random_() % 9)); }

Interleaver::Interleaver(Run& run, const Script& script) : run_(run), draws_(false), script_(script) {
    taken_.order = script.order;
}

void Interleaver::begin() {
    for (const auto& core : run_.cores) {
        for (const auto& fiber : core->fibers) {
            fiber->number = static_cast<uint32_t>(order_.size());
            fiber->preempts = true;
            order_.push_back(fiber.get());
        }
    }
    for (size_t i = 0; stops_ && i < order_.size(); ++i) next_stop_.push_back(gap());
    for (const Deviation& deviation : script_.deviations)
        by_call_[key(deviation.kind, deviation.fiber, deviation.call)] = &deviation;
    if (script_.order == 0) return;
    std::mt19937_64 shuffle(script_.order);
    for (size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[shuffle() % i]);
}

const Deviation* Interleaver::planned(Deviation::Kind kind, const Fiber& fiber) const {
    const auto found = by_call_.find(key(kind, fiber.number, fiber.calls));
    return found == by_call_.end() ? nullptr : found->second;
}

void Interleaver::note(const Fiber& fiber, Deviation::Kind kind, uint32_t value, const char* call, void* pc) {
    if (taken_.deviations.size() >= kDeviationsMax) {
        complete_ = false;
        return;
    }
    taken_.deviations.push_back({kind, fiber.number, fiber.calls, value});
    places_.push_back({call, pc});
}

void Interleaver::at_call(Fiber& fiber, const char* call, void* pc) {
    ++fiber.calls;
    call_ = call, pc_ = pc;
    if (keeps_calls) calls_.push_back({fiber.number, fiber.calls, call});
    land_due(fiber);
    bool stop = false;
    uint32_t to = UINT32_MAX;
    if (draws_) {
        if (stops_ && fiber.calls == next_stop_[fiber.number]) {
            stop = true;
            next_stop_[fiber.number] = fiber.calls + gap();
        } else if (draw(yield_one_in_)) {
            to = static_cast<uint32_t>(random_() % order_.size());
        }
    } else {
        stop = planned(Deviation::Kind::Stop, fiber) != nullptr;
        if (const Deviation* yield = planned(Deviation::Kind::Yield, fiber)) to = yield->value;
    }
    if (stop) {
        note(fiber, Deviation::Kind::Stop, 0, call, pc);
        fiber.stopped = true;
        stopped_.push_back(&fiber);
    } else if (to != UINT32_MAX) {
        note(fiber, Deviation::Kind::Yield, to, call, pc);
        for (Fiber* other : order_) {
            if (other->number == to) wanted_ = other;
        }
    } else {
        return;
    }
    leave_running(fiber);
    call_ = call, pc_ = pc;
}

void Interleaver::issued(Fiber& fiber) {
    Transfer& transfer = fiber.pending.back();
    const bool signal = signals(transfer);
    const Deviation::Kind kind = signal ? Deviation::Kind::Late : Deviation::Kind::Early;
    bool deviates = false;
    uint32_t value = 0;
    // A multicast is one call and one decision.
    if (!taken_.deviations.empty() && taken_.deviations.back().kind == kind &&
        taken_.deviations.back().fiber == fiber.number && taken_.deviations.back().call == fiber.calls) {
        deviates = true;
        value = taken_.deviations.back().value;
    } else if (draws_) {
        deviates = draw(signal ? late_one_in_ : early_one_in_);
        if (deviates && signal) value = random_() % 2 == 0 ? 0 : gap();
        if (deviates) note(fiber, kind, value, call_, pc_);
    } else if (const Deviation* found = planned(kind, fiber)) {
        deviates = true;
        value = found->value;
        note(fiber, kind, value, call_, pc_);
    }
    if (signal == deviates) {
        if (signal && value != 0) transfer.due = fiber.calls + value;
        return;
    }
    land(fiber, fiber.pending.size() - 1);
    forget_landed(fiber);
}

void Interleaver::land(Fiber& fiber, size_t index) {
    for (size_t i = 0; i < index; ++i) {
        if (!fiber.pending[i].landed && on_one_way(fiber.pending[i], fiber.pending[index]))
            complete_transfer(run_, fiber.pending[i]);
    }
    complete_transfer(run_, fiber.pending[index]);
}

// Signals that have landed are nobody's concern any more.
void Interleaver::forget_landed(Fiber& fiber) {
    std::erase_if(fiber.pending, [](const Transfer& transfer) {
        return transfer.landed && (transfer.kind == Transfer::Kind::Atomic || transfer.kind == Transfer::Kind::Word);
    });
}

void Interleaver::land_due(Fiber& fiber) {
    for (size_t i = 0; i < fiber.pending.size(); ++i) {
        if (!fiber.pending[i].landed && fiber.pending[i].due <= fiber.calls) land(fiber, i);
    }
    forget_landed(fiber);
}

bool Interleaver::land_oldest() {
    for (Fiber* fiber : order_) {
        for (size_t i = 0; i < fiber->pending.size(); ++i) {
            if (fiber->pending[i].landed || fiber->pending[i].to == nullptr) continue;
            land(*fiber, i);
            forget_landed(*fiber);
            return true;
        }
    }
    return false;
}

Fiber* Interleaver::next() {
    const auto goes = [](const Fiber& fiber) {
        return !fiber.stopped && !fiber.finished() && fiber.state != Fiber::State::Polling && fiber.can_run();
    };
    if (Fiber* wanted = std::exchange(wanted_, nullptr); wanted != nullptr && goes(*wanted)) {
        position_ = static_cast<size_t>(std::find(order_.begin(), order_.end(), wanted) - order_.begin());
        return wanted;
    }
    for (size_t i = 1; i <= order_.size(); ++i) {
        Fiber& fiber = *order_[(position_ + i) % order_.size()];
        if (!goes(fiber)) continue;
        position_ = (position_ + i) % order_.size();
        return &fiber;
    }
    return nullptr;
}

bool Interleaver::poll_round(HostThread& host) {
    bool left = false;
    for (Fiber* fiber : order_) {
        if (fiber->stopped || fiber->state != Fiber::State::Polling || run_.aborted()) continue;
        host.resume(*fiber);
        left |= fiber->state != Fiber::State::Polling;
    }
    return left;
}

bool Interleaver::relieve() {
    if (stopped_.empty()) return false;
    stopped_.front()->stopped = false;
    stopped_.erase(stopped_.begin());
    return true;
}

bool Interleaver::loop(HostThread& host) {
    position_ = order_.empty() ? 0 : order_.size() - 1;
    uint64_t quiet = 0;
    while (!run_.aborted()) {
        if (Fiber* fiber = next()) {
            host.resume(*fiber);
            quiet = 0;
            continue;
        }
        if (poll_round(host) || relieve() || land_oldest()) {
            quiet = 0;
            continue;
        }
        const bool ended =
            std::all_of(order_.begin(), order_.end(), [](const Fiber* fiber) { return fiber->finished(); });
        if (ended) return false;
        const bool polls = std::any_of(order_.begin(), order_.end(),
                                       [](const Fiber* fiber) { return fiber->state == Fiber::State::Polling; });
        if (polls && ++quiet < kQuietRoundsMax) continue;
        if (run_.on_stuck && run_.on_stuck(run_)) continue;
        return true;
    }
    return false;
}

std::vector<std::string> Interleaver::story() const {
    std::vector<std::string> lines;
    const auto fiber_of = [&](uint32_t number) {
        return *std::find_if(order_.begin(), order_.end(), [&](const Fiber* f) { return f->number == number; });
    };
    const auto name = [](const Fiber& fiber) {
        return fmt::format("core {} {}", fiber.core_run->core->logical().str(), fiber.name());
    };
    for (size_t i = 0; i < taken_.deviations.size(); ++i) {
        const Deviation& deviation = taken_.deviations[i];
        const Fiber& fiber = *fiber_of(deviation.fiber);
        std::string call = places_[i].call;
        if (fiber.image != nullptr && places_[i].pc != nullptr) {
            tilewright::Place at;
            at.stack = resolve_stack(*fiber.image, {static_cast<char*>(places_[i].pc) - 1});
            if (const Frame* line = at.line()) call += fmt::format(" ({}:{})", line->file, line->line);
        }
        switch (deviation.kind) {
            case Deviation::Kind::Stop:
                lines.push_back(
                    fmt::format("{} is stopped before {} until no other thread can go on", name(fiber), call));
                break;
            case Deviation::Kind::Yield:
                if (deviation.value >= order_.size() || deviation.value == deviation.fiber) break;
                lines.push_back(
                    fmt::format("{} lets {} go on before {}", name(fiber), name(*fiber_of(deviation.value)), call));
                break;
            case Deviation::Kind::Late:
                lines.push_back(deviation.value == 0
                                    ? fmt::format("the signal of {} on {} lands as late as it may", call, name(fiber))
                                    : fmt::format("the signal of {} on {} lands {} calls later", call, name(fiber),
                                                  deviation.value));
                break;
            case Deviation::Kind::Early:
                lines.push_back(fmt::format("the data of {} on {} lands at once", call, name(fiber)));
                break;
        }
    }
    return lines;
}

void preempt(Fiber& fiber, const char* call, void* pc) { fiber.run->interleaver->at_call(fiber, call, pc); }

}  // namespace tilewright::engine
