// TW2508 at the end of a run; before it, accesses to L1 of different cores and signals that nothing orders, which
// race/report.cpp has the codes for.
//
// Not what happened is judged but what is known: each thread has a clock (race/clock.hpp) that says what of all others'
// work is done before its own. Signals, CB counters and barriers carry that knowledge on; a transfer counts as done
// where somebody waited for it or where a signal came after it on the same way (same thread, NoC, virtual channel and
// destination). An access to L1 that meets an earlier one of another core, of which it does not know that it is done,
// is a race, whichever of the two came first this time. So what is found does not depend on the schedule.
//
// One file because every event, when it happens or later (race/near_events.hpp), is judged by the same few functions.
#include <cstring>
#include <utility>

#include "checks/quiet_stores.hpp"
#include "checks/race/state.hpp"

namespace tilewright::checks::races {

uint32_t owner_index(const Fiber& fiber) { return std::min<uint32_t>(fiber.thread.processor, 2); }

Owner& owner_of(const Fiber& fiber) {
    Owner& owner = of<CoreState>(*fiber.core_run).owners[owner_index(fiber)];
    owner.fiber = &fiber;
    return owner;
}

CoreState& core_state(const Run& run, uint32_t place) { return of<CoreState>(*run.cores[place]); }

CoreState::CoreState(const CoreRun& of_core) : core(&of_core), shadow(of_core.core->l1_bytes()) {
    if (of_core.fibers.empty()) return;
    const Run& run = *of_core.fibers.front()->run;
    on = run.cores.size() < 256;
    alone = run.cores.size() == 1;
    lock.needed = deeds_lock.needed = events_lock.needed = run.hosts.size() > 1;
    while (run.cores[place].get() != core) ++place;
    if (!on) return;
    semaphores_begin = of_core.fibers.front()->thread.semaphore_addr / kGranuleBytes * kGranuleBytes;
    semaphores_end = semaphores_begin + kGranuleBytes * TW_MAX_SEMAPHORES;
    for (uint32_t i = 0; i < kOwners; ++i) {
        owners[i].id = place << kLocalBits | i;
        owners[i].clock = Clock(place);
    }
}

RunState::RunState(const Run& run) : on(run.cores.size() < 256) {
    for (uint32_t i = 0; i < run.cores.size(); ++i) place_of[run.cores[i]->core] = i;
}

namespace {
using Lock = std::lock_guard<SpinLock>;

bool watches(const Fiber& fiber) {
    const CoreState& state = of<CoreState>(*fiber.core_run);
    return state.on && !(state.alone && state.asleep);
}

// What the thread knows goes to whoever hears of this.
std::shared_ptr<Snapshot> let_know(Owner& owner, const Fiber& fiber, const char* call, void* pc, bool far,
                                   uint32_t noc = 0, bool multicast = false, uint32_t cb = kNoCb) {
    owner.clock.raise(owner.id, owner.work);
    auto carried = std::make_shared<Snapshot>(owner.clock.snapshot());
    Deed deed;
    deed.number = owner.work;
    deed.fiber = &fiber;
    deed.call = call;
    deed.pc = pc;
    deed.noc = static_cast<uint8_t>(noc);
    deed.multicast = multicast;
    deed.far = far;
    deed.cb = static_cast<uint8_t>(cb);
    {
        const Lock lock(of<CoreState>(*fiber.core_run).deeds_lock);
        owner.told.add(deed);
    }
    if (owner.work < kNumberMax) ++owner.work;
    return carried;
}

Channel& channel(Owner& owner, const Channel& wanted) {
    uint32_t of_kind = 0;
    for (Channel& known : owner.channels) {
        if (known.same(wanted)) return known;
        of_kind += known.kind == wanted.kind;
    }
    Channel made = wanted;
    // Where there are too many, the last ones share an Id: they know less of each other.
    made.id = owner.id | static_cast<uint32_t>(wanted.kind) << 2 | std::min(of_kind, (1u << kIndexBits) - 1) << 4;
    owner.channels.push_back(made);
    return owner.channels.back();
}

// A write whose data has arrived has read its source, whether its thread knows it or not.
bool arrived(const Run& run, const Clock& clock, Mark source) {
    if ((source.id() >> 2 & 3) != static_cast<uint32_t>(Channel::Kind::Source)) return false;
    CoreState& core = core_state(run, core_of(source.id()));
    const Lock lock(core.deeds_lock);
    const auto deed = core.owners[source.id() & 3].issued.find(source.number());
    return deed && deed->way != 0 && clock.get(deed->way) >= source.number();
}

// Bytes of the L1 of `where` are read or written by the running thread, as `mark`.
void touch(const Fiber& fiber, CoreState& where, const char* call, uint64_t address, uint32_t bytes, Mark mark,
           bool writes, bool only_if_told = false, bool is_signal = false) {
    if (bytes == 0) return;
    Owner& owner = of<CoreState>(*fiber.core_run).owners[owner_index(fiber)];
    Mark other;
    bool other_wrote = false;
    uint32_t at = 0;
    const auto clash = [&](Mark earlier, bool wrote, uint32_t first) {
        if (!other.none() || work_of(earlier.id()) == owner.id || (is_signal && !wrote)) return;
        if (owner.clock.get(earlier.id()) >= earlier.number() || arrived(*fiber.run, owner.clock, earlier)) return;
        other = earlier, other_wrote = wrote, at = first;
    };
    {
        const Lock lock(where.lock);
        const auto begin = static_cast<uint32_t>(address);
        if (!where.has_signal(begin, bytes)) [[likely]] {
            where.shadow.access(begin, bytes, mark, writes, where.place, clash);
        } else {
            const uint32_t end = begin + bytes;
            for (uint32_t from = begin; from < end;) {
                const uint32_t to = std::min(end, from / kGranuleBytes * kGranuleBytes + kGranuleBytes);
                if (!where.has_signal(from, to - from))
                    where.shadow.access(from, to - from, mark, writes, where.place, clash);
                from = to;
            }
        }
    }
    if (other.none()) return;
    if (only_if_told) {
        // A load that sees what nobody told it of may be the first of a polling loop, and then it knows.
        CoreState& core = core_state(*fiber.run, core_of(other.id()));
        const Lock lock(core.deeds_lock);
        const auto deed = is_work(other.id()) ? std::nullopt : core.owners[other.id() & 3].issued.find(other.number());
        if (!deed || owner.clock.get(work_of(other.id())) < deed->work)
            return owner.clock.learn(other.id(), other.number());
    }
    report_clash({fiber, where, call, at, bytes, writes, other, other_wrote});
}

void touch_own(const Fiber& fiber, const char* call, uint64_t address, uint32_t bytes, bool writes,
               bool only_if_told = false) {
    CoreState& state = of<CoreState>(*fiber.core_run);
    if (!state.on) return;
    touch(fiber, state, call, address, bytes, owner_of(fiber).mark(), writes, only_if_told);
}

Word& word_at(CoreState& state, uint32_t address) {
    const auto [at, is_new] = state.words.try_emplace(address);
    if (is_new) {
        uint32_t value = 0;
        std::memcpy(&value, state.core->core->l1() + address, 4);
        at->second.history.restart(value, nullptr);
        state.mark_signal(address);
    }
    return at->second;
}

// Of two that change a word without order one may be lost, unless both add, or both write the same.
bool may_lose(const Signal& a, const Signal& b, uint32_t place) {
    const bool both_near = core_of(a.owner) == place && core_of(b.owner) == place;
    if (both_near || a.owner == b.owner) return false;
    if (a.kind == Signal::Kind::Inc && b.kind == Signal::Kind::Inc) return false;
    const auto writes = [](const Signal& s) { return s.kind == Signal::Kind::Set || s.kind == Signal::Kind::Store; };
    return !(writes(a) && writes(b) && a.value == b.value);
}

void change_word(const Fiber& fiber, CoreState& where, const Signal& signal) {
    const Clock& clock = of<CoreState>(*fiber.core_run).owners[owner_index(fiber)].clock;
    Signal other;
    {
        const Lock lock(where.lock);
        Word& word = word_at(where, signal.address);
        for (const Signal& earlier : word.last) {
            if (may_lose(earlier, signal, where.place) && clock.get(earlier.id) < earlier.number) other = earlier;
        }
        const auto same = [&](const Signal& s) { return s.id == signal.id && s.kind == signal.kind; };
        const auto at = std::find_if(word.last.begin(), word.last.end(), same);
        Signal kept = signal;
        kept.clock = nullptr;
        if (at == word.last.end())
            word.last.push_back(kept);
        else
            *at = kept;
    }
    if (other.number != 0) report_lost_signal(fiber, where, signal, signal.call, other);
}

void land(const Run& run, const Signal& signal) {
    CoreState& where = core_state(run, signal.core);
    const Lock lock(where.lock);
    History& history = word_at(where, signal.address).history;
    const bool lowers = static_cast<int32_t>(signal.value) < 0;
    switch (signal.kind) {
        case Signal::Kind::Set:
        case Signal::Kind::Store:
            // Who waits for a value that was there already need not have waited for this one.
            if (history.total() == signal.value)
                history.add(0, signal.clock);
            else
                history.restart(signal.value, signal.clock);
            break;
        case Signal::Kind::Inc:
        case Signal::Kind::Add:
            history.add(lowers ? 0 : signal.value, signal.clock);
            if (lowers) history.lower(0u - signal.value);
            break;
    }
}

void signal_landed(Run& run, void* carried) { land(run, *static_cast<const Signal*>(carried)); }

uint32_t place_of(const Run& run, const card::Core* core) {
    const auto& places = of<RunState>(run).place_of;
    const auto found = places.find(core);
    return found == places.end() || !core_state(run, found->second).on ? kElsewhere : found->second;
}

void issue(Owner& owner, const NocCall& use, Id way) {
    if (!use.first) return;
    Deed deed;
    deed.number = owner.transfers;
    deed.work = owner.work;
    deed.fiber = &use.fiber;
    deed.call = use.call;
    deed.pc = use.pc;
    deed.way = way;
    deed.bytes = use.bytes;
    deed.noc = static_cast<uint8_t>(use.noc);
    deed.multicast = (use.flags & TW_NOC_MULTICAST) != 0;
    const Lock lock(of<CoreState>(*use.fiber.core_run).deeds_lock);
    owner.issued.add(deed);
}

void noc_read(const NocCall& use, Owner& owner) {
    Channel& reads = channel(owner, {Channel::Kind::Read, false, false, static_cast<uint8_t>(use.noc), use.trid, 0, 0});
    reads.last_write = owner.transfers;
    issue(owner, use, 0);
    const Mark mark = Mark::of(reads.id, owner.transfers);
    touch(use.fiber, of<CoreState>(*use.fiber.core_run), use.call, use.own, use.bytes, mark, true);
    if (use.target.core == nullptr) return;
    const uint32_t place = place_of(*use.fiber.run, use.target.core);
    if (place == kElsewhere) return;
    CoreState& where = core_state(*use.fiber.run, place);
    touch(use.fiber, where, use.call, use.target.offset, use.bytes, mark, false);
    if (!where.has_signal(use.target.offset, use.bytes)) return;
    const Lock lock(where.lock);  // somebody else's word is looked at from afar
    if (const auto word = where.words.find(static_cast<uint32_t>(use.target.offset) & ~3u); word != where.words.end())
        word->second.history.acquire_all(owner.clock);
}

void noc_write(const NocCall& use, Owner& owner, uint32_t place) {
    const bool posted = (use.flags & TW_NOC_POSTED) != 0, multicast = (use.flags & TW_NOC_MULTICAST) != 0;
    const auto noc = static_cast<uint8_t>(use.noc);
    Id way = 0;
    if (place != kElsewhere) {
        Channel& to = channel(owner, {Channel::Kind::Way, posted, multicast, noc, use.trid, place, 0});
        to.last_write = owner.transfers;
        way = to.id;
    }
    issue(owner, use, way);
    if (use.first) {
        Channel& source = channel(owner, {Channel::Kind::Source, posted, false, noc, use.trid, 0, 0});
        source.last_write = owner.transfers;
        touch(use.fiber, of<CoreState>(*use.fiber.core_run), use.call, use.own, use.bytes,
              Mark::of(source.id, owner.transfers), false);
    }
    if (place == kElsewhere) return;
    CoreState& where = core_state(*use.fiber.run, place);
    const bool is_there = place == core_of(owner.id) && use.target.offset == use.own;  // a copy onto itself
    if (!is_there)
        touch(use.fiber, where, use.call, use.target.offset, use.bytes, Mark::of(way, owner.transfers), true);
    if (!where.has_signal(use.target.offset, use.bytes)) return;
    // Words that somebody polls lie among the data: they tell of it.
    const std::shared_ptr<Snapshot> carried = let_know(owner, use.fiber, use.call, use.pc, true, noc, multicast);
    carried->near.raise(way, owner.transfers);
    const Lock lock(where.lock);
    for (uint64_t at = use.target.offset & ~uint64_t{3}; at < use.target.offset + use.bytes; at += 4) {
        if (const auto word = where.words.find(static_cast<uint32_t>(at)); word != where.words.end())
            word->second.history.add(0, carried);
    }
}

void noc_word(const NocCall& use, Owner& owner, uint32_t place) {
    if (place == kElsewhere) return;
    const bool posted = (use.flags & TW_NOC_POSTED) != 0, multicast = (use.flags & TW_NOC_MULTICAST) != 0;
    const bool adds = use.kind == NocCall::Kind::Atomic;
    const auto noc = static_cast<uint8_t>(use.noc);
    CoreState& where = core_state(*use.fiber.run, place);
    const auto address = static_cast<uint32_t>(use.target.offset);
    Channel& way = channel(owner, {Channel::Kind::Way, posted, multicast, noc, use.trid, place, 0});
    (adds ? way.last_atomic : way.last_write) = owner.transfers;
    if (adds) way.atomic_address = address, way.atomic_pc = use.pc;
    issue(owner, use, way.id);
    // Until now it was data; who has loaded it was looking for the signal.
    if (!where.has_signal(address, 4)) {
        touch(use.fiber, where, use.call, address, 4, Mark::of(way.id, owner.transfers), true, /*only_if_told=*/false,
              /*is_signal=*/true);
    }
    auto signal = std::make_shared<Signal>();
    signal->kind = adds ? Signal::Kind::Inc : Signal::Kind::Set;
    signal->core = place;
    signal->address = address;
    signal->value = use.value;
    signal->id = way.id;
    signal->owner = owner.id;
    signal->number = owner.transfers;
    signal->call = use.call;
    signal->pc = use.pc;
    const std::shared_ptr<Snapshot> carried = let_know(owner, use.fiber, use.call, use.pc, true, noc, multicast);
    // What went this way before has arrived before.
    for (const Channel& known : owner.channels) {
        if (known.kind == Channel::Kind::Way && known.noc == noc && known.multicast == multicast && known.to == place)
            carried->near.raise(known.id, std::max(known.last_write, known.last_atomic));
    }
    signal->clock = carried;
    change_word(use.fiber, where, *signal);
    if (use.carries != nullptr) *use.carries = std::move(signal);
}

// The core is about to meet another one, or has met it: what it has done so far counts.
void wake(CoreState& state);

// False: the core is awake, so that the caller must go on.
bool put_down(const Fiber& fiber, const NearEvent& event) {
    CoreState& state = of<CoreState>(*fiber.core_run);
    if (!state.on) return true;
    {
        const Lock lock(state.events_lock);
        if (!state.asleep) return false;
        if (state.alone) return true;
        if (!state.events.is_full()) {
            state.events.add(event);
            return true;
        }
    }
    wake(state);
    return false;
}
// Something that cannot be put down happens.
bool is_awake(const Fiber& fiber) {
    if (!watches(fiber)) return false;
    wake(of<CoreState>(*fiber.core_run));
    return true;
}

void transfer(const NocCall& use) {
    Owner& owner = owner_of(use.fiber);
    if (use.first && owner.transfers < kNumberMax) ++owner.transfers;
    const uint32_t place = use.target.core == nullptr ? kElsewhere : place_of(*use.fiber.run, use.target.core);
    if (use.kind == NocCall::Kind::Read) return noc_read(use, owner);
    if (use.kind == NocCall::Kind::Write) return noc_write(use, owner, place);
    noc_word(use, owner, place);
}

void noc_call(const NocCall& use) {
    const bool reads = use.kind == NocCall::Kind::Read;
    CoreState& own = of<CoreState>(*use.fiber.core_run);
    const bool to_itself = use.kind == NocCall::Kind::Write && use.target.core == own.core->core;
    if (!own.on || (own.alone && own.asleep && !to_itself)) return;
    // What comes from the own L1 does not leave the core either.
    const bool from_own =
        reads && use.target.core == use.fiber.core_run->core && !own.has_signal(use.target.offset, use.bytes);
    if (from_own || (use.target.core == nullptr && (reads || use.kind == NocCall::Kind::Write))) {
        if (put_down(use.fiber, {.kind = reads ? NearEvent::Kind::TransferIn : NearEvent::Kind::TransferOut,
                                 .noc = static_cast<uint8_t>(use.noc),
                                 .address = use.own,
                                 .bytes = use.bytes,
                                 .trid = use.trid,
                                 .flags = use.flags,
                                 .source = from_own ? static_cast<uint32_t>(use.target.offset) : NearEvent::kDram,
                                 .fiber = &use.fiber,
                                 .call = use.call,
                                 .pc = use.pc}))
            return;
    } else {
        wake(own);
        if (use.target.core == nullptr) return transfer(use);
        if (const uint32_t place = place_of(*use.fiber.run, use.target.core); place != kElsewhere)
            wake(core_state(*use.fiber.run, place));
    }
    transfer(use);
}

void barrier(const NocWaited& use) {
    Owner& owner = owner_of(use.fiber);
    for (const Channel& known : owner.channels) {
        if (known.noc != use.noc || (use.trid != TW_NO_TRID && known.trid != use.trid)) continue;
        const bool landed = (use.what & TW_BARRIER_WRITE) != 0 && !known.posted;
        const bool left = landed || (use.what & (known.posted ? TW_BARRIER_POSTED_SENT : TW_BARRIER_WRITE_SENT)) != 0;
        switch (known.kind) {
            case Channel::Kind::Read:
                if ((use.what & TW_BARRIER_READ) != 0) owner.clock.raise(known.id, known.last_write);
                break;
            case Channel::Kind::Source:
                if (left) owner.clock.raise(known.id, known.last_write);
                break;
            case Channel::Kind::Way:
                if (landed) owner.clock.raise(known.id, known.last_write);
                if ((use.what & TW_BARRIER_ATOMIC) != 0) owner.clock.raise(known.id, known.last_atomic);
                break;
        }
    }
}

void noc_waited(const NocWaited& use) {
    if (!put_down(use.fiber, {.kind = NearEvent::Kind::Barrier,
                              .noc = static_cast<uint8_t>(use.noc),
                              .trid = use.trid,
                              .flags = use.what,
                              .fiber = &use.fiber}))
        barrier(use);
}

void wait_word(const WordUse& use, CoreState& state, Owner& owner) {
    const Lock lock(state.lock);
    Word& word = word_at(state, use.address);
    word.history.acquire(use.value, owner.clock);
    if (use.kind == WordUse::Kind::WaitedEqual && word.history.total() != use.value)
        word.history.acquire_all(owner.clock);
    for (const Signal& signal : word.last) {
        uint32_t& waited = word.waited_for[signal.id];
        waited = std::max(waited, owner.clock.get(signal.id));
    }
}

void store_word(const Fiber& fiber, CoreState& state, Owner& owner, Signal::Kind kind, const char* call,
                uint32_t address, uint32_t value, void* pc) {
    Signal signal;
    signal.kind = kind;
    signal.core = state.place;
    signal.address = address;
    signal.value = value;
    signal.id = signal.owner = owner.id;
    signal.number = owner.work;
    signal.call = call;
    signal.pc = pc;
    change_word(fiber, state, signal);
    signal.clock = let_know(owner, fiber, call, pc, false);
    land(*fiber.run, signal);
}

void word(const WordUse& use) {
    if (!is_awake(use.fiber)) return;
    CoreState& state = of<CoreState>(*use.fiber.core_run);
    Owner& owner = owner_of(use.fiber);
    switch (use.kind) {
        case WordUse::Kind::WaitedEqual:
        case WordUse::Kind::WaitedMin: return wait_word(use, state, owner);
        case WordUse::Kind::Set:
            store_word(use.fiber, state, owner, Signal::Kind::Store, use.call, use.address, use.value, use.pc);
            break;
        case WordUse::Kind::Add:
            store_word(use.fiber, state, owner, Signal::Kind::Add, use.call, use.address, use.value, use.pc);
            break;
    }
    owner.announced = use.address;
}

NearEvent write_of(const Fiber& fiber, uint32_t address, uint32_t bytes) {
    return {.kind = NearEvent::Kind::Write, .address = address, .bytes = bytes, .fiber = &fiber};
}

void load(const L1Use& use) {
    if (!watches(use.fiber)) return;
    CoreState& state = of<CoreState>(*use.fiber.core_run);
    if (!state.has_signal(use.address, use.bytes)) {
        if (put_down(use.fiber,
                     {.kind = NearEvent::Kind::Load, .address = use.address, .bytes = use.bytes, .fiber = &use.fiber}))
            return;
        owner_of(use.fiber).last_load = use.address;
        return touch_own(use.fiber, use.call, use.address, use.bytes, false, /*only_if_told=*/true);
    }
    wake(state);
    Owner& owner = owner_of(use.fiber);
    owner.last_load = use.address;
    const Lock lock(state.lock);
    if (const auto found = state.words.find(use.address & ~3u); found != state.words.end())
        found->second.history.acquire_all(owner.clock);
}

void store(const L1Use& use) {
    if (!watches(use.fiber)) return;
    CoreState& state = of<CoreState>(*use.fiber.core_run);
    const bool is_signal = state.has_signal(use.address, use.bytes);
    if (is_signal)
        wake(state);
    else if (put_down(use.fiber, write_of(use.fiber, use.address, use.bytes)))
        return;
    Owner& owner = owner_of(use.fiber);
    if (std::exchange(owner.announced, UINT32_MAX) == use.address) return;
    if (!is_signal) return touch_own(use.fiber, use.call, use.address, use.bytes, true);
    for (uint32_t at = use.address & ~3u; at < use.address + use.bytes; at += 4)
        store_word(use.fiber, state, owner, Signal::Kind::Store, "store", at, UINT32_MAX, nullptr);
}

void polls(const ThreadUse& use) {
    if (!is_awake(use.fiber)) return;
    CoreState& state = of<CoreState>(*use.fiber.core_run);
    const uint32_t address = owner_of(use.fiber).last_load & ~3u;
    if (address + 4 > state.core->core->l1_bytes() || address + 4 < 4) return;
    const Lock lock(state.lock);
    word_at(state, address);
}

void mailbox_read(const ThreadUse& use) {
    if (!is_awake(use.fiber)) return;
    Owner& owner = owner_of(use.fiber);
    for (Owner& other : of<CoreState>(*use.fiber.core_run).owners) {
        other.clock.raise(other.id, other.work);
        if (&other != &owner) owner.clock.join(other.clock);
        ++other.work;
    }
}

Pages& pages_of(const Fiber& fiber, uint32_t cb) {
    std::unique_ptr<Pages>& pages = of<CoreState>(*fiber.core_run).cbs[cb];
    if (!pages) pages = std::make_unique<Pages>();
    return *pages;
}

void counted(const Fiber& fiber, uint32_t cb, uint32_t count, void* pc, bool pushes) {
    Pages& pages = pages_of(fiber, cb);
    (pushes ? pages.pushed : pages.popped)
        .add(count,
             let_know(owner_of(fiber), fiber, pushes ? "cb_push_back" : "cb_pop_front", pc, false, 0, false, cb));
}
void learned(const Fiber& fiber, uint32_t cb, uint64_t total, bool of_pushes) {
    Pages& pages = pages_of(fiber, cb);
    (of_pushes ? pages.pushed : pages.popped).acquire(total, owner_of(fiber).clock);
}
void learned_all(const Fiber& fiber, uint32_t cb) {
    pages_of(fiber, cb).pushed.acquire_all(owner_of(fiber).clock);
    pages_of(fiber, cb).popped.acquire_all(owner_of(fiber).clock);
}

NearEvent cb_event(NearEvent::Kind kind, const CbUse& use, uint64_t total) {
    return {.kind = kind,
            .cb = static_cast<uint8_t>(use.cb),
            .pages = use.pages,
            .total = total,
            .fiber = &use.fiber,
            .pc = use.pc};
}
void push(const CbUse& use) {
    if (!put_down(use.fiber, cb_event(NearEvent::Kind::Push, use, 0)))
        counted(use.fiber, use.cb, use.pages, use.pc, true);
}
void pop(const CbUse& use) {
    if (!put_down(use.fiber, cb_event(NearEvent::Kind::Pop, use, 0)))
        counted(use.fiber, use.cb, use.pages, use.pc, false);
}
void waited(const CbUse& use) {
    const uint64_t total = use.buffer.popped + use.pages;
    if (!put_down(use.fiber, cb_event(NearEvent::Kind::Pushed, use, total))) learned(use.fiber, use.cb, total, true);
}
void reserved(const CbUse& use) {
    const uint64_t needed = use.buffer.pushed + use.pages;
    if (needed <= use.buffer.num_pages) return;
    const uint64_t total = needed - use.buffer.num_pages;
    if (!put_down(use.fiber, cb_event(NearEvent::Kind::Popped, use, total))) learned(use.fiber, use.cb, total, false);
}
void probed(const CbUse& use) {
    if (!put_down(use.fiber, cb_event(NearEvent::Kind::Probed, use, 0))) learned_all(use.fiber, use.cb);
}

void tile(const TileUse& use, bool writes) {
    if (use.bytes == 0) return;
    const auto address = static_cast<uint32_t>(use.address);
    const auto kind = writes ? NearEvent::Kind::Write : NearEvent::Kind::Read;
    if (!put_down(use.fiber, {.kind = kind, .address = address, .bytes = use.bytes, .fiber = &use.fiber}))
        touch_own(use.fiber, use.call, use.address, use.bytes, writes);
}
void read_tile(const TileUse& use) { tile(use, false); }
void write_tile(const TileUse& use) { tile(use, true); }

void happen(const NearEvent& event) {
    using Kind = NearEvent::Kind;
    const Fiber& fiber = *event.fiber;
    card::Target far;
    if (event.source != NearEvent::kDram) far.core = fiber.core_run->core, far.offset = event.source;
    switch (event.kind) {
        case Kind::Load: owner_of(fiber).last_load = event.address; [[fallthrough]];
        case Kind::Read:
        case Kind::Write: return touch_own(fiber, event.call, event.address, event.bytes, event.kind == Kind::Write);
        case Kind::TransferIn:
        case Kind::TransferOut:
            for (uint32_t i = 0; i < event.count; ++i) {
                transfer({event.kind == Kind::TransferIn ? NocCall::Kind::Read : NocCall::Kind::Write,
                          const_cast<Fiber&>(fiber), event.call, event.noc, event.trid, event.flags,
                          event.address + i * event.bytes, event.bytes, far, 0, true, event.pc});
            }
            return;
        case Kind::Barrier: return barrier({const_cast<Fiber&>(fiber), event.noc, event.flags, event.trid});
        case Kind::Push:
        case Kind::Pop: return counted(fiber, event.cb, event.pages, event.pc, event.kind == Kind::Push);
        case Kind::Pushed:
        case Kind::Popped: return learned(fiber, event.cb, event.total, event.kind == Kind::Pushed);
        case Kind::Probed: return learned_all(fiber, event.cb);
    }
}

// Of what was not put down only the counters matter.
void count_from_now(CoreState& state) {
    for (uint32_t cb = 0; cb < TW_MAX_CBS; ++cb) {
        const TwCbShared& buffer = state.core->core->cbs[cb];
        if (buffer.pushed == 0 && buffer.popped == 0) continue;
        state.cbs[cb] = std::make_unique<Pages>();
        state.cbs[cb]->pushed.restart(buffer.pushed, nullptr);
        state.cbs[cb]->popped.restart(buffer.popped, nullptr);
    }
}

void wake(CoreState& state) {
    const Lock lock(state.events_lock);
    if (!state.asleep) return;
    if (state.alone) count_from_now(state);
    for (const NearEvent& event : state.events.take()) happen(event);
    state.asleep = false;
}

void end(const ThreadEnd& thread) {
    if (!watches(thread.fiber)) return;
    CoreState& core = of<CoreState>(*thread.fiber.core_run);
    {
        const Lock lock(core.events_lock);
        if (core.asleep) return;  // it has signalled nobody
    }
    Owner& owner = owner_of(thread.fiber);
    for (const Channel& known : owner.channels) {
        if (known.kind != Channel::Kind::Way || known.posted || known.last_atomic == 0) continue;
        if (owner.clock.get(known.id) >= known.last_atomic) continue;
        Signal signal;
        signal.core = known.to;
        signal.address = known.atomic_address;
        signal.id = known.id;
        signal.number = known.last_atomic;
        RunState& run = of<RunState>(*thread.fiber.run);
        const std::lock_guard lock(run.mutex);
        run.unanswered.push_back({signal, &thread.fiber, known.atomic_pc});
    }
}

// An increment that somebody of the program has waited for has arrived before the program ended; still nothing in the
// kernel says so.
void run_end(const RunEnd& ended) {
    RunState& state = of<RunState>(ended.run);
    for (const Unanswered& open : state.unanswered) {
        CoreState& where = core_state(ended.run, open.signal.core);
        const auto word = where.words.find(open.signal.address);
        const bool waited_for =
            word != where.words.end() && word->second.waited_for[open.signal.id] >= open.signal.number;
        Finding finding;
        finding.code = "TW2508";
        finding.severity = waited_for ? Severity::Note : Severity::Error;
        finding.message = fmt::format("kernel ended with a noc_semaphore_inc to core {} in flight",
                                      where.core->core->logical().str());
        finding.why = waited_for
                          ? "that core waits for it, so it arrives before the program ends; the kernel does not know"
                          : "nobody waits for it: it may arrive when the next program has set up its semaphores";
        finding.fix = "noc_async_atomic_barrier() before the kernel returns";
        finding.place.core = open.fiber->core_run->core->logical().str();
        finding.place.thread = open.fiber->name();
        finding.place.kernel = open.fiber->kernel->display_name();
        if (open.fiber->image != nullptr && open.pc != nullptr)
            finding.place.stack = engine::resolve_stack(*open.fiber->image, {static_cast<char*>(open.pc) - 1});
        ended.run.add_finding(std::move(finding));
    }
}
}  // namespace

void* books(const Fiber& fiber) {
    CoreState& state = of<CoreState>(*fiber.core_run);
    return state.on ? &state : nullptr;
}

// What store() does where no word is a signal.
bool note(CoreState& state, const Fiber& fiber, uint32_t address, uint32_t bytes) {
    if (state.has_signal(address, bytes)) return false;
    if (put_down(fiber, write_of(fiber, address, bytes))) return true;
    Owner& owner = owner_of(fiber);
    if (owner.announced == address) return false;
    if (bytes > sizeof(uint64_t) && state.shadow.is_marked()) return false;  // a clash is one of a single store
    owner.announced = UINT32_MAX;
    touch(fiber, state, "store", address, bytes, owner.mark(), true);
    return true;
}

void listen(Events& on) {
    keep<RunState, Run>(on);
    keep<CoreState, CoreRun>(on);
    on.noc_call.add(noc_call);
    on.noc_waited.add(noc_waited);
    on.word.add(word);
    on.load.add(load);
    on.store.add(store);
    on.polls.add(polls);
    on.mailbox_read.add(mailbox_read);
    on.cb_push.add(push);
    on.cb_pop.add(pop);
    on.cb_waited.add(waited);
    on.cb_reserved.add(reserved);
    on.cb_probed.add(probed);
    on.tile_read.add(read_tile);
    on.rows_read.add(read_tile);
    on.tile_write.add(write_tile);
    on.thread_end.add(end);
    on.run_end.add(run_end);
    on.signal_lands = signal_landed;
}

}  // namespace tilewright::checks::races

namespace tilewright::checks {

void* books_of_races(const Fiber& fiber) { return races::books(fiber); }
bool note_store(void* books, const Fiber& fiber, uint32_t address, uint32_t bytes) {
    return races::note(*static_cast<races::CoreState*>(books), fiber, address, bytes);
}

}  // namespace tilewright::checks
