// The CB queries under the name of earlier trees.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/dfb_helpers_compute.hpp"
