// div_int32_floor.h at its old path.
#pragma once

#include "api/compute/div_int32_floor.h"
