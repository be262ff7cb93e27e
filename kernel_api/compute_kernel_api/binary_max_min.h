// binary_max_min.h at its old path.
#pragma once

#include "api/compute/binary_max_min.h"
