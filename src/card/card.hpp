// The virtual card: workers with L1, DRAM banks, allocators, and the NoC's idea of who sits where. Passive state and
// rules; src/engine runs programs on it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/core_coord.hpp"
#include "card/allocator.hpp"
#include "card/arch.hpp"
#include "card/core.hpp"
#include "card/memory.hpp"

namespace tilewright::card {

// What a NoC coordinate leads to.
struct Endpoint {
    enum class Kind : uint8_t { Nothing, Worker, Dram } kind = Kind::Nothing;
    uint32_t index = 0;  // worker index, or DRAM group's first bank
};

// Where a NoC address ends up.
struct Target {
    Endpoint::Kind kind = Endpoint::Kind::Nothing;
    Core* core = nullptr;     // Worker
    uint32_t bank = 0;        // Dram
    uint64_t offset = 0;      // address in L1, or in the bank
    uint8_t* host = nullptr;  // host address of the first byte; nullptr when outside
    uint64_t bytes_left = 0;  // from there to the end of that memory
};

// Files that hold the card's memory, so that another process can work on it.
struct SharedMemory {
    int l1 = -1;
    int dram = -1;
};

struct CardOptions {
    // The grid may be made smaller (never larger) than the machine's.
    std::optional<uint32_t> grid_x, grid_y;
    std::optional<uint32_t> l1_first_free;
    std::optional<SharedMemory> memory;  // another process's card; else it has memory of its own
};

class Card {
public:
    explicit Card(const Arch& arch, CardOptions options = {});
    ~Card();
    Card(const Card&) = delete;
    Card& operator=(const Card&) = delete;

    const Arch& arch() const { return arch_; }
    uint32_t grid_x() const { return grid_x_; }
    uint32_t grid_y() const { return grid_y_; }
    uint32_t num_workers() const { return grid_x_ * grid_y_; }
    bool has_core(LogicalCore core) const { return core.x < grid_x_ && core.y < grid_y_; }
    Core& core(LogicalCore core);
    Core& worker(uint32_t index) { return *cores_[index]; }
    NocXy virtual_core(LogicalCore core) const { return arch_.virtual_core(core.x, core.y); }

    uint8_t* dram(uint32_t bank) { return dram_[bank].data(); }
    uint32_t num_dram_banks() const { return static_cast<uint32_t>(arch_.dram_banks.size()); }
    // This part of every DRAM bank is about to be filled.
    void prefer_large_pages(uint64_t address, uint64_t bytes) {
        for (Mapping& bank : dram_) bank.prefer_large_pages(address, bytes);
    }
    Allocator& dram_allocator() { return dram_allocator_; }
    const Allocator& dram_allocator() const { return dram_allocator_; }
    Allocator& l1_allocator() { return l1_allocator_; }
    const Allocator& l1_allocator() const { return l1_allocator_; }
    // L1-interleaved buffers have one bank per worker; which bank is which core is a fixed shuffle.
    uint32_t l1_bank_core(uint32_t bank) const { return l1_bank_to_core_[bank]; }
    uint32_t l1_first_free() const { return l1_first_free_; }
    // The host has written or read L1 by address, not as a buffer: it may count on what programs leave there.
    bool host_uses_l1() const { return host_uses_l1_; }
    void set_host_uses_l1(bool uses) { host_uses_l1_ = uses; }
    // The same of DRAM: what lies outside buffers may be meant to lie there.
    bool host_uses_dram() const { return host_uses_dram_; }
    void set_host_uses_dram(bool uses = true) { host_uses_dram_ = uses; }

    // A tensor with padding lies at this address: which of its bytes, by bank and by address there, are data. Null, or
    // where nothing was said: all of them. A new buffer at the address has none.
    using DataBytes = std::function<bool(uint32_t bank, uint64_t address)>;
    void set_padding(bool dram, uint64_t address, DataBytes is_data);
    bool is_data(bool dram, uint64_t buffer, uint32_t bank, uint64_t address) const;
    // Where tensors with padding lie. Another process is told no more than that: there, none of their bytes is data.
    std::vector<uint64_t> padded_at(bool dram) const;
    void set_all_padding(const std::vector<uint64_t>& dram, const std::vector<uint64_t>& l1);

    Endpoint endpoint(uint32_t x, uint32_t y) const { return endpoints_[(y & 63) * 64 + (x & 63)]; }
    // Decodes bits 0-35 / 36-41 / 42-47 of a unicast NoC address.
    Target resolve(uint64_t noc_address) {
        const uint64_t local = noc_address & ((uint64_t{1} << 36) - 1);
        const Endpoint at = endpoint(noc_address >> 36 & 63, noc_address >> 42 & 63);
        if (at.kind != Endpoint::Kind::Dram || local >= arch_.dram_bank_bytes) [[unlikely]]
            return resolve_elsewhere(at, local);
        return {at.kind, nullptr, at.index, local, dram(at.index) + local, arch_.dram_bank_bytes - local};
    }
    uint64_t noc_address(LogicalCore core, uint32_t l1_address) const;

    // Tables kernels read: [noc][bank], x | y << 6; offsets by bank.
    const uint16_t* dram_bank_to_noc_xy(uint32_t noc) const { return dram_xy_[noc].data(); }
    const int32_t* bank_to_dram_offset() const { return dram_offset_.data(); }
    const uint16_t* l1_bank_to_noc_xy(uint32_t noc) const { return l1_xy_[noc].data(); }
    const int32_t* bank_to_l1_offset() const { return l1_offset_.data(); }

    // From now on L1 and DRAM lie in files, with what buffers hold; the same ones at every call. They close with the
    // card.
    SharedMemory share();
    // Something that lives as long as the card and belongs to whoever runs programs on it.
    std::shared_ptr<void> companion;

    // One program, allocation or host access at a time: whoever does one of these holds it, from whatever thread.
    std::recursive_mutex& in_use() const { return in_use_; }

    // Host access to device memory (no alignment rules: the host driver takes care of them).
    void write_l1(LogicalCore core, uint32_t address, std::span<const uint8_t> data);
    void read_l1(LogicalCore core, uint32_t address, std::span<uint8_t> data);

private:
    Target resolve_elsewhere(Endpoint at, uint64_t local);  // than in the first bank of a DRAM endpoint
    mutable std::recursive_mutex in_use_;
    const Arch& arch_;
    uint32_t grid_x_;
    uint32_t grid_y_;
    uint32_t l1_first_free_;
    bool host_uses_l1_ = false;
    void map(const SharedMemory& memory);
    SharedMemory shared_;
    bool host_uses_dram_ = false;
    std::map<std::pair<bool, uint64_t>, DataBytes> padded_;
    Mapping l1_space_;  // one 4 GiB slot per worker
    std::vector<std::unique_ptr<Core>> cores_;
    std::vector<Mapping> dram_;
    Allocator dram_allocator_;
    Allocator l1_allocator_;
    std::vector<uint32_t> l1_bank_to_core_;
    std::vector<Endpoint> endpoints_;
    std::vector<uint16_t> dram_xy_[2];
    std::vector<int32_t> dram_offset_;
    std::vector<uint16_t> l1_xy_[2];
    std::vector<int32_t> l1_offset_;
};

}  // namespace tilewright::card
