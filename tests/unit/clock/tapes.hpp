// Tapes made by hand: threads on cores, and what they do.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "clock/simulation.hpp"
#include "unit/engine/harness.hpp"

namespace tilewright::clock {

class HandTape {
public:
    explicit HandTape(uint32_t cores = 1) : card(testing::open_card()), figures(card->arch()), tape(*card) {
        tape.core_of_worker.assign(card->num_workers(), -1);
        tape.cores.resize(cores);
        for (uint32_t i = 0; i < cores; ++i) {
            tape.cores[i].at = {i, 0};
            tape.cores[i].worker = i;
            tape.core_of_worker[i] = static_cast<int>(i);
        }
    }

    ThreadTape& thread(uint32_t core, TwProcessor processor) {
        auto made = std::make_unique<ThreadTape>();
        made->tape = &tape;
        made->core = core;
        made->processor = processor;
        made->name = made->kernel = processor == TW_NCRISC ? "reader" : processor == TW_BRISC ? "writer" : "compute";
        tape.cores[core].threads.push_back(std::move(made));
        return *tape.cores[core].threads.back();
    }
    // Address of a place in a DRAM bank, as NoC 0 sees it.
    uint64_t in_bank(uint32_t bank, uint64_t offset = 1 << 20) const {
        const card::DramBank& at = card->arch().dram_banks[bank];
        return uint64_t{at.endpoint[0].x} << 36 | uint64_t{at.endpoint[0].y} << 42 | (at.offset + offset);
    }
    Timing time(Watcher* watcher = nullptr) const { return Simulation(tape, figures, watcher).run(); }
    // When a thread's own code begins, the `place`th of core 0 (of one).
    double start(uint32_t place, bool compute = false) const {
        return figures.launch.processor_step * place + (compute ? figures.launch.compute_entry : figures.launch.entry);
    }

    std::shared_ptr<card::Card> card;
    Figures figures;
    Tape tape;
};

inline Event& add(ThreadTape& thread, Op op, uint32_t kind = 0, uint32_t a = 0) {
    Event& event = thread.events.emplace_back();
    event.op = op;
    event.kind = static_cast<uint8_t>(kind);
    event.a = a;
    event.b = TW_NO_TRID;
    return event;
}

inline Event& add_transfer(ThreadTape& thread, Op op, uint32_t noc, uint64_t address, uint32_t bytes) {
    Event& event = add(thread, op, noc, bytes);
    event.address = address;
    return event;
}

// A page into CB 0, or out of it.
inline void add_page_in(ThreadTape& reader, uint64_t from, uint32_t bytes) {
    add(reader, Op::CbReserve, 0, 1);
    add_transfer(reader, Op::Read, 0, from, bytes);
    add(reader, Op::Barrier, 0, TW_BARRIER_READ);
    add(reader, Op::CbPush, 0, 1);
}
inline void add_page_out(ThreadTape& writer, uint64_t to, uint32_t bytes) {
    add(writer, Op::CbWait, 0, 1);
    add_transfer(writer, Op::Write, 0, to, bytes);
    add(writer, Op::Barrier, 0, TW_BARRIER_WRITE);
    add(writer, Op::CbPop, 0, 1);
}

}  // namespace tilewright::clock
