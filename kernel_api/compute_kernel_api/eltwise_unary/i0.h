// i0.h at its old path.
#pragma once

#include "api/compute/eltwise_unary/i0.h"
