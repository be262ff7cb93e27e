// binary_shift.h at its old path.
#pragma once

#include "api/compute/binary_shift.h"
