// tanh_derivative.h at its old path.
#pragma once

#include "api/compute/eltwise_unary/tanh_derivative.h"
