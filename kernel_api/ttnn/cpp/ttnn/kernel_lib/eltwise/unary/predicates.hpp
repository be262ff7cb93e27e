// The predicates elements under their August path.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/eltwise_predicates.hpp"
