// binary_bitwise_sfpu.h at its old path.
#pragma once

#include "api/compute/binary_bitwise_sfpu.h"
