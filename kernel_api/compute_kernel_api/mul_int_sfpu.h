// mul_int_sfpu.h at its old path.
#pragma once

#include "api/compute/mul_int_sfpu.h"
