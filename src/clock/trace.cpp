// What a trace keeps of the run it watches.
#include "clock/trace.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tilewright::clock {

namespace {

constexpr uint32_t kUnitPlace = 10;  // lines of a core: processors, then units, then phases
constexpr uint32_t kPhasePlace = 20;

uint32_t bytes_of(const Event& event) { return event.op == Op::Read || event.op == Op::Write ? event.a : 4; }

// What a thread waits for that never gets past this call.
std::pair<WaitFor, uint32_t> wait_of(const Event& event) {
    switch (event.op) {
        case Op::CbWait: return {WaitFor::CbPages, event.kind};
        case Op::CbReserve: return {WaitFor::CbRoom, event.kind};
        case Op::SemaphoreWait:
        case Op::SemaphoreWaitMin: return {WaitFor::Semaphore, static_cast<uint32_t>(event.address)};
        case Op::Unpack: return {WaitFor::SourceFree, 0};
        case Op::Math: return {WaitFor::SourceValid, 0};
        case Op::Acquire: return {WaitFor::DstFree, 0};
        case Op::PackWait: return {WaitFor::DstCommitted, 0};
        case Op::Poll: return {WaitFor::Poll, 0};
        default: return {WaitFor::Thread, event.kind};
    }
}

}  // namespace

Trace::Trace(const Tape& tape, const Figures& figures, const engine::TraceOptions& options, bool hangs)
    : tape_(tape), f_(figures), options_(options), hangs_(hangs) {
    from_ = options.begin_us * 1000 * f_.clock_ghz;
    until_ = options.end_us > 0 ? options.end_us * 1000 * f_.clock_ghz : kNever;
    signals_.assign(tape.signals + 1, kNone);
    most_ = options.most - std::min(options.most, drawn_in(options.file));
}

bool Trace::wanted(const ThreadSim& thread, double begin, double end) const {
    return end >= from_ && begin <= until_ && options_.wants(thread.core->tape->at);
}

uint32_t Trace::name_number(const std::string& name) {
    const auto [at, fresh] = name_numbers_.try_emplace(name, static_cast<uint32_t>(names_.size()));
    if (fresh) names_.push_back(name);
    return at->second;
}

uint32_t Trace::line(uint32_t core, uint32_t place, const std::string& name) {
    const auto [at, fresh] = line_numbers_.try_emplace({core, place}, static_cast<uint32_t>(lines_.size()));
    if (fresh) lines_.push_back({core, place, name});
    return at->second;
}

uint32_t Trace::unit_line(const ThreadSim& thread) {
    return line(thread.tape->core, kUnitPlace + thread.tape->processor, thread.tape->name + " unit");
}

uint32_t Trace::counter(int core, const std::string& name) {
    const auto [at, fresh] = counter_numbers_.try_emplace({core, name}, static_cast<uint32_t>(counters_.size()));
    if (fresh) counters_.push_back({core, name, 0});
    return at->second;
}

std::string Trace::cb_name(uint32_t cb) const {
    const auto found = tape_.cb_names.find(cb);
    return found == tape_.cb_names.end() ? fmt::format("c_{}", cb) : fmt::format("{} (c_{})", found->second, cb);
}

Trace::Ref Trace::add(uint32_t line, double begin, double end, Depth depth, const std::string& name, bool always) {
    if (slices_.size() + steps_.size() >= most_ && !always) {
        ++left_out_;
        cut_at_ = std::min(cut_at_, begin);
        return kNone;
    }
    slices_.push_back({begin, end, line, name_number(name), depth});
    return static_cast<Ref>(slices_.size() - 1);
}

void Trace::flow(Ref from, Ref to) {
    if (from != kNone && to != kNone) flows_.emplace_back(from, to);
}

void Trace::count(uint32_t counter, double at, int64_t by) {
    if (at < from_) {
        counters_[counter].before += by;
    } else if (at > until_) {
        return;
    } else if (slices_.size() + steps_.size() >= most_) {
        ++left_out_;
        cut_at_ = std::min(cut_at_, at);
    } else {
        steps_.push_back({at, counter, by});
    }
}

void Trace::call(const ThreadSim& thread, const Event& event, double begin, double end) {
    Thread& own = threads_[thread.index];
    const Ref wait = std::exchange(own.last_wait, kNone);
    if (event.op == Op::ZoneBegin) {
        own.zones.emplace_back(event.a, begin);
        return;
    }
    if (event.op == Op::ZoneEnd) {
        if (own.zones.empty()) return;
        const auto [name, since] = own.zones.back();
        own.zones.pop_back();
        if (wanted(thread, since, end)) add(line_of(thread), since, end, Depth::Zone, tape_.names[name]);
        return;
    }
    Ref slice = kNone;
    if (wanted(thread, begin, end))
        slice = add(line_of(thread), begin, end, Depth::Call, call_name(event, *thread.core->tape));
    link(thread, event, slice, wait, end);
}

void Trace::wait(const ThreadSim& thread, WaitFor what, uint32_t index, double begin, double end) {
    if (!wanted(thread, begin, end)) return;
    const Ref slice =
        add(line_of(thread), begin, end, Depth::Wait, "wait: " + wait_name(what, index, *thread.core->tape));
    threads_[thread.index].last_wait = slice;
}

void Trace::unit(const ThreadSim& thread, const Event& event, double begin, double end) {
    if (end > begin && wanted(thread, begin, end))
        add(unit_line(thread), begin, end, Depth::Call, call_name(event, *thread.core->tape));
}

void Trace::unit_wait(const ThreadSim& thread, WaitFor what, uint32_t index, double begin, double end) {
    if (!wanted(thread, begin, end)) return;
    const std::string name =
        what == WaitFor::Queue ? "idle: no call yet" : "wait: " + wait_name(what, index, *thread.core->tape);
    add(unit_line(thread), begin, end, Depth::Wait, name);
}

void Trace::pages(const CoreSim& core, uint32_t cb, double at, int64_t filled) {
    if (!options_.wants(core.tape->at)) return;
    const auto index = static_cast<uint32_t>(core.tape - tape_.cores.data());
    Cb& own = cbs_[{index, cb}];
    count(counter(static_cast<int>(index), "pages in " + cb_name(cb)), at, filled - own.level);
    own.level = filled;
}

void Trace::transfer(const ThreadSim& thread, const Event& event, double begin, double arrived, double answered) {
    arrived_ = arrived;
    if (!options_.wants(thread.core->tape->at)) return;
    const auto bytes = static_cast<int64_t>(bytes_of(event));
    const uint32_t flying = counter(static_cast<int>(thread.tape->core), "bytes in flight");
    count(flying, begin, bytes);
    count(flying, answered, -bytes);
    if ((event.c & TW_NOC_MULTICAST) != 0 && event.op != Op::Read) return;
    const card::Target target = tape_.card.resolve(event.address);
    if (target.kind != card::Endpoint::Kind::Dram) return;
    const uint32_t bank = counter(-1, fmt::format("DRAM bank {}: bytes asked for", target.bank));
    count(bank, begin, bytes);
    count(bank, arrived, -bytes);
}

void Trace::ended(const ThreadSim& thread) {
    const double end = thread.processor.time;
    threads_[thread.index].last_wait = kNone;
    if (!wanted(thread, thread.begin, end)) return;
    if (hangs_ && thread.tape->polled) {  // it goes round in a loop
        add(line_of(thread), thread.begin, kNever, Depth::Kernel, thread.tape->kernel, true);
        add(line_of(thread), end, kNever, Depth::Wait, "wait: memory that it polls, never ends", true);
        return;
    }
    add(line_of(thread), thread.begin, end, Depth::Kernel, thread.tape->kernel, true);
}

void Trace::stuck(const ThreadSim& thread, const Event& event) {
    if (!options_.wants(thread.core->tape->at)) return;
    const CoreTape& core = *thread.core->tape;
    const uint32_t line = line_of(thread);
    const auto [what, index] = wait_of(event);
    add(line, thread.begin, kNever, Depth::Kernel, thread.tape->kernel, true);
    for (const auto& [name, since] : threads_[thread.index].zones)
        add(line, since, kNever, Depth::Zone, tape_.names[name], true);
    add(line, thread.since, kNever, Depth::Call, call_name(event, core), true);
    add(line, thread.processor.time, kNever, Depth::Wait,
        fmt::format("wait: {}, never ends", wait_name(what, index, core)), true);
}

// A block of pages that holds a declared value, from the room for it to its push.
void Trace::draw_phase(const ThreadSim& thread, const Event& event, Cb& cb, double end) {
    std::string name;
    const program::Phase* found = nullptr;
    for (const program::Phase& phase : tape_.phases) {
        if (phase.cb != event.kind) continue;
        const uint64_t block = phase.blocks_per_tile_row == 0 ? cb.blocks : cb.blocks % phase.blocks_per_tile_row;
        const bool any = phase.blocks.empty();
        if (!any && std::find(phase.blocks.begin(), phase.blocks.end(), block) == phase.blocks.end()) continue;
        name += (found == nullptr ? "" : "; ") + phase.name + " = " + phase.formula;
        found = &phase;
    }
    if (found != nullptr && wanted(thread, cb.reserved, end))
        add(line(thread.tape->core, kPhasePlace + event.kind, "phases in " + cb_name(event.kind)), cb.reserved, end,
            Depth::Call, name);
    cb.blocks += found == nullptr ? 1 : std::max(1u, event.a / std::max(1u, found->block_pages));
}

}  // namespace tilewright::clock
