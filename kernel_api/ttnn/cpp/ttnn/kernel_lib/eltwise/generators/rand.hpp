// Random numbers under their August path.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/eltwise_fill.hpp"
