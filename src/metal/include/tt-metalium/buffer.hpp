// Buffers on one device: interleaved or sharded, in DRAM or L1.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <tuple>
#include <utility>
#include <vector>

#include "tt-metalium/bfloat16.hpp"
#include "tt-metalium/buffer_distribution_spec.hpp"
#include "tt-metalium/buffer_types.hpp"
#include "tt-metalium/core_coord.hpp"
#include "tt-metalium/hal_types.hpp"
#include "tt-metalium/sub_device_types.hpp"
#include "tt_stl/span.hpp"
#include "umd/device/types/core_coordinates.hpp"

namespace tt::tt_metal {

class Allocator;
class Buffer;
class IDevice;

namespace detail {
class BufferImpl;
}

// Shards of a two-dimensional tensor; the shape is in elements.
struct ShardSpec {
    CoreRangeSet grid;
    std::array<uint32_t, 2> shape;
    ShardOrientation orientation = ShardOrientation::ROW_MAJOR;

    ShardSpec(const CoreRangeSet& cores, const std::array<uint32_t, 2>& rows_and_columns,
              const ShardOrientation& order = ShardOrientation::ROW_MAJOR)
        : grid{cores}, shape{rows_and_columns}, orientation{order} {}

    bool operator==(const ShardSpec&) const = default;
    uint32_t numel() const { return shape[0] * shape[1]; }
    uint32_t num_cores() const { return grid.num_cores(); }

    static constexpr auto attribute_names = std::forward_as_tuple("grid", "shape", "orientation");
    constexpr auto attribute_values() const { return std::tie(grid, shape, orientation); }
};

std::ostream& operator<<(std::ostream& os, const ShardSpec& spec);

struct ShardSpecBuffer {
    ShardSpec tensor_shard_spec;
    std::array<uint32_t, 2> page_shape{};
    std::array<uint32_t, 2> tensor2d_shape_in_pages{};

    ShardSpecBuffer(const ShardSpec& shards, const std::array<uint32_t, 2>& page, const std::array<uint32_t, 2>& pages)
        : tensor_shard_spec{shards}, page_shape{page}, tensor2d_shape_in_pages{pages} {}
    ShardSpecBuffer(const CoreRangeSet& cores, const std::array<uint32_t, 2>& rows_and_columns,
                    const ShardOrientation& order, const std::array<uint32_t, 2>& page,
                    const std::array<uint32_t, 2>& pages)
        : ShardSpecBuffer(ShardSpec(cores, rows_and_columns, order), page, pages) {}

    // Of one shard.
    DeviceAddr num_pages() const;
    std::array<uint32_t, 2> shape_in_pages() const;
    std::array<uint32_t, 2> shape() const { return tensor_shard_spec.shape; }

    CoreRangeSet grid() const { return tensor_shard_spec.grid; }
    ShardOrientation orientation() const { return tensor_shard_spec.orientation; }
    void set_shard_spec(const ShardSpec& shards) { tensor_shard_spec = shards; }
};

struct BufferConfig {
    IDevice* device;
    DeviceAddr size;
    DeviceAddr page_size;
    BufferType buffer_type;
};
using InterleavedBufferConfig = BufferConfig;

struct ShardedBufferConfig {
    IDevice* device{};
    DeviceAddr size{};
    DeviceAddr page_size{};
    BufferType buffer_type = BufferType::L1;
    TensorMemoryLayout buffer_layout = TensorMemoryLayout::HEIGHT_SHARDED;
    ShardSpecBuffer shard_parameters;
};

class BufferShardingArgs {
public:
    BufferShardingArgs() = default;
    BufferShardingArgs(std::nullopt_t) {}
    BufferShardingArgs(std::optional<BufferDistributionSpec> cut, std::optional<ShardSpecBuffer> flat_cut,
                       TensorMemoryLayout layout)
        : cut_{std::move(cut)}, flat_cut_{std::move(flat_cut)}, layout_{layout} {}
    BufferShardingArgs(std::optional<ShardSpecBuffer> flat_cut, TensorMemoryLayout layout)
        : BufferShardingArgs(std::nullopt, std::move(flat_cut), layout) {}
    BufferShardingArgs(ShardSpecBuffer flat_cut, TensorMemoryLayout layout)
        : BufferShardingArgs(std::optional(std::move(flat_cut)), layout) {}
    // A cut in any number of dimensions has no layout name of its own: it counts as blocks.
    BufferShardingArgs(BufferDistributionSpec cut)
        : BufferShardingArgs(std::move(cut), std::nullopt, TensorMemoryLayout::BLOCK_SHARDED) {}
    BufferShardingArgs(std::optional<BufferDistributionSpec> cut) {
        if (cut) *this = BufferShardingArgs(std::move(*cut));
    }

    TensorMemoryLayout buffer_layout() const { return layout_; }
    const std::optional<ShardSpecBuffer>& shard_spec() const { return flat_cut_; }
    const std::optional<BufferDistributionSpec>& buffer_distribution_spec() const { return cut_; }

private:
    std::optional<BufferDistributionSpec> cut_;
    std::optional<ShardSpecBuffer> flat_cut_;
    TensorMemoryLayout layout_ = TensorMemoryLayout::INTERLEAVED;
};

bool is_sharded(const TensorMemoryLayout& layout);

struct BufferRegion {
    DeviceAddr offset, size;
    BufferRegion(DeviceAddr first, DeviceAddr bytes) : offset{first}, size{bytes} {}
};

class Buffer final : public std::enable_shared_from_this<Buffer> {
    struct Private {
        explicit Private() = default;
    };

public:
    static std::shared_ptr<Buffer> create(IDevice* device, DeviceAddr size, DeviceAddr page_size,
                                          BufferType buffer_type,
                                          const BufferShardingArgs& sharding_args = std::nullopt,
                                          std::optional<bool> bottom_up = std::nullopt,
                                          std::optional<SubDeviceId> sub_device_id = std::nullopt);
    // At a given address, which must be free.
    static std::shared_ptr<Buffer> create(IDevice* device, DeviceAddr address, DeviceAddr size, DeviceAddr page_size,
                                          BufferType buffer_type,
                                          const BufferShardingArgs& sharding_args = std::nullopt,
                                          std::optional<bool> bottom_up = std::nullopt,
                                          std::optional<SubDeviceId> sub_device_id = std::nullopt);

    Buffer(IDevice* device, std::optional<DeviceAddr> address, DeviceAddr size, DeviceAddr page_size,
           BufferType buffer_type, const BufferShardingArgs& sharding_args, std::optional<bool> bottom_up,
           std::optional<SubDeviceId> sub_device_id, Private);
    ~Buffer();
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    IDevice* device() const { return device_; }
    Allocator* allocator() const;
    DeviceAddr size() const { return size_; }
    bool is_allocated() const;
    uint32_t address() const;
    DeviceAddr page_size() const { return page_size_; }
    uint32_t num_pages() const;
    uint32_t num_dev_pages() const;  // with the padding pages of partial shards
    BufferType buffer_type() const { return buffer_type_; }
    HalMemType memory_type() const;
    CoreType core_type() const;
    bool is_l1() const { return buffer_type_ == BufferType::L1 || buffer_type_ == BufferType::L1_SMALL; }
    bool is_dram() const { return buffer_type_ == BufferType::DRAM || buffer_type_ == BufferType::TRACE; }
    bool is_trace() const { return buffer_type_ == BufferType::TRACE; }
    bool is_valid_region(const BufferRegion& region) const;
    bool is_valid_partial_region(const BufferRegion& region) const;
    TensorMemoryLayout buffer_layout() const { return sharding_.buffer_layout(); }
    bool bottom_up() const;

    DeviceAddr page_address(DeviceAddr bank_id, DeviceAddr page_index) const;
    uint32_t alignment() const;
    DeviceAddr aligned_page_size() const;
    DeviceAddr aligned_size() const { return num_dev_pages() * aligned_page_size(); }
    DeviceAddr aligned_size_per_bank() const;

    const std::optional<BufferDistributionSpec>& buffer_distribution_spec() const {
        return sharding_.buffer_distribution_spec();
    }
    bool has_shard_spec() const { return sharding_.shard_spec().has_value(); }
    ShardSpecBuffer shard_spec() const;
    std::optional<uint32_t> num_cores() const;  // sharded buffers only
    std::optional<SubDeviceId> sub_device_id() const { return sub_device_id_; }
    size_t unique_id() const { return unique_id_; }

    detail::BufferImpl& impl() const { return *impl_; }

private:
    friend void DeallocateBuffer(Buffer& buffer);
    void deallocate();

    IDevice* const device_;
    const DeviceAddr size_;
    const DeviceAddr page_size_;
    const BufferType buffer_type_;
    const BufferShardingArgs sharding_;
    const std::optional<bool> bottom_up_;
    const std::optional<SubDeviceId> sub_device_id_;
    const size_t unique_id_;
    std::unique_ptr<detail::BufferImpl> impl_;
};

}  // namespace tt::tt_metal
