// sfpu_split_includes.h at its old path.
#pragma once

#include "api/compute/eltwise_unary/sfpu_split_includes.h"
