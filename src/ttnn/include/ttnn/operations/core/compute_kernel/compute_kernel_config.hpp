// How a compute kernel uses the math unit, as callers of ops say it.
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <variant>

#include "tt-metalium/base_types.hpp"
#include "umd/device/types/arch.hpp"

namespace ttnn {

using tt::tt_metal::MathFidelity;

struct WormholeComputeKernelConfig {
    MathFidelity math_fidelity = MathFidelity::LoFi;
    bool math_approx_mode = true;
    bool fp32_dest_acc_en = false;
    bool packer_l1_acc = false;
    bool dst_full_sync_en = false;
    uint32_t throttle_level = 0;

    bool operator==(const WormholeComputeKernelConfig&) const = default;
};
// The same settings on every machine.
using GrayskullComputeKernelConfig = WormholeComputeKernelConfig;
using BlackholeComputeKernelConfig = WormholeComputeKernelConfig;
using DeviceComputeKernelConfig = std::variant<WormholeComputeKernelConfig>;

// The caller's settings, or the given defaults.
DeviceComputeKernelConfig init_device_compute_kernel_config(
    tt::ARCH arch, const std::optional<const DeviceComputeKernelConfig>& device_kernel_config,
    MathFidelity default_fidelity = MathFidelity::LoFi, bool default_approx_mode = true, bool default_fp32_acc = false,
    bool default_l1_acc = false, bool default_dst_full_sync_en = false, uint32_t default_throttle_level = 0);
// {fidelity, approximate, fp32 DST, packer L1 accumulation, full sync}.
std::tuple<MathFidelity, bool, bool, bool, bool> get_compute_kernel_config_args(
    tt::ARCH arch, const DeviceComputeKernelConfig& config);
bool get_fp32_dest_acc_en(const std::optional<DeviceComputeKernelConfig>& config);

}  // namespace ttnn
