// What a call of an op takes of the card's DRAM and of the host's memory, known before anything is allocated.
#pragma once

#include <cstdint>

#include "workshop/op/op_case.hpp"

namespace tilewright::workshop {

// Throws where the call's tensors do not fit the card's DRAM (TW3001), or where the host has too little memory for
// them, for the call's data and for its reference (TW3007).
void check_memory(const OpCase& request, ttnn::MeshDevice& device);
uint64_t host_bytes_of(const OpCase& request);

}  // namespace tilewright::workshop
