// The shape of a tensor, under the name ops use.
#pragma once

#include "tt-metalium/shape.hpp"

namespace ttnn {
using tt::tt_metal::Shape;
}
