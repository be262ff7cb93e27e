// Opening and closing the card.
#pragma once

#include <cstddef>
#include <memory>

#include "tt-metalium/distributed.hpp"
#include "tt-metalium/mesh_device.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

std::shared_ptr<MeshDevice> open_mesh_device(int device_id, size_t l1_small_size = DEFAULT_L1_SMALL_SIZE,
                                             size_t trace_region_size = DEFAULT_TRACE_REGION_SIZE);
void close_device(MeshDevice& device);

}  // namespace ttnn
