// Figures of the machine that is selected, with or without an open device.
#pragma once

#include <cstdint>
#include <string>

#include "umd/device/types/arch.hpp"

namespace tt::tt_metal::hal {

tt::ARCH get_arch();
std::string get_arch_name();
uint32_t get_l1_size();
uint32_t get_dram_alignment();
uint32_t get_l1_alignment();
uint32_t get_pcie_alignment();
uint32_t get_max_worker_l1_unreserved_size();
float get_eps();
float get_nan();
float get_inf();
uint32_t get_arch_num_circular_buffers();

}  // namespace tt::tt_metal::hal
