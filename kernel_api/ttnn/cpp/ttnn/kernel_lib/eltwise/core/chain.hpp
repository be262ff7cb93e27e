// The chain under its August path.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/eltwise_chain.hpp"
