// bitwise_not.h at its old path.
#pragma once

#include "api/compute/eltwise_unary/bitwise_not.h"
