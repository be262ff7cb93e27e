// Stores that no check has a word to say about, without asking each of them. Internal to src/checks and src/calls.
#pragma once

#include "checks/events.hpp"

namespace tilewright::checks {

// The thread is about to store these bytes of its L1, one after the other, through a pointer that began at `pointer`
// (0: not known). True: every such store is right, and whoever keeps books has been told. False: raise the events.
bool store_quietly(engine::Fiber& fiber, uint32_t address, uint32_t bytes, uint32_t pointer);

// Of the checks that keep books of stores (never_written.cpp, races.cpp).
void* books_of_written(const engine::CoreRun& core);
void note_written(void* books, uint32_t address, uint32_t bytes);
void* books_of_races(const engine::Fiber& fiber);                                            // null: nobody watches
bool note_store(void* books, const engine::Fiber& fiber, uint32_t address, uint32_t bytes);  // false: ask

}  // namespace tilewright::checks
