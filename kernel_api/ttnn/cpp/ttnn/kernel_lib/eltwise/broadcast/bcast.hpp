// UnaryBcast and unary_bcast under their August path.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/eltwise_convenience.hpp"
