// The umbrella of the compute API: everything of the FPU side and the SFPU functions that have no header of their own.
#pragma once

#include "api/compute/common.h"
#include "tw/compute/instructions.h"
#include "tw/compute/sfpu_api.h"
