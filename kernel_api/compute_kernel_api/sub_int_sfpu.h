// sub_int_sfpu.h at its old path.
#pragma once

#include "api/compute/sub_int_sfpu.h"
