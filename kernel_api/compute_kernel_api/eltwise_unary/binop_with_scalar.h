// binop_with_scalar.h at its old path.
#pragma once

#include "api/compute/eltwise_unary/binop_with_scalar.h"
