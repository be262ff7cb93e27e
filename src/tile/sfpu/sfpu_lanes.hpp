// One lane of the vector unit, under the name src/tile uses.
#pragma once

#include "tw/sfpu_lane.h"

namespace tilewright::tile {
namespace lane = ::tw::lane;
}  // namespace tilewright::tile
