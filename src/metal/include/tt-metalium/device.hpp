// A device as programs see it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <unordered_set>
#include <vector>

#include "hostdevcommon/common_values.hpp"
#include "tt-metalium/buffer_types.hpp"
#include "tt-metalium/core_coord.hpp"
#include "tt-metalium/device_types.hpp"
#include "tt-metalium/hal_types.hpp"
#include "tt-metalium/sub_device_types.hpp"
#include "tt_stl/span.hpp"
#include "umd/device/types/arch.hpp"
#include "umd/device/types/core_coordinates.hpp"

namespace tt::tt_metal {

class Allocator;
class SubDevice;
enum NOC : uint8_t;

namespace program_cache::detail {
struct ProgramCache;
}
namespace distributed {
class MeshDevice;
}

class IDevice {
public:
    IDevice() = default;
    virtual ~IDevice() = default;
    IDevice(const IDevice&) = delete;
    IDevice& operator=(const IDevice&) = delete;

    virtual tt::ARCH arch() const = 0;
    virtual ChipId id() const = 0;
    virtual ChipId build_id() const = 0;
    virtual uint8_t num_hw_cqs() const = 0;
    virtual bool is_initialized() const = 0;

    virtual int num_dram_channels() const = 0;
    virtual uint32_t l1_size_per_core() const = 0;
    virtual uint32_t dram_size_per_channel() const = 0;
    virtual int get_clock_rate_mhz() const = 0;
    virtual CoreCoord grid_size() const = 0;
    virtual CoreCoord logical_grid_size() const = 0;
    // Links to other cards: one card has none.
    std::unordered_set<CoreCoord> get_active_ethernet_cores(bool /*skip_reserved_tunnel_cores*/ = false) const {
        return {};
    }
    std::unordered_set<CoreCoord> get_inactive_ethernet_cores() const { return {}; }
    bool is_active_ethernet_core(CoreCoord /*logical_core*/, bool /*skip_reserved_tunnel_cores*/ = false) const {
        return false;
    }
    virtual CoreCoord dram_grid_size() const = 0;
    virtual CoreCoord compute_with_storage_grid_size() const = 0;

    virtual CoreCoord worker_core_from_logical_core(const CoreCoord& logical_core) const = 0;
    virtual std::vector<CoreCoord> worker_cores_from_logical_cores(
        const std::vector<CoreCoord>& logical_cores) const = 0;
    virtual CoreCoord virtual_core_from_logical_core(const CoreCoord& logical_coord,
                                                     const CoreType& core_type) const = 0;
    virtual CoreCoord virtual_noc0_coordinate(uint8_t noc_index, CoreCoord coord) const = 0;
    virtual CoreCoord logical_core_from_dram_channel(uint32_t dram_channel) const = 0;
    virtual uint32_t dram_channel_from_logical_core(const CoreCoord& logical_core) const = 0;
    virtual std::vector<CoreCoord> get_optimal_dram_bank_to_logical_worker_assignment(NOC noc) = 0;
    virtual uint32_t get_noc_unicast_encoding(uint8_t noc_index, const CoreCoord& core) const = 0;
    virtual uint32_t get_noc_multicast_encoding(uint8_t noc_index, const CoreRange& cores) const = 0;

    virtual CoreRangeSet worker_cores(HalProgrammableCoreType core_type, SubDeviceId sub_device_id) const = 0;
    virtual uint32_t num_worker_cores(HalProgrammableCoreType core_type, SubDeviceId sub_device_id) const = 0;
    virtual const std::unique_ptr<Allocator>& allocator() const = 0;
    virtual const std::unique_ptr<Allocator>& allocator(SubDeviceId sub_device_id) const = 0;
    virtual std::optional<DeviceAddr> lowest_occupied_compute_l1_address() const = 0;

    virtual bool close() = 0;
    virtual void enable_program_cache() = 0;
    virtual void clear_program_cache() = 0;
    virtual void disable_and_clear_program_cache() = 0;
    void set_program_cache_misses_allowed(bool allowed);
    virtual program_cache::detail::ProgramCache& get_program_cache() = 0;
    virtual std::size_t num_program_cache_entries() = 0;

    virtual SubDeviceManagerId get_active_sub_device_manager_id() const = 0;
    virtual SubDeviceManagerId get_default_sub_device_manager_id() const = 0;
    virtual SubDeviceManagerId create_sub_device_manager(ttsl::Span<const SubDevice> sub_devices,
                                                         DeviceAddr local_l1_size) = 0;
    virtual SubDeviceManagerId create_sub_device_manager(std::initializer_list<SubDevice> sub_devices,
                                                         DeviceAddr local_l1_size) = 0;
    virtual void remove_sub_device_manager(SubDeviceManagerId sub_device_manager_id) = 0;
    virtual void load_sub_device_manager(SubDeviceManagerId sub_device_manager_id) = 0;
    virtual void clear_loaded_sub_device_manager() = 0;
    virtual const std::vector<SubDeviceId>& get_sub_device_ids() const = 0;
    virtual const std::vector<SubDeviceId>& get_sub_device_stall_group() const = 0;
    virtual void set_sub_device_stall_group(ttsl::Span<const SubDeviceId> sub_device_ids) = 0;
    virtual void reset_sub_device_stall_group() = 0;
    virtual uint32_t num_sub_devices() const = 0;

    virtual bool is_mmio_capable() const = 0;
    virtual std::shared_ptr<distributed::MeshDevice> get_mesh_device() = 0;
};

}  // namespace tt::tt_metal
