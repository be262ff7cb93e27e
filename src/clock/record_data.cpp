// Timed forms of the calls of data movement: each notes itself on the tape, then does what it does.
#include <cstring>

#include "clock/record.hpp"

namespace tilewright::clock {

void note_poll(ThreadTape& tape) {
    tape.polled = false;
    Event& event = tape.events.emplace_back();
    event.op = Op::Poll;
    event.a = tape.tape->cores[tape.core].last_signal;
}

void close_tape(Tape& tape) {
    for (CoreTape& core : tape.cores) {
        for (const auto& thread : core.threads) {
            if (thread->polled) note_poll(*thread);
        }
    }
}

void note_vectors(ThreadTape& tape) {
    Event& event = tape.events.emplace_back();
    event.op = Op::Vectors;
    event.scalar = static_cast<uint32_t>(tw_self->cycles & ((uint64_t{1} << TW_VECTOR_COUNT_SHIFT) - 1));
    event.a = static_cast<uint32_t>(tw_self->cycles >> TW_VECTOR_COUNT_SHIFT);
    tw_self->cycles = 0;
}

namespace {

bool take_state(ThreadTape& tape) { return std::exchange(tape.with_state, false); }

// Words that somebody may wait for get a number; a poll that ends after it was ended by it.
uint32_t new_signal(uint64_t address, uint32_t flags) {
    ThreadTape& from = tape();
    Tape& all = *from.tape;
    const uint32_t signal = ++all.signals;
    const auto reach = [&](uint32_t x, uint32_t y) {
        const card::Endpoint at = all.card.endpoint(x, y);
        if (at.kind != card::Endpoint::Kind::Worker) return;
        if (const int core = all.core_of_worker[at.index]; core >= 0) all.cores[core].last_signal = signal;
    };
    const auto corner = [address](int shift) { return static_cast<uint32_t>(address >> shift & 63); };
    if ((flags & TW_NOC_MULTICAST) == 0) {
        reach(corner(36), corner(42));
        return signal;
    }
    for (uint32_t y = std::min(corner(42), corner(54)); y <= std::max(corner(42), corner(54)); ++y) {
        for (uint32_t x = std::min(corner(36), corner(48)); x <= std::max(corner(36), corner(48)); ++x) reach(x, y);
    }
    return signal;
}

uint64_t l1_address(const volatile uint32_t* word) { return static_cast<uint32_t>(reinterpret_cast<uint64_t>(word)); }

uint32_t name_number(const char* name) {
    Tape& all = *tape().tape;
    for (size_t i = 0; i < all.names.size(); ++i) {
        if (all.names[i] == name) return static_cast<uint32_t>(i);
    }
    all.names.emplace_back(name);
    return static_cast<uint32_t>(all.names.size() - 1);
}

}  // namespace

extern "C" {

void tw_timed_pause(void) { tape().paused_at = tw_self->cycles; }
void tw_timed_resume(void) { tw_self->cycles = tape().paused_at; }

void tw_timed_poll(void) {
    tw_self->cycles = 0;  // how often it goes round here says nothing
    tape().polled = true;
    tw_poll();
}

uint64_t tw_timed_clock(void) {
    note(Op::ReadClock);
    return tw_clock();
}

void tw_timed_delay(uint64_t cycles) {
    note(Op::Delay).a = static_cast<uint32_t>(cycles);
    tw_delay(cycles);
}

void tw_timed_cb_reserve_back(uint32_t cb, uint32_t pages) {
    note(Op::CbReserve, cb).a = pages;
    tw_cb_reserve_back(cb, pages);
}
void tw_timed_cb_push_back(uint32_t cb, uint32_t pages) {
    note(Op::CbPush, cb).a = pages;
    tw_cb_push_back(cb, pages);
}
void tw_timed_cb_wait_front(uint32_t cb, uint32_t pages) {
    note(Op::CbWait, cb).a = pages;
    tw_cb_wait_front(cb, pages);
}
void tw_timed_cb_pop_front(uint32_t cb, uint32_t pages) {
    note(Op::CbPop, cb).a = pages;
    tw_cb_pop_front(cb, pages);
}

// A probe that says yes is a wait that has ended; one that says no is a round of a loop.
uint32_t tw_timed_cb_reservable(uint32_t cb, uint32_t pages) {
    const uint32_t yes = tw_cb_reservable(cb, pages);
    note(yes != 0 ? Op::CbReserve : Op::CbProbe, cb).a = pages;
    return yes;
}
uint32_t tw_timed_cb_available(uint32_t cb, uint32_t pages) {
    const uint32_t yes = tw_cb_available(cb, pages);
    note(yes != 0 ? Op::CbWait : Op::CbProbe, cb).a = pages;
    return yes;
}

void tw_timed_noc_read(uint32_t noc, uint64_t src, uint32_t dst_l1, uint32_t bytes, uint32_t trid) {
    if (bytes != 0) {
        Event& event = note(Op::Read, noc);
        event.address = src;
        event.a = bytes;
        event.b = trid;
        event.c = dst_l1;
        if (take_state(tape())) event.flags = kWithState;
    }
    tw_noc_read(noc, src, dst_l1, bytes, trid);
}

void tw_timed_noc_write(uint32_t noc, uint32_t src_l1, uint64_t dst, uint32_t bytes, uint32_t flags, uint32_t num_dests,
                        uint32_t trid) {
    if (bytes != 0) {
        const engine::CoreRun& core = *engine::running_fiber().core_run;
        const bool word = (flags & TW_NOC_SEMAPHORE) != 0 || bytes == 4;
        const uint32_t signal = new_signal(dst, flags);
        Event& event = note(word ? Op::Word : Op::Write, noc);
        event.address = dst;
        event.a = bytes;
        event.b = trid;
        event.c = flags;
        event.d = signal;
        if (take_state(tape())) event.flags = kWithState;
        if (word && uint64_t{src_l1} + 4 <= core.core->l1_bytes()) std::memcpy(&event.a, core.l1 + src_l1, 4);
    }
    tw_noc_write(noc, src_l1, dst, bytes, flags, num_dests, trid);
}

void tw_timed_noc_write_word(uint32_t noc, uint64_t dst, uint32_t value, uint32_t byte_enables, uint32_t flags,
                             uint32_t num_dests) {
    const uint32_t signal = new_signal(dst, flags);
    Event& event = note(Op::Word, noc);
    event.address = dst;
    event.a = value;
    event.b = TW_NO_TRID;
    event.c = flags;
    event.d = signal;
    tw_noc_write_word(noc, dst, value, byte_enables, flags, num_dests);
}

void tw_timed_noc_atomic_inc(uint32_t noc, uint64_t dst, uint32_t increment, uint32_t wrap_bits, uint32_t flags,
                             uint32_t num_dests) {
    const uint32_t signal = new_signal(dst, flags);
    Event& event = note(Op::Atomic, noc);
    event.address = dst;
    event.a = increment;
    event.b = TW_NO_TRID;
    event.c = flags;
    event.d = signal;
    tw_noc_atomic_inc(noc, dst, increment, wrap_bits, flags, num_dests);
}

void tw_timed_noc_barrier(uint32_t noc, uint32_t what, uint32_t trid) {
    Event& event = note(Op::Barrier, noc);
    event.a = what;
    event.b = trid;
    tw_noc_barrier(noc, what, trid);
}

uint32_t tw_timed_noc_flushed(uint32_t noc, uint32_t what, uint32_t trid) {
    const uint32_t done = tw_noc_flushed(noc, what, trid);
    if (done != 0) {
        Event& event = note(Op::Barrier, noc);
        event.a = what;
        event.b = trid;
    }
    return done;
}

void tw_timed_noc_set_state(uint32_t noc, uint32_t kind, uint64_t address, uint32_t bytes, uint32_t flags,
                            uint32_t trid) {
    note(Op::SetState, noc);
    tw_noc_set_state(noc, kind, address, bytes, flags, trid);
}

uint64_t tw_timed_noc_state_address(uint32_t noc, uint32_t kind) {
    tape().with_state = true;
    return tw_noc_state_address(noc, kind);
}

void tw_timed_semaphore_wait(volatile uint32_t* word, uint32_t value) {
    Event& event = note(Op::SemaphoreWait);
    event.address = l1_address(word);
    event.a = value;
    tw_semaphore_wait(word, value);
}
void tw_timed_semaphore_wait_min(volatile uint32_t* word, uint32_t value) {
    Event& event = note(Op::SemaphoreWaitMin);
    event.address = l1_address(word);
    event.a = value;
    tw_semaphore_wait_min(word, value);
}
void tw_timed_semaphore_set(volatile uint32_t* word, uint32_t value) {
    Event& event = note(Op::SemaphoreSet);
    event.address = l1_address(word);
    event.a = value;
    tw_semaphore_set(word, value);
}
void tw_timed_semaphore_add(volatile uint32_t* word, uint32_t value) {
    Event& event = note(Op::SemaphoreAdd);
    event.address = l1_address(word);
    event.a = value;
    tw_semaphore_add(word, value);
}

void tw_timed_zone_begin(const char* name) {
    const uint32_t number = name_number(name);
    note(Op::ZoneBegin).a = number;
    tw_zone_begin(name);
}
void tw_timed_zone_end(void) {
    note(Op::ZoneEnd);
    tw_zone_end();
}
void tw_timed_record(const char* name, uint64_t value) {
    note(Op::Record);
    tw_record(name, value);
}

void tw_timed_mailbox_write(uint32_t to, uint32_t value) {
    note(Op::MailboxWrite, to);
    tw_mailbox_write(to, value);
}
uint32_t tw_timed_mailbox_read(uint32_t from) {
    note(Op::MailboxRead, from);
    return tw_mailbox_read(from);
}
void tw_timed_t6_semaphore_init(uint32_t index, uint32_t maximum, uint32_t value) {
    Event& event = note(Op::HardwareInit, index);
    event.a = maximum;
    event.b = value;
    tw_t6_semaphore_init(index, maximum, value);
}
void tw_timed_t6_semaphore_post(uint32_t index) {
    note(Op::HardwarePost, index);
    tw_t6_semaphore_post(index);
}
void tw_timed_t6_semaphore_get(uint32_t index) {
    note(Op::HardwareGet, index);
    tw_t6_semaphore_get(index);
}
uint32_t tw_timed_t6_semaphore_value(uint32_t index) { return tw_t6_semaphore_value(index); }
void tw_timed_t6_semaphore_wait_zero(uint32_t index) {
    note(Op::HardwareWaitZero, index);
    tw_t6_semaphore_wait_zero(index);
}
void tw_timed_t6_semaphore_wait_max(uint32_t index) {
    note(Op::HardwareWaitMax, index);
    tw_t6_semaphore_wait_max(index);
}

}  // extern "C"

}  // namespace tilewright::clock
