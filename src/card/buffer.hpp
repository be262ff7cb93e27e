// A buffer on the card: pages spread over banks, interleaved or sharded. Knows where each page lies; owns its
// allocation.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "card/card.hpp"

namespace tilewright::card {

enum class MemoryType : uint8_t { Dram, L1 };

// Pages of an N-dimensional tensor cut into shards; shard i lives in bank i mod banks (round robin), or in contiguous
// runs. Banks are DRAM bank ids or cores.
struct Sharding {
    std::vector<uint32_t> tensor_shape_pages;
    std::vector<uint32_t> shard_shape_pages;
    std::vector<LogicalCore> cores;    // L1: bank order
    std::vector<uint32_t> dram_banks;  // DRAM: bank order
    bool contiguous = false;
    uint64_t num_shards() const;
    uint32_t shard_volume() const;
    uint32_t num_banks() const { return static_cast<uint32_t>(cores.empty() ? dram_banks.size() : cores.size()); }
};

struct BufferConfig {
    uint64_t bytes = 0;  // logical size: num_pages * page_bytes
    uint64_t page_bytes = 0;
    MemoryType memory = MemoryType::Dram;
    std::optional<Sharding> sharding = {};
    std::optional<bool> bottom_up = {};
    std::optional<uint64_t> address = {};  // place it here
    std::string name = {};                 // for bills
};

struct PageLocation {
    uint32_t bank = 0;     // DRAM bank, or worker index
    uint64_t address = 0;  // in that memory
    uint8_t* host = nullptr;
};

class Buffer {
public:
    Buffer(std::shared_ptr<Card> card, BufferConfig config);  // allocates; throws Error
    ~Buffer();                                                // frees
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    uint64_t address() const { return address_; }
    uint64_t bytes() const { return config_.bytes; }
    uint64_t page_bytes() const { return config_.page_bytes; }
    uint64_t aligned_page_bytes() const { return aligned_page_bytes_; }
    uint64_t num_pages() const { return num_pages_; }
    uint64_t bytes_per_bank() const { return bytes_per_bank_; }
    MemoryType memory() const { return config_.memory; }
    const std::optional<Sharding>& sharding() const { return config_.sharding; }
    bool allocated() const { return allocated_; }
    void deallocate();
    Card& card() const { return *card_; }
    // What the running program knows it as, for reports: "input 0". The latest label counts.
    void set_label(std::string label) { label_ = std::move(label); }
    // "input 0, 12 pages of 2048 B (interleaved)".
    std::string words() const;

    PageLocation page(uint64_t index) const;  // Error TW3003 when freed or out of range
    // All pages, logical bytes only (page padding is skipped). Sizes must fit: Error TW3004.
    void write(std::span<const uint8_t> data);
    void read(std::span<uint8_t> data) const;

private:
    std::shared_ptr<Card> card_;
    BufferConfig config_;
    uint64_t address_ = 0;
    uint64_t aligned_page_bytes_ = 0;
    uint64_t num_pages_ = 0;
    uint64_t bytes_per_bank_ = 0;
    bool allocated_ = false;
    std::string label_;
};

}  // namespace tilewright::card
