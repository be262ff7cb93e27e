// Element switches under their August path.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/eltwise_op_params.hpp"
