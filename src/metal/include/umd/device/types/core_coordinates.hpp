// Kinds of cores on a chip.
#pragma once

#include <ostream>

#include "umd/device/types/xy_pair.hpp"

namespace tt {

enum class CoreType {
    ARC,
    DRAM,
    ACTIVE_ETH,
    IDLE_ETH,
    PCIE,
    TENSIX,
    ROUTER_ONLY,
    SECURITY,
    L2CPU,
    HARVESTED,
    ETH,
    WORKER,
    COUNT
};

std::ostream& operator<<(std::ostream& os, CoreType type);

}  // namespace tt

using tt::CoreType;
