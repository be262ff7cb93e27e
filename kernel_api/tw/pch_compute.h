// Compiled ahead for every compute kernel of one thread and one mode: the whole compute API but for what depends on the
// kernel's arguments, defines and CBs.
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

#include "api/debug/assert.h"
#include "api/debug/waypoint.h"
#include "tools/profiler/kernel_profiler.hpp"
#include "tw/card_types.h"
#include "tw/compute/bcast.h"
#include "tw/compute/binary.h"
#include "tw/compute/cb.h"
#include "tw/compute/config.h"
#include "tw/compute/copy_pack.h"
#include "tw/compute/defs.h"
#include "tw/compute/instructions.h"
#include "tw/compute/llk.h"
#include "tw/compute/matmul.h"
#include "tw/compute/reduce.h"
#include "tw/compute/regs.h"
#include "tw/compute/tilize.h"
#include "tw/compute/transpose.h"
#include "tw/compute/untilize.h"
