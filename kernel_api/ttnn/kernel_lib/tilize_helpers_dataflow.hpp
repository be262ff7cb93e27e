#pragma once
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers_dataflow.hpp"
