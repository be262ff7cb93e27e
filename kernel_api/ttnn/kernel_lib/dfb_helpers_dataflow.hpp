#pragma once
#include "ttnn/cpp/ttnn/kernel_lib/dfb_helpers_dataflow.hpp"
