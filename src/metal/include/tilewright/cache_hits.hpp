// Programs that are taken from a cache, compared with what a fresh build would give; and names of tensors for reports.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tt-metalium/buffer.hpp"
#include "tt-metalium/mesh_device.hpp"
#include "tt-metalium/program.hpp"

namespace tilewright {

// What reports call these tensors from now on: "input 0". All others of the device lose their names.
void label_tensors(tt::tt_metal::distributed::MeshDevice& device,
                   const std::vector<std::pair<const tt::tt_metal::Buffer*, std::string>>& labels);

// Whether this hit is worth a comparison: strict mode looks at all of them, fast mode at none.
bool compares_hits(tt::tt_metal::distributed::MeshDevice& device, const tt::tt_metal::Program& cached);
// A cached program that is about to run is to be the one that `build` makes of the same call; finding TW2127 where it
// is not. What differs between two builds (a random seed) does not count, nor does an address of memory that the build
// itself made.
void compare_hit(tt::tt_metal::distributed::MeshDevice& device, const tt::tt_metal::Program& cached,
                 const std::function<tt::tt_metal::Program()>& build);

}  // namespace tilewright
