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

// Where page `index` of a buffer lies that is at `address` of its memory.
PageLocation locate_page(Card& card, const PageMap& pages, uint64_t address, uint64_t index);

class Buffer {
public:
    Buffer(std::shared_ptr<Card> card, BufferConfig config);  // allocates; throws Error
    ~Buffer();                                                // frees
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    uint64_t address() const { return address_; }
    uint64_t bytes() const { return config_.bytes; }
    uint64_t page_bytes() const { return config_.page_bytes; }
    uint64_t aligned_page_bytes() const { return pages_.aligned_page_bytes; }
    uint64_t num_pages() const { return pages_.num_pages; }
    uint64_t bytes_per_bank() const { return bytes_per_bank_; }
    MemoryType memory() const { return config_.memory; }
    const std::optional<Sharding>& sharding() const { return pages_.sharding; }
    bool allocated() const { return allocated_; }
    void deallocate();
    Card& card() const { return *card_; }

    PageLocation page(uint64_t index) const;  // Error TW3003 when freed or out of range
    // All pages, logical bytes only (page padding is skipped). Sizes must fit: Error TW3004.
    void write(std::span<const uint8_t> data);
    void read(std::span<uint8_t> data) const;

private:
    std::shared_ptr<Card> card_;
    BufferConfig config_;
    uint64_t address_ = 0;
    PageMap pages_;
    uint64_t bytes_per_bank_ = 0;
    bool allocated_ = false;
    mutable bool untouched_ = true;  // nobody has asked yet where a page lies
};

}  // namespace tilewright::card
