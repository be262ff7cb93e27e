// What a device's memories look like and how full they are.
#include "tt-metalium/allocator.hpp"

#include "metal/device_impl.hpp"
#include "tt-metalium/math.hpp"
#include "tt_stl/assert.hpp"

namespace tt::tt_metal {

namespace {
bool in_dram(BufferType type) { return type == BufferType::DRAM || type == BufferType::TRACE; }
void check_type(BufferType type) {
    TT_FATAL(type != BufferType::SYSTEM_MEMORY,
             "TW3217: the card's allocator knows DRAM and L1; system memory was asked for");
}
}  // namespace

AllocatorImpl::AllocatorImpl(std::shared_ptr<tilewright::card::Card> given) : card(std::move(given)) {
    for (uint32_t bank = 0; bank < card->num_workers(); ++bank) {
        const auto core = card->worker(card->l1_bank_core(bank)).logical();
        l1_banks_of_core[CoreCoord(core.x, core.y)].push_back(bank);
    }
    for (uint32_t bank = 0; bank < card->num_dram_banks(); ++bank) dram_banks_of_channel.push_back({bank});
}

uint32_t Allocator::get_num_banks(const BufferType& type) const {
    check_type(type);
    return in_dram(type) ? impl_->card->num_dram_banks() : impl_->card->num_workers();
}

DeviceAddr Allocator::get_bank_size(const BufferType& type) const {
    check_type(type);
    const auto& allocator = in_dram(type) ? impl_->card->dram_allocator() : impl_->card->l1_allocator();
    return allocator.end() - allocator.begin();
}

CoreCoord Allocator::get_logical_core_from_bank_id(uint32_t bank_id) const {
    TT_FATAL(bank_id < impl_->card->num_workers(), "TW3003: L1 bank {} was asked for, there are {}", bank_id,
             impl_->card->num_workers());
    const auto core = impl_->card->worker(impl_->card->l1_bank_core(bank_id)).logical();
    return {core.x, core.y};
}

int32_t Allocator::get_bank_offset(BufferType type, uint32_t bank_id) const {
    TT_FATAL(bank_id < get_num_banks(type), "TW3003: bank {} was asked for, there are {}", bank_id,
             get_num_banks(type));
    return in_dram(type) ? impl_->card->bank_to_dram_offset()[bank_id] : impl_->card->bank_to_l1_offset()[bank_id];
}

const std::vector<uint32_t>& Allocator::get_bank_ids_from_logical_core(BufferType type, const CoreCoord& core) const {
    check_type(type);
    if (in_dram(type)) {
        TT_FATAL(core.x < impl_->dram_banks_of_channel.size(), "TW3207: DRAM core {} was asked for, there are {}", core,
                 impl_->dram_banks_of_channel.size());
        return impl_->dram_banks_of_channel[core.x];
    }
    const auto found = impl_->l1_banks_of_core.find(core);
    TT_FATAL(found != impl_->l1_banks_of_core.end(), "TW3207: core {} has no L1 bank; workers of the grid have", core);
    return found->second;
}

DeviceAddr Allocator::get_base_allocator_addr(const HalMemType& mem_type) const {
    return mem_type == HalMemType::DRAM ? impl_->card->dram_allocator().begin() : impl_->card->l1_first_free();
}

uint32_t Allocator::get_alignment(BufferType type) const {
    check_type(type);
    return in_dram(type) ? impl_->card->arch().dram_alignment : impl_->card->arch().l1_alignment;
}

size_t Allocator::get_worker_l1_size() const { return impl_->card->arch().l1_bytes - impl_->card->l1_first_free(); }

Statistics Allocator::get_statistics(const BufferType& type) const {
    check_type(type);
    const std::lock_guard lock(impl_->card->in_use());
    const auto& allocator = in_dram(type) ? impl_->card->dram_allocator() : impl_->card->l1_allocator();
    Statistics statistics;
    statistics.total_allocatable_size_bytes = allocator.end() - allocator.begin();
    statistics.total_allocated_bytes = allocator.bytes_in_use();
    statistics.total_free_bytes = statistics.total_allocatable_size_bytes - statistics.total_allocated_bytes;
    statistics.largest_free_block_bytes = allocator.largest_free();
    return statistics;
}

namespace detail {
DeviceAddr calculate_bank_size_spread(DeviceAddr size_bytes, DeviceAddr page_size_bytes, uint32_t num_banks,
                                      uint32_t alignment_bytes) {
    TT_FATAL(page_size_bytes != 0 && size_bytes % page_size_bytes == 0,
             "TW3004: pages of {} bytes do not divide {} bytes; make the size a multiple of the page size",
             page_size_bytes, size_bytes);
    const DeviceAddr pages = size_bytes / page_size_bytes;
    return div_up(pages, DeviceAddr{num_banks}) * round_up(page_size_bytes, DeviceAddr{alignment_bytes});
}
}  // namespace detail

}  // namespace tt::tt_metal
