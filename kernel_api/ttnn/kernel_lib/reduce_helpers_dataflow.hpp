#pragma once
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_dataflow.hpp"
