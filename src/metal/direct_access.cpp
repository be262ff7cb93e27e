// One device's memories and the launch of one program, without queues.
#include <cstring>

#include "metal/buffer_impl.hpp"
#include "metal/device_impl.hpp"
#include "metal/environment.hpp"
#include "tt-metalium/host_api.hpp"
#include "tt-metalium/tt_metal.hpp"

namespace tt::tt_metal::detail {

using tilewright::metal::card_of;
using tilewright::metal::mesh_of;
using tilewright::metal::to_logical;

std::map<ChipId, IDevice*> CreateDevices(const std::vector<ChipId>& device_ids, uint8_t num_hw_cqs,
                                         size_t l1_small_size, size_t trace_region_size,
                                         const DispatchCoreConfig& dispatch_core_config,
                                         const std::vector<uint32_t>& l1_bank_remap, size_t worker_l1_size) {
    std::map<ChipId, IDevice*> devices;
    for (ChipId id : device_ids) {
        devices[id] = CreateDevice(id, num_hw_cqs, l1_small_size, trace_region_size, dispatch_core_config,
                                   l1_bank_remap, worker_l1_size);
    }
    return devices;
}
void CloseDevices(const std::map<ChipId, IDevice*>& devices) {
    for (const auto& [id, device] : devices) CloseDevice(device);
}

void WriteToBuffer(Buffer& buffer, ttsl::Span<const uint8_t> host_buffer) {
    TT_FATAL(host_buffer.size() == buffer.size(),
             "TW3004: WriteToBuffer: {} bytes were given for a buffer of {}; give as many as it holds",
             host_buffer.size(), buffer.size());
    buffer.impl().write(0, host_buffer);
}
void ReadFromBuffer(Buffer& buffer, uint8_t* host_buffer) { buffer.impl().read(0, {host_buffer, buffer.size()}); }

void ReadShard(Buffer& buffer, uint8_t* host_buffer, const uint32_t& core_id) {
    const ShardSpecBuffer spec = buffer.shard_spec();
    const auto cores = corerange_to_cores(spec.grid(), std::nullopt, spec.orientation() == ShardOrientation::ROW_MAJOR);
    TT_FATAL(core_id < cores.size(), "TW3212: shard {} was asked for, the buffer has {}", core_id, cores.size());
    const auto card = card_of(buffer.device(), "ReadShard");
    for (uint64_t page = 0; page < spec.num_pages(); ++page) {
        card->read_l1(to_logical(cores[core_id]),
                      static_cast<uint32_t>(buffer.address() + page * buffer.aligned_page_size()),
                      {host_buffer + page * buffer.page_size(), buffer.page_size()});
    }
}

void LaunchProgram(IDevice* device, Program& program, bool, bool) {
    mesh_of(device, "LaunchProgram").impl().run(program.impl(), program.impl().descriptor);
}
// Programs run to their end before the call returns, whatever is asked for.
void LaunchProgram(IDevice* device, const std::shared_ptr<Program>& program, bool wait, bool slow) {
    LaunchProgram(device, *program, wait, slow);
}
void WaitProgramDone(IDevice* device, Program&, bool) { mesh_of(device, "WaitProgramDone"); }
void CompileProgram(IDevice* device, Program& program, bool) {
    const auto& impl = mesh_of(device, "CompileProgram").impl();
    tilewright::engine::RunOptions options = impl.options;
    if (options.mode == tilewright::engine::Mode::Auto) options.mode = tilewright::engine::Mode::Strict;
    tilewright::engine::prepare(*impl.card, program.impl().descriptor, options);
}
void WriteRuntimeArgsToDevice(IDevice* device, Program&, bool) { mesh_of(device, "WriteRuntimeArgsToDevice"); }
bool ConfigureDeviceWithProgram(IDevice* device, Program& program, bool force_slow_dispatch) {
    CompileProgram(device, program, force_slow_dispatch);
    return true;
}
// Ids of one operation on several devices: the device in the low ten bits, one bit above for work done by the host.
uint32_t EncodePerDeviceProgramID(uint32_t base_program_id, uint32_t device_id, bool is_host_fallback_op) {
    return (base_program_id << 11) | (is_host_fallback_op ? 1u << 10 : 0u) | (device_id & 0x3ffu);
}

namespace {

uint8_t* dram_at(IDevice* device, int channel, uint32_t address, size_t bytes, const char* what) {
    const auto card = card_of(device, what);
    TT_FATAL(channel >= 0 && static_cast<uint32_t>(channel) < card->num_dram_banks(),
             "TW3207: {}: DRAM channel {} was asked for, there are {}", what, channel, card->num_dram_banks());
    TT_FATAL(uint64_t{address} + bytes <= card->arch().dram_bank_bytes,
             "TW3004: {}: {} bytes at {:#x} do not fit a channel of {} bytes", what, bytes, address,
             card->arch().dram_bank_bytes);
    card->set_host_uses_dram();
    return card->dram(static_cast<uint32_t>(channel)) + address;
}

std::span<const uint8_t> bytes_of(const std::vector<uint32_t>& words) {
    return {reinterpret_cast<const uint8_t*>(words.data()), words.size() * sizeof(uint32_t)};
}
std::span<uint8_t> sized(std::vector<uint32_t>& words, uint32_t bytes) {
    words.assign((bytes + sizeof(uint32_t) - 1) / sizeof(uint32_t), 0);
    return {reinterpret_cast<uint8_t*>(words.data()), bytes};
}

void check_worker(CoreType type, const char* what) {
    TT_FATAL(type == CoreType::WORKER || type == CoreType::TENSIX,
             "TW3217: {}: only worker cores have L1 on this card; give CoreType::WORKER", what);
}

}  // namespace

bool WriteToDeviceDRAMChannel(IDevice* device, int dram_channel, uint32_t address,
                              std::span<const uint8_t> host_buffer) {
    std::memcpy(dram_at(device, dram_channel, address, host_buffer.size(), "WriteToDeviceDRAMChannel"),
                host_buffer.data(), host_buffer.size());
    return true;
}
bool WriteToDeviceDRAMChannel(IDevice* device, int dram_channel, uint32_t address, std::vector<uint32_t>& words) {
    const auto bytes = bytes_of(words);
    return WriteToDeviceDRAMChannel(device, dram_channel, address, bytes);
}
bool ReadFromDeviceDRAMChannel(IDevice* device, int dram_channel, uint32_t address, std::span<uint8_t> host_buffer) {
    std::memcpy(host_buffer.data(),
                dram_at(device, dram_channel, address, host_buffer.size(), "ReadFromDeviceDRAMChannel"),
                host_buffer.size());
    return true;
}
bool ReadFromDeviceDRAMChannel(IDevice* device, int dram_channel, uint32_t address, uint32_t size,
                               std::vector<uint32_t>& host_buffer) {
    return ReadFromDeviceDRAMChannel(device, dram_channel, address, sized(host_buffer, size));
}
bool WriteToDeviceL1(IDevice* device, const CoreCoord& logical_core, uint32_t address,
                     std::span<const uint8_t> host_buffer, CoreType core_type) {
    check_worker(core_type, "WriteToDeviceL1");
    card_of(device, "WriteToDeviceL1")->write_l1(to_logical(logical_core), address, host_buffer);
    return true;
}
bool WriteToDeviceL1(IDevice* device, const CoreCoord& logical_core, uint32_t address, std::vector<uint32_t>& words,
                     CoreType core_type) {
    const auto bytes = bytes_of(words);
    return WriteToDeviceL1(device, logical_core, address, bytes, core_type);
}
bool ReadFromDeviceL1(IDevice* device, const CoreCoord& logical_core, uint32_t address, std::span<uint8_t> host_buffer,
                      CoreType core_type) {
    check_worker(core_type, "ReadFromDeviceL1");
    card_of(device, "ReadFromDeviceL1")->read_l1(to_logical(logical_core), address, host_buffer);
    return true;
}
bool ReadFromDeviceL1(IDevice* device, const CoreCoord& logical_core, uint32_t address, uint32_t size,
                      std::vector<uint32_t>& host_buffer, CoreType core_type) {
    return ReadFromDeviceL1(device, logical_core, address, sized(host_buffer, size), core_type);
}
std::string get_platform_architecture_name() { return tilewright::metal::selected_arch().name; }

}  // namespace tt::tt_metal::detail
