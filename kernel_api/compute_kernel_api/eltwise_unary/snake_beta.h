// snake_beta.h at its old path.
#pragma once

#include "api/compute/eltwise_unary/snake_beta.h"
