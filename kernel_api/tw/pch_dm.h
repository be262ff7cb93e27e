// Compiled ahead for every data-movement kernel: what depends neither on the kernel's arguments nor on its CBs. The
// machine's figures are flags of the precompilation, too.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "api/alignment.h"
#include "api/debug/assert.h"
#include "api/debug/waypoint.h"
#include "api/kernel_thread_globals.h"
#include "hostdevcommon/common_values.hpp"
#include "hostdevcommon/kernel_structs.h"
#include "hostdevcommon/tensor_accessor/arg_config.hpp"
#include "internal/circular_buffer_interface.h"
#include "internal/risc_attribs.h"
#include "tw/tensix_types.h"
#include "tools/profiler/kernel_profiler.hpp"
#include "tw/abi.h"
#include "tw/card_types.h"
#include "tw/dataflow/cb.h"
#include "tw/dataflow/identity.h"
#include "tw/dataflow/noc_address.h"
#include "tw/dataflow/platform.h"
#include "tw/dataflow/noc_sync.h"
#include "tw/mailbox.h"
