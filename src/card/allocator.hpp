// Lock-step allocation: every bank of a memory type reserves the same range for a buffer. DRAM grows up, L1 grows down
// from the top, first fit. Running out is an error that reads like a bill: who holds what, how many bytes are short.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "card/page_map.hpp"

namespace tilewright::card {

struct Allocation {
    uint64_t address = 0;
    uint64_t bytes = 0;            // per bank, aligned
    std::string owner;             // for the bill: "buffer 3: 2048 pages of 64 B (interleaved)"
    std::optional<PageMap> pages;  // of the buffer, where it is one
    std::string label;             // what the program that runs knows it as: "input 0"; may be empty
    uint64_t fresh_at = 0;         // Allocator::set_fresh
    std::string words() const { return label.empty() ? owner : label + ", " + owner; }
    bool contains(uint64_t at) const { return at >= address && at < address + bytes; }
};

class Allocator {
public:
    Allocator(std::string memory_name, uint64_t begin, uint64_t end, uint32_t alignment, bool top_down);

    // Throws Error TW3001 with the bill. Never returns an overlapping range.
    uint64_t allocate(uint64_t bytes_per_bank, const std::string& owner, std::optional<bool> bottom_up = std::nullopt);
    // Reserves exactly this address; Error TW3002 if it is taken or outside.
    void allocate_at(uint64_t address, uint64_t bytes_per_bank, const std::string& owner);
    void set_pages(uint64_t address, const PageMap& pages) { live_.at(address).pages = pages; }
    // Nobody has put anything into this buffer: until somebody says otherwise, or a program has run.
    void set_fresh(uint64_t address, bool fresh = true);
    void program_runs() { ++programs_; }
    std::vector<std::pair<uint64_t, uint64_t>> fresh() const;  // begin and end of each
    // What reports call these from now on, by address; all others lose their names.
    void set_labels(const std::vector<std::pair<uint64_t, std::string>>& labels);
    bool free(uint64_t address);  // false: nothing was allocated there

    uint64_t begin() const { return begin_; }
    uint64_t end() const { return end_; }
    uint32_t alignment() const { return alignment_; }
    uint64_t bytes_in_use() const;
    uint64_t largest_free() const;
    std::optional<uint64_t> lowest_in_use() const;   // L1: CBs must end below this
    const Allocation* find(uint64_t address) const;  // the allocation that contains this address
    // The allocation that begins at this address; null: none does.
    const Allocation* starts_at(uint64_t address) const;
    // The latest of those that began at this address, or contained it, and are gone; null: none is remembered.
    const Allocation* freed_from(uint64_t address) const;
    const Allocation* freed_around(uint64_t address) const;
    std::vector<Allocation> allocations() const;   // by address
    uint64_t changes() const { return changes_; }  // allocations and frees so far
    // These and no others, as another process has made and freed them.
    void assign(std::vector<Allocation> all, std::vector<Allocation> freed);
    std::vector<Allocation> freed() const { return {freed_.begin(), freed_.end()}; }

private:
    std::string name_;
    uint64_t begin_;
    uint64_t end_;
    uint32_t alignment_;
    bool top_down_;
    std::map<uint64_t, Allocation> live_;  // by address
    uint64_t changes_ = 0;
    uint64_t programs_ = 1;
    // Addresses outlive their buffers in arguments of programs: what was there can be said for a while.
    static constexpr size_t kRemembered = 256;
    std::deque<Allocation> freed_;    // latest last
    std::vector<uint64_t> labelled_;  // addresses
};

}  // namespace tilewright::card
