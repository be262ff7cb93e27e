// bitwise_xor: now part of bitwise.h.
#pragma once

#include "api/compute/eltwise_unary/bitwise.h"
