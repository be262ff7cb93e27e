// erf_erfc.h at its old path.
#pragma once

#include "api/compute/eltwise_unary/erf_erfc.h"
