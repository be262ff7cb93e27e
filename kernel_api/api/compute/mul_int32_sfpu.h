// mul_int32_sfpu.h: now mul_int_sfpu.h.
#pragma once

#include "api/compute/mul_int_sfpu.h"
