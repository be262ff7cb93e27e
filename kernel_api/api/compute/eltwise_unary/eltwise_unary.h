// Start-up of kernels that only copy tiles to DST and work on them there: unary_op_init_common, init_sfpu.
#pragma once

#include "api/compute/common.h"
#include "tw/compute/config.h"
