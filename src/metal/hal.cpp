// Figures of the selected machine.
#include "tt-metalium/hal.hpp"

#include <limits>

#include "metal/environment.hpp"

namespace tt::tt_metal::hal {

using tilewright::metal::selected_arch;

tt::ARCH get_arch() { return tilewright::metal::host_arch(selected_arch()); }
std::string get_arch_name() { return selected_arch().name; }
uint32_t get_l1_size() { return selected_arch().l1_bytes; }
uint32_t get_dram_alignment() { return selected_arch().dram_alignment; }
uint32_t get_l1_alignment() { return selected_arch().l1_alignment; }
uint32_t get_pcie_alignment() { return selected_arch().pcie_read_alignment; }
uint32_t get_max_worker_l1_unreserved_size() { return selected_arch().l1_bytes - selected_arch().l1_first_free; }
// Limits of the SFPU, not of the host's floats.
float get_eps() { return static_cast<float>(selected_arch().sfpu_epsilon); }
float get_nan() { return std::numeric_limits<float>::quiet_NaN(); }
float get_inf() { return std::numeric_limits<float>::infinity(); }
uint32_t get_arch_num_circular_buffers() { return selected_arch().num_cbs; }

}  // namespace tt::tt_metal::hal
