#pragma once
#include "ttnn/cpp/ttnn/kernel_lib/cb_helpers_dataflow.hpp"
