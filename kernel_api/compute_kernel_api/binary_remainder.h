// binary_remainder.h at its old path.
#pragma once

#include "api/compute/binary_remainder.h"
