// Dtypes, layouts and memory configurations: names, sizes, formats.
#include "ttnn/tensor/types.hpp"

#include "tt_stl/assert.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"

namespace tt::tt_metal {

std::ostream& operator<<(std::ostream& os, DataType dtype) { return os << ttsl::enum_name(dtype); }
std::ostream& operator<<(std::ostream& os, Layout layout) { return os << ttsl::enum_name(layout); }

namespace {
// Each type of a tensor's elements and the format its pages have on the card.
constexpr std::pair<DataType, tt::DataFormat> formats[] = {
    {DataType::UINT8, tt::DataFormat::UInt8},        {DataType::UINT16, tt::DataFormat::UInt16},
    {DataType::UINT32, tt::DataFormat::UInt32},      {DataType::INT32, tt::DataFormat::Int32},
    {DataType::BFLOAT4_B, tt::DataFormat::Bfp4_b},   {DataType::BFLOAT8_B, tt::DataFormat::Bfp8_b},
    {DataType::BFLOAT16, tt::DataFormat::Float16_b}, {DataType::FLOAT32, tt::DataFormat::Float32},
};
}  // namespace

tt::DataFormat datatype_to_dataformat_converter(DataType dtype) {
    for (const auto& [type, format] : formats) {
        if (type == dtype) return format;
    }
    TT_THROW("TW3219: datatype_to_dataformat_converter: {} has no data format", dtype);
}

DataType dataformat_to_datatype_converter(tt::DataFormat format) {
    for (const auto& [type, known] : formats) {
        if (known == format) return type;
    }
    TT_THROW("TW3219: dataformat_to_datatype_converter: no tensor has the format {}", format);
}

bool is_floating_point(DataType dtype) {
    return dtype == DataType::BFLOAT16 || dtype == DataType::FLOAT32 || is_block_float(dtype);
}
bool is_block_float(DataType dtype) { return dtype == DataType::BFLOAT8_B || dtype == DataType::BFLOAT4_B; }

uint32_t element_size_bytes(DataType dtype) {
    TT_FATAL(!is_block_float(dtype), "TW3219: {} has no size per element: its elements share exponents", dtype);
    return tt::datum_size(datatype_to_dataformat_converter(dtype));
}

MemoryConfig::MemoryConfig(TensorMemoryLayout layout, BufferType memory, std::optional<ShardSpec> cut)
    : memory_layout_{layout}, buffer_type_{memory}, shard_spec_{std::move(cut)} {
    TT_FATAL(layout != TensorMemoryLayout::INTERLEAVED || !shard_spec_,
             "TW3219: MemoryConfig: an interleaved tensor has no shard spec, but one was given; leave it out or choose "
             "a sharded memory layout");
}

MemoryConfig::MemoryConfig(BufferType memory, std::optional<NdShardSpec> cut)
    : MemoryConfig(cut ? TensorMemoryLayout::ND_SHARDED : TensorMemoryLayout::INTERLEAVED, memory) {
    created_with_nd_shard_spec_ = cut.has_value();
    nd_shard_spec_ = std::move(cut);
}

MemoryConfig MemoryConfig::create_with_prepopulated_shard_specs(TensorMemoryLayout memory_layout,
                                                                BufferType buffer_type,
                                                                std::optional<ShardSpec> shard_spec,
                                                                std::optional<NdShardSpec> nd_shard_spec,
                                                                bool created_with_nd_shard_spec) {
    MemoryConfig config(memory_layout, buffer_type, std::move(shard_spec));
    config.nd_shard_spec_ = std::move(nd_shard_spec);
    config.created_with_nd_shard_spec_ = created_with_nd_shard_spec;
    return config;
}

MemoryConfig MemoryConfig::with_shard_spec(std::optional<ShardSpec> cut) const {
    MemoryConfig changed(memory_layout_, buffer_type_, std::move(cut));
    return changed;
}

std::ostream& operator<<(std::ostream& os, const MemoryConfig& config) { return os << fmt::format("{}", config); }

}  // namespace tt::tt_metal

auto fmt::formatter<tt::tt_metal::MemoryConfig>::format(const tt::tt_metal::MemoryConfig& config,
                                                        fmt::format_context& ctx) const
    -> fmt::format_context::iterator {
    auto out = fmt::format_to(ctx.out(), "MemoryConfig({}, {}", config.memory_layout(), config.buffer_type());
    if (const auto& spec = config.shard_spec()) {
        out = fmt::format_to(out, ", shards of {}x{} on {} cores", spec->shape[0], spec->shape[1], spec->num_cores());
    }
    if (const auto& spec = config.nd_shard_spec(); spec && !config.shard_spec())
        out = fmt::format_to(out, ", shards of {} on {} cores", spec->shard_shape, spec->grid.num_cores());
    return fmt::format_to(out, ")");
}

namespace ttnn {

DeviceComputeKernelConfig init_device_compute_kernel_config(
    tt::ARCH, const std::optional<const DeviceComputeKernelConfig>& device_kernel_config, MathFidelity default_fidelity,
    bool default_approx_mode, bool default_fp32_acc, bool default_l1_acc, bool default_dst_full_sync_en,
    uint32_t default_throttle_level) {
    if (device_kernel_config) return *device_kernel_config;
    return WormholeComputeKernelConfig{default_fidelity, default_approx_mode,      default_fp32_acc,
                                       default_l1_acc,   default_dst_full_sync_en, default_throttle_level};
}

std::tuple<MathFidelity, bool, bool, bool, bool> get_compute_kernel_config_args(
    tt::ARCH, const DeviceComputeKernelConfig& config) {
    const auto& c = std::get<WormholeComputeKernelConfig>(config);
    return {c.math_fidelity, c.math_approx_mode, c.fp32_dest_acc_en, c.packer_l1_acc, c.dst_full_sync_en};
}

bool get_fp32_dest_acc_en(const std::optional<DeviceComputeKernelConfig>& config) {
    return config && std::get<WormholeComputeKernelConfig>(*config).fp32_dest_acc_en;
}

}  // namespace ttnn
