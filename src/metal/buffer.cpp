// Buffers on one device.
#include "tt-metalium/buffer.hpp"

#include <cstring>
#include <mutex>

#include "metal/buffer_impl.hpp"
#include "tt-metalium/allocator.hpp"
#include "tt-metalium/math.hpp"
#include "tt_stl/assert.hpp"
#include "tt_stl/fmt.hpp"

namespace tt::tt_metal {

namespace card = tilewright::card;

namespace detail {

BufferImpl::BufferImpl(std::shared_ptr<card::Card> card, card::BufferConfig config, std::shared_ptr<LiveBuffers> live)
    : buffer_(std::move(card), std::move(config)), live_(std::move(live)) {
    const std::lock_guard lock(buffer_.card().in_use());
    live_->buffers.insert(&buffer_);
}

BufferImpl::~BufferImpl() {
    const std::lock_guard lock(buffer_.card().in_use());
    live_->buffers.erase(&buffer_);
}

namespace {

// Calls `move(host address, bytes done, bytes)` for each page's part of [offset, offset + bytes).
template <typename Move>
void for_each_part(const card::Buffer& buffer, uint64_t offset, uint64_t bytes, Move move) {
    TT_FATAL(offset + bytes <= buffer.bytes(), "TW3003: bytes {} to {} were asked for, the buffer has {}", offset,
             offset + bytes, buffer.bytes());
    for (uint64_t done = 0; done < bytes;) {
        const uint64_t page = (offset + done) / buffer.page_bytes(), in_page = (offset + done) % buffer.page_bytes();
        const uint64_t part = std::min(buffer.page_bytes() - in_page, bytes - done);
        move(buffer.page(page).host + in_page, done, part);
        done += part;
    }
}

}  // namespace

void BufferImpl::write(uint64_t offset, std::span<const uint8_t> data) {
    const std::lock_guard lock(buffer_.card().in_use());
    for_each_part(buffer_, offset, data.size(),
                  [&](uint8_t* host, uint64_t done, uint64_t part) { std::memcpy(host, data.data() + done, part); });
}

void BufferImpl::read(uint64_t offset, std::span<uint8_t> data) const {
    const std::lock_guard lock(buffer_.card().in_use());
    for_each_part(buffer_, offset, data.size(), [&](const uint8_t* host, uint64_t done, uint64_t part) {
        std::memcpy(data.data() + done, host, part);
    });
}

}  // namespace detail

bool is_sharded(const TensorMemoryLayout& layout) { return layout != TensorMemoryLayout::INTERLEAVED; }

std::ostream& operator<<(std::ostream& os, const ShardSpec& spec) {
    return os << fmt::format("ShardSpec(grid={}, shape=({}, {}), orientation={})", spec.grid.str(), spec.shape[0],
                             spec.shape[1], spec.orientation);
}

std::array<uint32_t, 2> ShardSpecBuffer::shape_in_pages() const {
    return {page_shape[0] == 0 ? 0 : tensor_shard_spec.shape[0] / page_shape[0],
            page_shape[1] == 0 ? 0 : tensor_shard_spec.shape[1] / page_shape[1]};
}
DeviceAddr ShardSpecBuffer::num_pages() const { return DeviceAddr{shape_in_pages()[0]} * shape_in_pages()[1]; }

namespace {

card::Sharding to_sharding(const BufferShardingArgs& args, bool is_dram) {
    card::Sharding sharding;
    std::vector<CoreCoord> cores;
    if (const auto& spec = args.buffer_distribution_spec()) {
        const auto tensor = spec->tensor_shape_in_pages().view(), shard = spec->shard_shape_in_pages().view();
        sharding.tensor_shape_pages.assign(tensor.begin(), tensor.end());
        sharding.shard_shape_pages.assign(shard.begin(), shard.end());
        sharding.contiguous = spec->shard_distribution_strategy() == ShardDistributionStrategy::CONTIGUOUS_1D;
        cores = spec->cores();
    } else {
        TT_FATAL(args.shard_spec().has_value(),
                 "TW3212: the buffer's layout is a sharded one, but nothing says how it is cut; give "
                 "BufferShardingArgs a shard spec or a distribution spec");
        const ShardSpecBuffer& flat = *args.shard_spec();
        const auto tensor = flat.tensor2d_shape_in_pages, shard = flat.shape_in_pages();
        TT_FATAL(shard[0] != 0 && shard[1] != 0, "TW3212: shard shape {} holds no whole page of shape {}", flat.shape(),
                 flat.page_shape);
        sharding.tensor_shape_pages = {tensor[0], tensor[1]};
        sharding.shard_shape_pages = {shard[0], shard[1]};
        cores = corerange_to_cores(flat.grid(), std::nullopt, flat.orientation() == ShardOrientation::ROW_MAJOR);
        TT_FATAL(sharding.num_shards() <= cores.size(),
                 "TW3212: {} shards of {} pages for {} cores; take larger shards or more cores", sharding.num_shards(),
                 sharding.shard_volume(), cores.size());
    }
    for (const CoreCoord& core : cores) {
        if (is_dram) {
            sharding.dram_banks.push_back(static_cast<uint32_t>(core.x));
        } else {
            sharding.cores.push_back(tilewright::metal::to_logical(core));
        }
    }
    return sharding;
}

size_t next_buffer_id() {
    static std::atomic<size_t> next{0};
    return next++;
}

}  // namespace

std::shared_ptr<Buffer> Buffer::create(IDevice* device, DeviceAddr size, DeviceAddr page_size, BufferType buffer_type,
                                       const BufferShardingArgs& sharding_args, std::optional<bool> bottom_up,
                                       std::optional<SubDeviceId> sub_device_id) {
    return std::make_shared<Buffer>(device, std::nullopt, size, page_size, buffer_type, sharding_args, bottom_up,
                                    sub_device_id, Private());
}

std::shared_ptr<Buffer> Buffer::create(IDevice* device, DeviceAddr address, DeviceAddr size, DeviceAddr page_size,
                                       BufferType buffer_type, const BufferShardingArgs& sharding_args,
                                       std::optional<bool> bottom_up, std::optional<SubDeviceId> sub_device_id) {
    return std::make_shared<Buffer>(device, address, size, page_size, buffer_type, sharding_args, bottom_up,
                                    sub_device_id, Private());
}

Buffer::Buffer(IDevice* device, std::optional<DeviceAddr> address, DeviceAddr size, DeviceAddr page_size,
               BufferType buffer_type, const BufferShardingArgs& sharding_args, std::optional<bool> bottom_up,
               std::optional<SubDeviceId> sub_device_id, Private)
    : device_(device),
      size_(size),
      page_size_(page_size),
      buffer_type_(buffer_type),
      sharding_(sharding_args),
      bottom_up_(bottom_up),
      sub_device_id_(sub_device_id),
      unique_id_(next_buffer_id()) {
    TT_FATAL(buffer_type != BufferType::SYSTEM_MEMORY,
             "TW3217: buffers in system memory do not exist here; use DRAM or L1");
    TT_FATAL(size != 0 && page_size != 0, "TW3004: a buffer needs a size and a page size; given {} and {} bytes", size,
             page_size);
    TT_FATAL(size % page_size == 0,
             "TW3004: pages of {} bytes do not divide a buffer of {} bytes; make the size a multiple of the page size",
             page_size, size);
    auto& mesh = tilewright::metal::mesh_of(device, "a buffer");
    card::BufferConfig config;
    config.bytes = size;
    config.page_bytes = page_size;
    config.memory = is_dram() ? card::MemoryType::Dram : card::MemoryType::L1;
    if (is_sharded(sharding_.buffer_layout())) config.sharding = to_sharding(sharding_, is_dram());
    config.bottom_up = bottom_up;
    config.address = address;
    config.name = fmt::format("buffer {}", unique_id_);
    impl_ = std::make_unique<detail::BufferImpl>(mesh.impl().card, std::move(config), mesh.impl().live);
    TT_FATAL(impl_->buffer().address() <= UINT32_MAX, "TW3002: buffer address {} does not fit 32 bits",
             impl_->buffer().address());
}

Buffer::~Buffer() = default;

Allocator* Buffer::allocator() const { return device_->allocator().get(); }
bool Buffer::is_allocated() const { return impl_->buffer().allocated(); }
uint32_t Buffer::address() const {
    TT_FATAL(is_allocated(), "TW3003: the address of a buffer of {} bytes was asked for, but the buffer has been freed",
             size_);
    return static_cast<uint32_t>(impl_->buffer().address());
}
uint32_t Buffer::num_pages() const { return static_cast<uint32_t>(size_ / page_size_); }

uint32_t Buffer::num_dev_pages() const {
    if (!is_sharded(buffer_layout())) return num_pages();
    if (has_shard_spec()) return static_cast<uint32_t>(sharding_.shard_spec()->num_pages() * num_cores().value());
    return static_cast<uint32_t>(buffer_distribution_spec()->max_num_dev_pages_per_core() * num_cores().value());
}

HalMemType Buffer::memory_type() const { return is_dram() ? HalMemType::DRAM : HalMemType::L1; }
CoreType Buffer::core_type() const { return is_dram() ? CoreType::DRAM : CoreType::WORKER; }
bool Buffer::bottom_up() const { return bottom_up_.value_or(is_dram()); }
bool Buffer::is_valid_region(const BufferRegion& region) const { return region.offset + region.size <= size_; }
bool Buffer::is_valid_partial_region(const BufferRegion& region) const {
    return is_valid_region(region) && (region.offset > 0 || region.size != size_);
}

DeviceAddr Buffer::page_address(DeviceAddr bank_id, DeviceAddr page_index) const {
    const DeviceAddr banks = allocator()->get_num_banks(buffer_type_);
    TT_FATAL(bank_id < banks, "TW3003: page_address: bank {} was asked for, there are {}", bank_id, banks);
    return address() +
           static_cast<DeviceAddr>(allocator()->get_bank_offset(buffer_type_, static_cast<uint32_t>(bank_id))) +
           page_index / banks * aligned_page_size();
}

uint32_t Buffer::alignment() const { return allocator()->get_alignment(buffer_type_); }
DeviceAddr Buffer::aligned_page_size() const { return impl_->buffer().aligned_page_bytes(); }
DeviceAddr Buffer::aligned_size_per_bank() const { return impl_->buffer().bytes_per_bank(); }

ShardSpecBuffer Buffer::shard_spec() const {
    TT_FATAL(is_sharded(buffer_layout()), "TW3212: shard_spec: the buffer is interleaved and has none");
    TT_FATAL(has_shard_spec(),
             "TW3212: shard_spec: the buffer was cut by a distribution spec; ask for buffer_distribution_spec()");
    return *sharding_.shard_spec();
}

std::optional<uint32_t> Buffer::num_cores() const {
    if (!is_sharded(buffer_layout())) return std::nullopt;
    if (const auto& spec = buffer_distribution_spec()) return static_cast<uint32_t>(spec->num_cores_with_data());
    return sharding_.shard_spec()->grid().num_cores();
}

void Buffer::deallocate() { impl_->buffer().deallocate(); }

}  // namespace tt::tt_metal
