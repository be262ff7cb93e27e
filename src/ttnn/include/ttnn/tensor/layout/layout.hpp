// Row-major or tiled.
#pragma once

#include <ostream>

#include "tt_stl/fmt.hpp"

namespace tt::tt_metal {

enum class Layout { ROW_MAJOR = 0, TILE = 1, INVALID = 2 };

std::ostream& operator<<(std::ostream& os, Layout layout);

}  // namespace tt::tt_metal

namespace ttnn {
using tt::tt_metal::Layout;
}
