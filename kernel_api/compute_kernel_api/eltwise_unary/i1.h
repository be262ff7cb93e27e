// i1.h at its old path.
#pragma once

#include "api/compute/eltwise_unary/i1.h"
