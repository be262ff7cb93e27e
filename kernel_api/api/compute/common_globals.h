// Thread macros, enums and constants of compute kernels.
#pragma once
#include "tw/compute/defs.h"
