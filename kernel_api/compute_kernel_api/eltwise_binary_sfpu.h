// eltwise_binary_sfpu.h at its old path.
#pragma once

#include "api/compute/eltwise_binary_sfpu.h"
