// right_shift: now part of shift.h.
#pragma once

#include "api/compute/eltwise_unary/shift.h"
