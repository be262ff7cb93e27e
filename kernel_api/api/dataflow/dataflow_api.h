// The data-movement kernel API: arguments, circular buffers, NoC transfers, barriers, semaphores, tensor accessors.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#include "api/alignment.h"
#include "api/compile_time_args.h"
#include "api/debug/assert.h"
#include "api/debug/waypoint.h"
#include "api/kernel_thread_globals.h"
#include "api/tensor/tensor_accessor.h"
#include "hostdevcommon/common_values.hpp"
#include "hostdevcommon/kernel_structs.h"
#include "internal/circular_buffer_interface.h"
#include "internal/risc_attribs.h"
#include "tools/profiler/kernel_profiler.hpp"
#include "tw/args.h"
#include "tw/dataflow/addrgen.h"
#include "tw/dataflow/cb.h"
#include "tw/dataflow/memory_map.h"
#include "tw/dataflow/noc_sync.h"
#include "tw/dataflow/platform.h"
#include "tw/dataflow/shards.h"
#include "tw/dataflow/tile_info.h"
