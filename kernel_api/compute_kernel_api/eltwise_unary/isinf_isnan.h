// isinf_isnan.h at its old path.
#pragma once

#include "api/compute/eltwise_unary/isinf_isnan.h"
