// Where each page of a buffer lies, and moving whole buffers between host and card.
#include "card/buffer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "base/error.hpp"
#include "base/product.hpp"
#include "base/round_up.hpp"

namespace tilewright::card {

namespace {
// Where page `index` of a sharded buffer goes: bank and slot, in pages.
struct ShardedSlot {
    uint32_t bank;
    uint64_t slot;
};

ShardedSlot sharded_slot(const Sharding& sharding, uint64_t index) {
    const size_t rank = sharding.tensor_shape_pages.size();
    uint64_t shard_id = 0;
    uint64_t offset = 0;
    uint64_t remaining = index;
    uint64_t shard_stride = 1;
    uint64_t offset_stride = 1;
    for (size_t i = rank; i-- > 0;) {
        const uint64_t extent = sharding.tensor_shape_pages[i];
        const uint64_t cut = sharding.shard_shape_pages[i];
        const uint64_t coordinate = remaining % extent;
        remaining /= extent;
        shard_id += coordinate / cut * shard_stride;
        offset += coordinate % cut * offset_stride;
        shard_stride *= (extent + cut - 1) / cut;
        offset_stride *= cut;
    }
    const uint64_t banks = sharding.num_banks();
    uint64_t bank = shard_id % banks;
    uint64_t slot = shard_id / banks;
    if (sharding.contiguous) {
        const uint64_t per_bank = (sharding.num_shards() + banks - 1) / banks;
        bank = shard_id / per_bank;
        slot = shard_id % per_bank;
    }
    return {static_cast<uint32_t>(bank), slot * sharding.shard_volume() + offset};
}

// Every page has a place in a bank that there is.
void check_sharding(const Sharding& sharding, const Card& card, uint64_t num_pages, bool is_dram) {
    if (is_dram ? !sharding.cores.empty() : !sharding.dram_banks.empty() || sharding.cores.empty())
        throw Error("TW3004", "shards of a buffer in DRAM go to banks, those of one in L1 to cores");
    for (const uint32_t bank : sharding.dram_banks) {
        if (bank >= card.num_dram_banks())
            throw Error("TW3004", fmt::format("shards go to DRAM bank {}; there are banks 0 to {}", bank,
                                              card.num_dram_banks() - 1));
    }
    const std::set<uint32_t> banks(sharding.dram_banks.begin(), sharding.dram_banks.end());
    const std::set<LogicalCore> cores(sharding.cores.begin(), sharding.cores.end());
    if (banks.size() != sharding.dram_banks.size() || cores.size() != sharding.cores.size())
        throw Error(
            "TW3004", "shards go to one bank or core twice, and would lie over each other",
            is_dram ? "cores of shards in DRAM are banks: (0,0), (1,0) ...; name each once" : "name each core once");
    if (bounded_volume(sharding.tensor_shape_pages) < num_pages)
        throw Error("TW3004", fmt::format("a buffer of {} pages is cut as a tensor of {} pages", num_pages,
                                          bounded_volume(sharding.tensor_shape_pages)));
}
}  // namespace

uint64_t Sharding::num_shards() const {
    uint64_t count = 1;
    for (size_t i = 0; i < tensor_shape_pages.size(); ++i) {
        const uint64_t here = (uint64_t{tensor_shape_pages[i]} + shard_shape_pages[i] - 1) / shard_shape_pages[i];
        count = bounded_product(count, here);
    }
    return count;
}

uint32_t Sharding::shard_volume() const {
    return static_cast<uint32_t>(std::min<uint64_t>(bounded_volume(shard_shape_pages), UINT32_MAX));
}

Buffer::Buffer(std::shared_ptr<Card> card, BufferConfig config) : card_(std::move(card)), config_(std::move(config)) {
    const std::lock_guard lock(card_->in_use());
    if (config_.page_bytes == 0 || config_.bytes % config_.page_bytes != 0) {
        throw Error("TW3004", fmt::format("buffer size {} B is not a multiple of its page size {} B", config_.bytes,
                                          config_.page_bytes));
    }
    if (config_.page_bytes > kMostElements)
        throw Error("TW3004", fmt::format("pages of {} B are larger than any memory", config_.page_bytes));
    const Arch& arch = card_->arch();
    const bool is_dram = config_.memory == MemoryType::Dram;
    pages_ = {is_dram, config_.bytes / config_.page_bytes, config_.page_bytes,
              round_up(config_.page_bytes, is_dram ? arch.dram_alignment : arch.l1_alignment), config_.sharding};
    if (pages_.sharding) {
        const Sharding& sharding = *pages_.sharding;
        if (sharding.num_banks() == 0 || sharding.tensor_shape_pages.size() != sharding.shard_shape_pages.size() ||
            sharding.shard_volume() == 0) {
            throw Error("TW3004", "a sharded buffer needs at least one core or bank and shards of at least one page");
        }
        check_sharding(sharding, *card_, num_pages(), is_dram);
        for (const LogicalCore& core : sharding.cores) card_->core(core);  // throws for a core outside the grid
        const uint64_t per_bank = (sharding.num_shards() + sharding.num_banks() - 1) / sharding.num_banks();
        bytes_per_bank_ =
            bounded_product(bounded_product(per_bank, sharding.shard_volume()), pages_.aligned_page_bytes);
    } else {
        const uint64_t banks = is_dram ? card_->num_dram_banks() : card_->num_workers();
        const uint64_t slots = num_pages() / banks + (num_pages() % banks != 0 ? 1 : 0);
        bytes_per_bank_ = bounded_product(slots, pages_.aligned_page_bytes);
    }
    Allocator& allocator = is_dram ? card_->dram_allocator() : card_->l1_allocator();
    const std::string owner =
        fmt::format("{}{} page{} of {} B ({})", config_.name.empty() ? "" : config_.name + ": ", num_pages(),
                    num_pages() == 1 ? "" : "s", config_.page_bytes, config_.sharding ? "sharded" : "interleaved");
    if (config_.address) {
        allocator.allocate_at(*config_.address, bytes_per_bank_, owner);
        address_ = *config_.address;
    } else {
        address_ = allocator.allocate(bytes_per_bank_, owner, config_.bottom_up);
    }
    allocator.set_pages(address_, pages_);
    allocator.set_fresh(address_);
    allocated_ = true;
    card_->set_padding(is_dram, address_, {});
    if (is_dram) card_->prefer_large_pages(address_, bytes_per_bank_);
}

Buffer::~Buffer() { deallocate(); }

void Buffer::deallocate() {
    const std::lock_guard lock(card_->in_use());
    if (!allocated_) return;
    allocated_ = false;
    (config_.memory == MemoryType::Dram ? card_->dram_allocator() : card_->l1_allocator()).free(address_);
}

PageLocation locate_page(Card& card, const PageMap& pages, uint64_t address, uint64_t index) {
    PageLocation location;
    uint64_t slot = 0;
    if (pages.sharding) {
        const ShardedSlot at = sharded_slot(*pages.sharding, index);
        slot = at.slot;
        location.bank =
            pages.in_dram ? pages.sharding->dram_banks[at.bank] : card.core(pages.sharding->cores[at.bank]).index();
    } else {
        const uint64_t banks = pages.in_dram ? card.num_dram_banks() : card.num_workers();
        const auto bank = static_cast<uint32_t>(index % banks);
        slot = index / banks;
        location.bank = pages.in_dram ? bank : card.l1_bank_core(bank);
    }
    location.address = address + slot * pages.aligned_page_bytes;
    location.host = (pages.in_dram ? card.dram(location.bank) : card.worker(location.bank).l1()) + location.address;
    return location;
}

PageLocation Buffer::page(uint64_t index) const {
    if (!allocated_) {
        throw Error("TW3003",
                    fmt::format("the buffer of {} pages that was at {:#x} has been freed", num_pages(), address_),
                    "keep the buffer alive, or do not use it after deallocate()");
    }
    if (index >= num_pages()) {
        throw Error("TW3003", fmt::format("page {} of a buffer that has pages 0 to {}", index, num_pages() - 1));
    }
    if (untouched_) {
        untouched_ = false;
        (pages_.in_dram ? card_->dram_allocator() : card_->l1_allocator()).set_fresh(address_, false);
    }
    return locate_page(*card_, pages_, address_, index);
}

void Buffer::write(std::span<const uint8_t> data) {
    const std::lock_guard lock(card_->in_use());
    if (data.size() != config_.bytes) {
        throw Error("TW3004", fmt::format("{} B written to a buffer of {} B", data.size(), config_.bytes));
    }
    for (uint64_t i = 0; i < num_pages(); ++i) {
        std::memcpy(page(i).host, data.data() + i * config_.page_bytes, config_.page_bytes);
    }
}

void Buffer::read(std::span<uint8_t> data) const {
    const std::lock_guard lock(card_->in_use());
    if (data.size() != config_.bytes) {
        throw Error("TW3004", fmt::format("{} B read from a buffer of {} B", data.size(), config_.bytes));
    }
    for (uint64_t i = 0; i < num_pages(); ++i) {
        std::memcpy(data.data() + i * config_.page_bytes, page(i).host, config_.page_bytes);
    }
}

}  // namespace tilewright::card
