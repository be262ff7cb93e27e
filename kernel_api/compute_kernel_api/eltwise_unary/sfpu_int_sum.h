// sfpu_int_sum.h at its old path.
#pragma once

#include "api/compute/eltwise_unary/sfpu_int_sum.h"
