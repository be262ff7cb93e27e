// Noting a call on the running thread's tape. Internal to src/clock.
#pragma once

#include "clock/tape.hpp"
#include "engine/run_state.hpp"
#include "tw/timed_costs.h"

namespace tilewright::clock {

inline ThreadTape& tape() { return *engine::running_fiber().tape; }

// A loop that polled is over: what ended it is the last thing that reached the core.
void note_poll(ThreadTape& tape);
// Every thread has ended: loops that polled to the last are over, too.
void close_tape(Tape& tape);

// Vector instructions of SFPI code that ran since the last call.
void note_vectors(ThreadTape& tape);

inline Event& note(Op op, uint32_t kind = 0) {
    ThreadTape& to = tape();
    if (to.polled) [[unlikely]]
        note_poll(to);
    if (tw_self->cycles >> TW_VECTOR_COUNT_SHIFT != 0) [[unlikely]]
        note_vectors(to);
    Event& event = to.events.emplace_back();
    event.op = op;
    event.kind = static_cast<uint8_t>(kind);
    event.scalar = static_cast<uint32_t>(tw_self->cycles);
    tw_self->cycles = 0;
    return event;
}

}  // namespace tilewright::clock
