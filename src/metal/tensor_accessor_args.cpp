// The words a kernel's TensorAccessor is built from.
#include "tt-metalium/tensor_accessor_args.hpp"

#include "metal/environment.hpp"
#include "tt-metalium/device.hpp"
#include "tt_stl/assert.hpp"

namespace tt::tt_metal {

using tensor_accessor::ArgConfig;
using tensor_accessor::ArgsConfig;

TensorAccessorArgs::TensorAccessorArgs(const Buffer* buffer, ArgsConfig args_config) : buffer_(buffer) {
    if (buffer == nullptr) return;
    if (buffer->buffer_distribution_spec().has_value()) {
        args_config_ = args_config | ArgConfig::Sharded;
    }
    args_config_.set(ArgConfig::IsDram, buffer->is_dram());
    TT_FATAL(!args_config_.test(ArgConfig::RuntimeRank) ||
                 (args_config_.test(ArgConfig::RuntimeTensorShape) && args_config_.test(ArgConfig::RuntimeShardShape)),
             "TW3216: a rank known at run time only (RuntimeRank) leaves no room for shapes at compile time; add "
             "RuntimeTensorShape and RuntimeShardShape");
    TT_FATAL(!args_config_.test(ArgConfig::RuntimeNumBanks) || args_config_.test(ArgConfig::RuntimeBankCoords),
             "TW3216: a number of banks known at run time only (RuntimeNumBanks) leaves no room for bank_coords at "
             "compile time; add RuntimeBankCoords");
}

TensorAccessorArgs::TensorAccessorArgs(const Buffer& buffer, ArgsConfig args_config)
    : TensorAccessorArgs(&buffer, args_config) {}
TensorAccessorArgs::TensorAccessorArgs(const std::shared_ptr<Buffer>& shared, ArgsConfig flags)
    : TensorAccessorArgs(shared.get(), flags) {}
// Every device of a mesh has the same buffer, so one stands for all; no mesh buffer, no buffer.
TensorAccessorArgs::TensorAccessorArgs(const distributed::MeshBuffer* mesh, ArgsConfig flags)
    : TensorAccessorArgs(mesh == nullptr ? nullptr : mesh->get_reference_buffer(), flags) {}
TensorAccessorArgs::TensorAccessorArgs(const distributed::MeshBuffer& mesh, ArgsConfig flags)
    : TensorAccessorArgs(&mesh, flags) {}
TensorAccessorArgs::TensorAccessorArgs(const std::shared_ptr<distributed::MeshBuffer>& shared, ArgsConfig flags)
    : TensorAccessorArgs(shared.get(), flags) {}

// An interleaved tensor is described by the memory it is in; L1 is no flag.
TensorAccessorArgs TensorAccessorArgs::create_l1_interleaved() { return {}; }
TensorAccessorArgs TensorAccessorArgs::create_dram_interleaved() {
    auto in_dram = create_l1_interleaved();
    in_dram.args_config_.set(ArgConfig::IsDram);
    return in_dram;
}

// The compile-time words, or those that the configuration moves to common runtime arguments.
void TensorAccessorArgs::append_words(std::vector<uint32_t>& words, bool runtime) const {
    if (!runtime) {
        words.push_back(args_config_.raw());
        if (tilewright::metal::selected_era() != tilewright::program::Era::Jan2026) {
            const DeviceAddr page = buffer_ == nullptr ? 0 : buffer_->aligned_page_size();
            TT_FATAL(page <= UINT32_MAX, "TW3004: a page of {} bytes, aligned, does not fit 32 bits", page);
            words.push_back(static_cast<uint32_t>(page));
        }
    }
    if (!args_config_.test(ArgConfig::Sharded)) return;

    const BufferDistributionSpec& spec = *buffer_->buffer_distribution_spec();
    const auto tensor = spec.tensor_shape_in_pages().view(), shard = spec.shard_shape_in_pages().view();
    TT_FATAL(tensor.size() <= MAX_NUM_DIMENSIONS,
             "TW3218: a tensor accessor of rank {} was asked for; ranks go up to {}", tensor.size(),
             MAX_NUM_DIMENSIONS);
    const auto here = [&](ArgConfig part) { return args_config_.test(part) == runtime; };
    if (here(ArgConfig::RuntimeRank)) words.push_back(static_cast<uint32_t>(tensor.size()));
    if (here(ArgConfig::RuntimeNumBanks)) {
        words.push_back(tensor_accessor::pack_num_banks(
            static_cast<uint32_t>(spec.num_cores()),
            spec.shard_distribution_strategy() == ShardDistributionStrategy::CONTIGUOUS_1D));
    }
    if (here(ArgConfig::RuntimeTensorShape)) words.insert(words.end(), tensor.begin(), tensor.end());
    if (here(ArgConfig::RuntimeShardShape)) words.insert(words.end(), shard.begin(), shard.end());
    if (here(ArgConfig::RuntimeBankCoords)) {
        // Two banks per word, x above y, the first in the low half. DRAM banks keep their logical x: it is the bank id.
        const auto packed = [&](const CoreCoord& core) {
            const CoreCoord place =
                buffer_->is_dram() ? core : buffer_->device()->virtual_core_from_logical_core(core, CoreType::WORKER);
            return static_cast<uint32_t>((place.x & 0xff) << 8 | (place.y & 0xff));
        };
        const std::vector<CoreCoord>& cores = spec.cores();
        for (size_t i = 0; i < cores.size(); i += 2) {
            words.push_back(packed(cores[i]) | (i + 1 < cores.size() ? packed(cores[i + 1]) << 16 : 0u));
        }
    }
}

void TensorAccessorArgs::append_to(std::vector<uint32_t>& compile_time_args) const {
    TT_FATAL((args_config_ & ArgConfig::Runtime).raw() == 0,
             "TW3216: append_to: configuration {:#x} puts words among the common runtime arguments; use the form of "
             "append_to that takes both lists",
             +args_config_.raw());
    append_words(compile_time_args, false);
}
void TensorAccessorArgs::append_to(std::vector<uint32_t>& compile_time_args,
                                   std::vector<uint32_t>& common_runtime_args) const {
    append_words(compile_time_args, false);
    append_words(common_runtime_args, true);
}
std::vector<uint32_t> TensorAccessorArgs::get_compile_time_args() const {
    std::vector<uint32_t> words;
    append_words(words, false);
    return words;
}
std::vector<uint32_t> TensorAccessorArgs::get_common_runtime_args() const {
    std::vector<uint32_t> words;
    append_words(words, true);
    return words;
}

}  // namespace tt::tt_metal
