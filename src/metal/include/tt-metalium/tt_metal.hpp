// Access to one device's memories and the launch of one program, without queues.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hostdevcommon/common_values.hpp"
#include "tt-metalium/buffer.hpp"
#include "tt-metalium/core_coord.hpp"
#include "tt-metalium/device_types.hpp"
#include "tt-metalium/dispatch_core_common.hpp"
#include "tt-metalium/program.hpp"
#include "tt_stl/assert.hpp"
#include "tt_stl/span.hpp"
#include "umd/device/types/core_coordinates.hpp"

namespace tt::tt_metal {

class IDevice;

namespace detail {

std::map<ChipId, IDevice*> CreateDevices(const std::vector<ChipId>& device_ids, uint8_t num_hw_cqs = 1,
                                         size_t l1_small_size = DEFAULT_L1_SMALL_SIZE,
                                         size_t trace_region_size = DEFAULT_TRACE_REGION_SIZE,
                                         const DispatchCoreConfig& dispatch_core_config = DispatchCoreConfig{},
                                         const std::vector<uint32_t>& l1_bank_remap = {},
                                         size_t worker_l1_size = DEFAULT_WORKER_L1_SIZE);
void CloseDevices(const std::map<ChipId, IDevice*>& devices);
IDevice* GetActiveDevice(ChipId device_id);

// Whole buffers, as bytes or as values of any plain type.
void WriteToBuffer(Buffer& buffer, ttsl::Span<const uint8_t> host_buffer);
void ReadFromBuffer(Buffer& buffer, uint8_t* host_buffer);
// One core's shard, padding pages included.
void ReadShard(Buffer& buffer, uint8_t* host_buffer, const uint32_t& core_id);

// Makes room for `bytes` and says where.
template <typename DType>
uint8_t* room_for(std::vector<DType>& values, size_t bytes) {
    TT_FATAL(bytes % sizeof(DType) == 0,
             "TW3004: ReadFromBuffer: {} bytes are no whole number of values of {} bytes; read into a vector of "
             "another type",
             bytes, sizeof(DType));
    values.resize(bytes / sizeof(DType));
    return reinterpret_cast<uint8_t*>(values.data());
}

template <typename DType>
void WriteToBuffer(Buffer& buffer, const std::vector<DType>& host_buffer) {
    const auto bytes = ttsl::as_bytes(ttsl::make_const_span(host_buffer));
    WriteToBuffer(buffer, {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}
template <typename DType>
void ReadFromBuffer(Buffer& buffer, std::vector<DType>& host_buffer) {
    ReadFromBuffer(buffer, room_for(host_buffer, buffer.size()));
}
template <typename DType>
void ReadShard(Buffer& buffer, std::vector<DType>& host_buffer, const uint32_t& core_id) {
    const size_t pages = buffer.shard_spec().num_pages();
    ReadShard(buffer, room_for(host_buffer, pages * buffer.page_size()), core_id);
}
template <typename Values>
void WriteToBuffer(const std::shared_ptr<Buffer>& buffer, const Values& host_buffer) {
    WriteToBuffer(*buffer, host_buffer);
}
template <typename Values>
void ReadFromBuffer(const std::shared_ptr<Buffer>& buffer, Values& host_buffer) {
    ReadFromBuffer(*buffer, host_buffer);
}

void LaunchProgram(IDevice* device, Program& program, bool wait_until_cores_done = true,
                   bool force_slow_dispatch = false);
void LaunchProgram(IDevice* device, const std::shared_ptr<Program>& program, bool wait_until_cores_done = true,
                   bool force_slow_dispatch = false);
void WaitProgramDone(IDevice* device, Program& program, bool read_device_profiler_results = true);
// Checks the program and builds its kernels.
void CompileProgram(IDevice* device, Program& program, bool force_slow_dispatch = false);
void WriteRuntimeArgsToDevice(IDevice* device, Program& program, bool force_slow_dispatch = false);
bool ConfigureDeviceWithProgram(IDevice* device, Program& program, bool force_slow_dispatch = false);
uint32_t EncodePerDeviceProgramID(uint32_t base_program_id, uint32_t device_id, bool is_host_fallback_op = false);

bool WriteToDeviceDRAMChannel(IDevice* device, int dram_channel, uint32_t address,
                              std::span<const uint8_t> host_buffer);
bool WriteToDeviceDRAMChannel(IDevice* device, int dram_channel, uint32_t address, std::vector<uint32_t>& host_buffer);
bool ReadFromDeviceDRAMChannel(IDevice* device, int dram_channel, uint32_t address, std::span<uint8_t> host_buffer);
bool ReadFromDeviceDRAMChannel(IDevice* device, int dram_channel, uint32_t address, uint32_t size,
                               std::vector<uint32_t>& host_buffer);
bool WriteToDeviceL1(IDevice* device, const CoreCoord& logical_core, uint32_t address,
                     std::span<const uint8_t> host_buffer, CoreType core_type = CoreType::WORKER);
bool WriteToDeviceL1(IDevice* device, const CoreCoord& logical_core, uint32_t address,
                     std::vector<uint32_t>& host_buffer, CoreType core_type = CoreType::WORKER);
bool ReadFromDeviceL1(IDevice* device, const CoreCoord& logical_core, uint32_t address, std::span<uint8_t> host_buffer,
                      CoreType core_type = CoreType::WORKER);
bool ReadFromDeviceL1(IDevice* device, const CoreCoord& logical_core, uint32_t address, uint32_t size,
                      std::vector<uint32_t>& host_buffer, CoreType core_type = CoreType::WORKER);
std::string get_platform_architecture_name();

}  // namespace detail
}  // namespace tt::tt_metal
