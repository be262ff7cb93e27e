// The words that tell a kernel's TensorAccessor where a buffer's pages are.
//
// Two layouts exist: before March 2026 [config, ...], since then [config, aligned page size, ...]. TILEWRIGHT_ERA
// (202601, 202603, 202608) chooses; the newer one by default.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hostdevcommon/tensor_accessor/arg_config.hpp"
#include "tt-metalium/buffer.hpp"
#include "tt-metalium/mesh_buffer.hpp"

namespace tt::tt_metal {

class TensorAccessorArgs {
public:
    TensorAccessorArgs() = default;  // placeholder of an absent tensor
    explicit TensorAccessorArgs(const Buffer& buffer,
                                tensor_accessor::ArgsConfig args_config = tensor_accessor::ArgConfig::None);
    explicit TensorAccessorArgs(const Buffer* buffer,
                                tensor_accessor::ArgsConfig args_config = tensor_accessor::ArgConfig::None);
    explicit TensorAccessorArgs(const std::shared_ptr<Buffer>& buffer,
                                tensor_accessor::ArgsConfig args_config = tensor_accessor::ArgConfig::None);
    explicit TensorAccessorArgs(const distributed::MeshBuffer& buffer,
                                tensor_accessor::ArgsConfig args_config = tensor_accessor::ArgConfig::None);
    explicit TensorAccessorArgs(const distributed::MeshBuffer* buffer,
                                tensor_accessor::ArgsConfig args_config = tensor_accessor::ArgConfig::None);
    explicit TensorAccessorArgs(const std::shared_ptr<distributed::MeshBuffer>& buffer,
                                tensor_accessor::ArgsConfig args_config = tensor_accessor::ArgConfig::None);

    static TensorAccessorArgs create_dram_interleaved();
    static TensorAccessorArgs create_l1_interleaved();

    void append_to(std::vector<uint32_t>& compile_time_args) const;
    void append_to(std::vector<uint32_t>& compile_time_args, std::vector<uint32_t>& common_runtime_args) const;
    std::vector<uint32_t> get_compile_time_args() const;
    std::vector<uint32_t> get_common_runtime_args() const;

    static constexpr size_t MAX_NUM_DIMENSIONS = 8;

private:
    void append_words(std::vector<uint32_t>& words, bool runtime) const;

    const Buffer* buffer_ = nullptr;
    tensor_accessor::ArgsConfig args_config_ = tensor_accessor::ArgConfig::None;
};

}  // namespace tt::tt_metal
