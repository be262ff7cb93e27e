// Stand-in for the driver's list of machines.
#pragma once

namespace tt {

enum class ARCH { GRAYSKULL = 1, WORMHOLE_B0 = 2, BLACKHOLE = 3, QUASAR = 4, Invalid = 0xFF };

}  // namespace tt
