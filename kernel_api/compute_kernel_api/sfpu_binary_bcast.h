// sfpu_binary_bcast.h at its old path.
#pragma once

#include "api/compute/sfpu_binary_bcast.h"
