// Stand-in for the driver's kinds of cores.
#pragma once

#include <cstdint>

#include "umd/device/types/xy_pair.hpp"

namespace tt {

enum class CoreType { ARC, DRAM, ACTIVE_ETH, IDLE_ETH, PCIE, TENSIX, ROUTER_ONLY, SECURITY, L2CPU, HARVESTED, ETH, WORKER };
enum class CoordSystem : std::uint8_t { LOGICAL, NOC0, TRANSLATED, NOC1 };

}  // namespace tt

using tt::CoreType;
