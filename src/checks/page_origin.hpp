// Which page of which tensor a NoC address was made for. Accessors of strict builds tell (kernel_api: tw_page_address);
// a transfer asks by its address, or by the one that its own was computed from. Internal to src/checks and src/calls.
#pragma once

#include "checks/check.hpp"

namespace tilewright::checks {

struct alignas(64) PageNote {  // every member is given when one is made
    const uint8_t* host;       // where the address leads; null: nowhere
    uint64_t address;          // as the kernel has it
    const card::Core* core;
    uint32_t bank;  // DRAM
    uint64_t at;    // offset in that memory
    uint32_t base;  // of the tensor
    uint32_t page;  // or shard
    uint32_t page_bytes;
    uint32_t offset;  // in the page
    uint32_t flags;   // TW_PAGE_*
    uint32_t site;    // place in the kernel's code; 0: not known

    bool in_dram() const { return (flags & TW_PAGE_DRAM) != 0; }
    bool is_shard() const { return (flags & TW_PAGE_SHARD) != 0; }
    uint64_t page_at() const { return at - offset; }  // where the page begins
};

// The page whose address the transfer goes to; null: not known, or two pages come into question.
const PageNote* page_of(const FarUse& use);
// The same for an address that leads nowhere.
const PageNote* page_of_address(const Fiber& fiber, uint64_t address);
// Whether the thread has made an address of the tensor at `base` so far.
bool has_used(const Fiber& fiber, uint32_t base);
// The own L1 address of the thread's transfer was computed from this pointer of a CB; 0: not known.
uint32_t pointer_of_transfer(const Fiber& fiber);

// A transfer that has been judged by its page needs no second finding by its address alone.
void set_blamed(const Fiber& fiber, const uint8_t* host);
bool is_blamed(const Fiber& fiber, const uint8_t* host);

const card::Allocator& memory_of(const Run& run, const PageNote& note);
// The live buffer at the note's base; null: none begins there.
const card::Allocation* tensor_of(const Run& run, const PageNote& note);
// What begins at the note's base, a buffer or not; null: nothing.
const card::Allocation* starts_at(const Fiber& fiber, const PageNote& note);
// "runtime argument 2", "common runtime argument 0"; empty: none of the thread's arguments is this number, or several
// are.
std::string argument_with(const Fiber& fiber, uint32_t number);
// "12", and "4294967295 (-1)" for what a subtraction has made of it.
std::string signed_words(uint32_t number);

}  // namespace tilewright::checks
