// Programs: devices, kernels, circular buffers, semaphores, buffers, arguments.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <bit>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "hostdevcommon/common_values.hpp"
#include "hostdevcommon/kernel_structs.h"
#include "tt-metalium/base_types.hpp"
#include "tt-metalium/buffer.hpp"
#include "tt-metalium/circular_buffer_config.hpp"
#include "tt-metalium/constants.hpp"
#include "tt-metalium/core_coord.hpp"
#include "tt-metalium/device.hpp"
#include "tt-metalium/dispatch_core_common.hpp"
#include "tt-metalium/global_semaphore.hpp"
#include "tt-metalium/kernel_types.hpp"
#include "tt-metalium/profiler_optional_metadata.hpp"
#include "tt-metalium/profiler_types.hpp"
#include "tt-metalium/program.hpp"
#include "tt-metalium/program_descriptors.hpp"
#include "tt-metalium/runtime_args_data.hpp"
#include "tt-metalium/tt_backend_api_types.hpp"
#include "tt_stl/assert.hpp"
#include "tt_stl/span.hpp"

namespace tt::tt_metal {

namespace distributed {
class MeshDevice;
}

// Root of relative kernel paths and of kernel includes; TT_METAL_HOME by default.
void SetRootDir(const std::string& root_dir);

size_t GetNumAvailableDevices();
bool IsGalaxyCluster();
size_t GetNumPCIeDevices();
ChipId GetPCIeDeviceID(ChipId device_id);

// One device without a mesh around it. The device lives until CloseDevice.
IDevice* CreateDevice(ChipId device_id, uint8_t num_hw_cqs = 1, size_t l1_small_size = DEFAULT_L1_SMALL_SIZE,
                      size_t trace_region_size = DEFAULT_TRACE_REGION_SIZE,
                      const DispatchCoreConfig& dispatch_core_config = DispatchCoreConfig{},
                      const std::vector<uint32_t>& l1_bank_remap = {}, size_t worker_l1_size = DEFAULT_WORKER_L1_SIZE);
IDevice* CreateDeviceMinimal(ChipId device_id, uint8_t num_hw_cqs = 1,
                             const DispatchCoreConfig& dispatch_core_config = DispatchCoreConfig{});
bool CloseDevice(IDevice* device);

Program CreateProgram();

// A relative path is looked for in the current directory, $TT_METAL_KERNEL_PATH, the installed kernels and the root.
KernelHandle CreateKernel(Program& program, const std::string& file_name,
                          const std::variant<CoreCoord, CoreRange, CoreRangeSet>& core_spec,
                          const std::variant<DataMovementConfig, ComputeConfig>& config);
KernelHandle CreateKernelFromString(Program& program, const std::string& kernel_src_code,
                                    const std::variant<CoreCoord, CoreRange, CoreRangeSet>& core_spec,
                                    const std::variant<DataMovementConfig, ComputeConfig>& config);

CBHandle CreateCircularBuffer(Program& program, const std::variant<CoreCoord, CoreRange, CoreRangeSet>& core_spec,
                              const CircularBufferConfig& config);
const CircularBufferConfig& GetCircularBufferConfig(Program& program, CBHandle cb_handle);
void UpdateCircularBufferTotalSize(Program& program, CBHandle cb_handle, uint32_t total_size);
void UpdateCircularBufferPageSize(Program& program, CBHandle cb_handle, uint8_t buffer_index, uint32_t page_size);
void UpdateDynamicCircularBufferAddress(Program& program, CBHandle cb_handle, const Buffer& buffer);
void UpdateDynamicCircularBufferAddress(Program& program, CBHandle cb_handle, const Buffer& buffer,
                                        uint32_t address_offset);
void UpdateDynamicCircularBufferAddressAndTotalSize(Program& program, CBHandle cb_handle, const Buffer& buffer,
                                                    uint32_t total_size);

// The smallest id that is free on all the cores; 16 per core. Every launch starts from initial_value.
uint32_t CreateSemaphore(Program& program, const std::variant<CoreRange, CoreRangeSet>& core_spec,
                         uint32_t initial_value);
uint32_t CreateSemaphore(Program& program, const std::variant<CoreRange, CoreRangeSet>& core_spec,
                         uint32_t initial_value, CoreType core_type);
GlobalSemaphore CreateGlobalSemaphore(distributed::MeshDevice& device, CoreRangeSet cores, uint32_t initial_value,
                                      BufferType buffer_type = BufferType::L1);
GlobalSemaphore CreateGlobalSemaphore(IDevice* device, const CoreRangeSet& cores, uint32_t initial_value,
                                      BufferType buffer_type = BufferType::L1);

std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config);
std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config, DeviceAddr address);
std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config, SubDeviceId sub_device_id);
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config);
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config, DeviceAddr address);
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config, SubDeviceId sub_device_id);
void DeallocateBuffer(Buffer& buffer);
void AssignGlobalBufferToProgram(const std::shared_ptr<Buffer>& buffer, Program& program);  // keeps the buffer alive

// Up to 341 words per core. A second call on a core must keep the number of words.
void SetRuntimeArgs(const Program& program, KernelHandle kernel,
                    const std::variant<CoreCoord, CoreRange, CoreRangeSet>& core_spec,
                    ttsl::Span<const uint32_t> runtime_args);
void SetRuntimeArgs(const Program& program, KernelHandle kernel,
                    const std::variant<CoreCoord, CoreRange, CoreRangeSet>& core_spec,
                    std::initializer_list<uint32_t> runtime_args);
void SetRuntimeArgs(const Program& program, KernelHandle kernel, const std::vector<CoreCoord>& core_spec,
                    const std::vector<std::vector<uint32_t>>& runtime_args);
void SetCommonRuntimeArgs(const Program& program, KernelHandle kernel_id, ttsl::Span<const uint32_t> runtime_args);
void SetCommonRuntimeArgs(const Program& program, KernelHandle kernel_id, std::initializer_list<uint32_t> runtime_args);
// Live data: what is written reaches the next launch.
RuntimeArgsData& GetRuntimeArgs(const Program& program, KernelHandle kernel_id, const CoreCoord& logical_core);
std::vector<std::vector<RuntimeArgsData>>& GetRuntimeArgs(const Program& program, KernelHandle kernel_id);  // [x][y]
RuntimeArgsData& GetCommonRuntimeArgs(const Program& program, KernelHandle kernel_id);

// Does nothing: the virtual card has traces of its own.
void ReadMeshDeviceProfilerResults(distributed::MeshDevice& mesh_device,
                                   ProfilerReadState state = ProfilerReadState::NORMAL,
                                   const std::optional<ProfilerOptionalMetadata>& metadata = {});

void PushCurrentCommandQueueIdForThread(uint8_t cq_id);
uint8_t PopCurrentCommandQueueIdForThread();
uint8_t GetCurrentCommandQueueIdForThread();

}  // namespace tt::tt_metal
