// softplus.h at its old path.
#pragma once

#include "api/compute/eltwise_unary/softplus.h"
