// Two-slot elements under their July path.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/eltwise_binary_sfpu.hpp"
