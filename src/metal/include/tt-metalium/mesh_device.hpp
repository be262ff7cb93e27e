// A mesh of devices. This card is one device: a 1x1 mesh.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tt-metalium/device.hpp"
#include "tt-metalium/dispatch_core_common.hpp"
#include "tt-metalium/mesh_config.hpp"
#include "tt-metalium/mesh_coord.hpp"
#include "tt-metalium/mesh_trace_id.hpp"
#include "tt-metalium/sub_device.hpp"

namespace tt::tt_metal::distributed {

class MeshCommandQueue;
class MeshDeviceImpl;
class MeshDeviceView;

using DeviceIds = std::vector<int>;

class MeshDevice : public IDevice, public std::enable_shared_from_this<MeshDevice> {
public:
    static std::shared_ptr<MeshDevice> create(const MeshDeviceConfig& config,
                                              size_t l1_small_size = DEFAULT_L1_SMALL_SIZE,
                                              size_t trace_region_size = DEFAULT_TRACE_REGION_SIZE,
                                              size_t num_command_queues = 1,
                                              const DispatchCoreConfig& dispatch_core_config = DispatchCoreConfig{},
                                              ttsl::Span<const std::uint32_t> l1_bank_remap = {},
                                              size_t worker_l1_size = DEFAULT_WORKER_L1_SIZE);
    static std::shared_ptr<MeshDevice> create_unit_mesh(
        int device_id, size_t l1_small_size = DEFAULT_L1_SMALL_SIZE,
        size_t trace_region_size = DEFAULT_TRACE_REGION_SIZE, size_t num_command_queues = 1,
        const DispatchCoreConfig& dispatch_core_config = DispatchCoreConfig{},
        ttsl::Span<const std::uint32_t> l1_bank_remap = {}, size_t worker_l1_size = DEFAULT_WORKER_L1_SIZE);
    static std::map<int, std::shared_ptr<MeshDevice>> create_unit_meshes(
        const std::vector<int>& device_ids, size_t l1_small_size = DEFAULT_L1_SMALL_SIZE,
        size_t trace_region_size = DEFAULT_TRACE_REGION_SIZE, size_t num_command_queues = 1,
        const DispatchCoreConfig& dispatch_core_config = DispatchCoreConfig{},
        ttsl::Span<const std::uint32_t> l1_bank_remap = {}, size_t worker_l1_size = DEFAULT_WORKER_L1_SIZE);

    ~MeshDevice() override;
    MeshDevice(const MeshDevice&) = delete;
    MeshDevice& operator=(const MeshDevice&) = delete;

    tt::ARCH arch() const override;
    int id() const override;
    ChipId build_id() const override { return id(); }
    uint8_t num_hw_cqs() const override;
    bool is_initialized() const override;

    int num_dram_channels() const override;
    uint32_t l1_size_per_core() const override;
    uint32_t dram_size_per_channel() const override;
    int get_clock_rate_mhz() const override;
    CoreCoord grid_size() const override;
    CoreCoord logical_grid_size() const override;
    CoreCoord dram_grid_size() const override;
    CoreCoord compute_with_storage_grid_size() const override;

    CoreCoord worker_core_from_logical_core(const CoreCoord& logical_core) const override;
    std::vector<CoreCoord> worker_cores_from_logical_cores(const std::vector<CoreCoord>& logical_cores) const override;
    CoreCoord virtual_core_from_logical_core(const CoreCoord& logical_coord, const CoreType& core_type) const override;
    CoreCoord virtual_noc0_coordinate(uint8_t noc_index, CoreCoord coord) const override;
    CoreCoord logical_core_from_dram_channel(uint32_t dram_channel) const override;
    uint32_t dram_channel_from_logical_core(const CoreCoord& logical_core) const override;
    std::vector<CoreCoord> get_optimal_dram_bank_to_logical_worker_assignment(NOC noc) override;
    uint32_t get_noc_unicast_encoding(uint8_t noc_index, const CoreCoord& core) const override;
    uint32_t get_noc_multicast_encoding(uint8_t noc_index, const CoreRange& cores) const override;

    CoreRangeSet worker_cores(HalProgrammableCoreType core_type, SubDeviceId sub_device_id) const override;
    uint32_t num_worker_cores(HalProgrammableCoreType core_type, SubDeviceId sub_device_id) const override;
    const std::unique_ptr<Allocator>& allocator() const override;
    const std::unique_ptr<Allocator>& allocator(SubDeviceId sub_device_id) const override;
    std::optional<DeviceAddr> lowest_occupied_compute_l1_address() const override;

    // True on success; frees every buffer. A second call does nothing.
    bool close() override;
    void enable_program_cache() override;
    void clear_program_cache() override;
    void disable_and_clear_program_cache() override;
    program_cache::detail::ProgramCache& get_program_cache() override;
    std::size_t num_program_cache_entries() override;

    SubDeviceManagerId get_active_sub_device_manager_id() const override;
    SubDeviceManagerId get_default_sub_device_manager_id() const override;
    SubDeviceManagerId create_sub_device_manager(ttsl::Span<const SubDevice> sub_devices,
                                                 DeviceAddr local_l1_size) override;
    SubDeviceManagerId create_sub_device_manager(std::initializer_list<SubDevice> sub_devices,
                                                 DeviceAddr local_l1_size) override;
    void remove_sub_device_manager(SubDeviceManagerId sub_device_manager_id) override;
    void load_sub_device_manager(SubDeviceManagerId sub_device_manager_id) override;
    void clear_loaded_sub_device_manager() override;
    const std::vector<SubDeviceId>& get_sub_device_ids() const override;
    const std::vector<SubDeviceId>& get_sub_device_stall_group() const override;
    void set_sub_device_stall_group(ttsl::Span<const SubDeviceId> sub_device_ids) override;
    void reset_sub_device_stall_group() override;
    uint32_t num_sub_devices() const override;

    bool is_mmio_capable() const override { return true; }
    std::shared_ptr<MeshDevice> get_mesh_device() override { return shared_from_this(); }

    // Traces: while one is recorded, workloads are kept with their arguments and not run; replaying runs them in order.
    MeshTraceId begin_mesh_trace(MeshCommandQueue& cq);
    void begin_mesh_trace(MeshCommandQueue& cq, const MeshTraceId& trace_id);
    void end_mesh_trace(MeshCommandQueue& cq, const MeshTraceId& trace_id);
    void replay_mesh_trace(MeshCommandQueue& cq, const MeshTraceId& trace_id, bool blocking);
    MeshTraceId begin_mesh_trace(uint8_t cq_id);
    void begin_mesh_trace(uint8_t cq_id, const MeshTraceId& trace_id);
    void end_mesh_trace(uint8_t cq_id, const MeshTraceId& trace_id);
    void replay_mesh_trace(uint8_t cq_id, const MeshTraceId& trace_id, bool blocking);
    void release_mesh_trace(const MeshTraceId& trace_id);

    std::vector<IDevice*> get_devices() const;
    IDevice* get_device(const MeshCoordinate& coord) const;
    IDevice* get_device(size_t row, size_t col) const { return get_device(MeshCoordinate(row, col)); }
    std::vector<ChipId> get_device_ids() const;
    const MeshShape& shape() const;
    size_t num_devices() const { return shape().mesh_size(); }
    size_t num_rows() const { return shape()[0]; }
    size_t num_cols() const { return shape()[1]; }
    bool is_local(const MeshCoordinate& coord) const;
    void reshape(const MeshShape& new_shape);
    const MeshDeviceView& get_view() const;
    std::string to_string() const;
    bool is_parent_mesh() const { return true; }
    std::vector<std::shared_ptr<MeshDevice>> get_submeshes() const;
    std::shared_ptr<MeshDevice> create_submesh(const MeshShape& submesh_shape,
                                               const std::optional<MeshCoordinate>& offset = std::nullopt);
    std::vector<std::shared_ptr<MeshDevice>> create_submeshes(const MeshShape& submesh_shape);
    void quiesce_devices() {}

    MeshCommandQueue& mesh_command_queue(std::optional<uint8_t> cq_id = std::nullopt) const;

    MeshDeviceImpl& impl() { return *pimpl_; }
    const MeshDeviceImpl& impl() const { return *pimpl_; }

private:
    MeshDevice();
    friend class MeshDeviceImpl;
    std::unique_ptr<MeshDeviceImpl> pimpl_;
};

std::ostream& operator<<(std::ostream& os, const MeshDevice& mesh_device);

// The mesh's devices by coordinate.
class MeshDeviceView {
public:
    explicit MeshDeviceView(const MeshDevice& mesh) : mesh_(&mesh) {}
    const MeshShape& shape() const { return mesh_->shape(); }
    std::vector<IDevice*> get_devices() const { return mesh_->get_devices(); }
    std::vector<IDevice*> get_devices(const MeshCoordinateRange& range) const;
    IDevice* get_device(const MeshCoordinate& coord) const { return mesh_->get_device(coord); }
    bool contains(const MeshCoordinate& coord) const { return MeshCoordinateRange(shape()).contains(coord); }
    size_t num_devices() const { return mesh_->num_devices(); }

private:
    const MeshDevice* mesh_;
};

}  // namespace tt::tt_metal::distributed
